import { Big } from "big.js";
import { beforeEach, describe, expect, it } from "vitest";
import { CAUSES } from "../../src/figures/causes.js";
import { DESK, deskForFile } from "./desk.js";
import { listedBy } from "./listed-by.js";
import { NOW } from "./now.js";

/** Computed answers with totals, and those of their figures that add up over portfolios. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  status: ["net_pnl", "funding_pnl", "fees_paid", "spread_pnl", "gross_notional", "run_7d"],
  "list --by portfolio": ["net_pnl", "gross_notional", "positions"],
  "list --by exchange": ["gross_notional", "net_pnl"],
  "list --view risk": ["gross_notional", "margin_to_add", "unhedged_notional"],
  "list --view funding": ["run_24h", "run_7d", "run_30d", "positions"],
  "list --view next": ["next_24h"],
};

/** Looks at what is recorded. */
const PAST: Readonly<Record<string, readonly string[]>> = {
  "pnl --by look": ["net_pnl", "funding_pnl"],
  "pnl --by asset": ["net_pnl", "fees_paid"],
};

type Json = Record<string, unknown>;

/** Returns a figure of totals, exactly. */
function figure(totals: Json, path: string): Big {
  const found = path.split(".").reduce<unknown>((it, name) => (it as Json)[name], totals);
  const value = typeof found === "object" && found !== null ? (found as Json).value : found;
  return new Big(String(value ?? 0));
}

const sum = (values: readonly Big[]) => values.reduce((all, it) => all.plus(it), new Big(0));

/** Twelve digits: a figure of several products is rounded once, the sum of rounded ones again. */
const shown = (value: Big) => (value.eq(0) ? "0" : value.toPrecision(12));

interface OfPortfolio {
  readonly portfolio: string;
  readonly portfolio_id: string;
  readonly totals: Json;
}

/**
 * Tells what looks at five portfolios give.
 * @param positions of each portfolio
 */
export function describePortfolios(positions: number): void {
  const desk = deskForFile(positions);

  beforeEach(() => desk().reset());

  async function json(words: string, portfolio: string): Promise<Json> {
    const argv = [...words.split(" "), "--portfolio", portfolio, "-o", "json"];
    const { stdout, stderr, code } = await desk().run(...argv);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Json;
  }

  async function addsUp(words: string, figures: readonly string[]): Promise<void> {
    const { totals } = await json(words, "all");
    const each = await Promise.all(DESK.map((name) => json(words, name)));
    for (const name of figures) {
      const parts = each.map((it) => figure(it.totals as Json, name));
      expect(shown(sum(parts)), name).toBe(shown(figure(totals as Json, name)));
    }
  }

  describe("several portfolios", () => {
    it.each(Object.keys(LOOKS))("add up in %s", (words) => addsUp(words, LOOKS[words] ?? []));

    it("are the rows of list --by portfolio, each with what it is alone", async () => {
      const { rows } = await json("list --by portfolio", "all");
      for (const row of rows as readonly Json[]) {
        const { totals } = await json("list --by portfolio", String(row.portfolio));
        for (const name of ["net_pnl", "gross_notional", "run_7d"]) {
          expect(figure(row, name).toFixed(), name).toBe(figure(totals as Json, name).toFixed());
        }
      }
      expect((rows as readonly Json[]).map((it) => it.portfolio).sort()).toEqual([...DESK].sort());
    });

    it("have the net PnL, the funding and the fees that the service sent", async () => {
      const { sandbox } = desk();
      const sent = [];
      for (const { id } of sandbox.portfolios) {
        sent.push(...(await listedBy({ ...sandbox, portfolioId: id })));
      }
      const priced = sent.filter((it) => it.status === "open" && it.performance.net_pnl !== null);
      const { totals } = await json("status", "all");
      const of = (value: (it: (typeof priced)[number]) => number | null) =>
        sum(priced.map((it) => new Big(String(value(it) ?? 0)))).toFixed();
      const exactly = (name: string) => figure(totals as Json, name).toFixed();
      expect(exactly("net_pnl")).toBe(of((it) => it.performance.net_pnl));
      expect(exactly("funding_pnl")).toBe(of((it) => it.performance.funding_pnl));
      expect(exactly("fees_paid")).toBe(of((it) => it.performance.fees.paid));
    });

    it("name the portfolio of each row in json, in csv and in a table", async () => {
      const rowsOf = async (words: string) => {
        const { rows } = await json(words, "all");
        return rows as readonly (OfPortfolio & { readonly position_id: string | null })[];
      };
      for (const words of ["status", "risk", "next", "check"]) {
        const argv = [...words.split(" "), "--portfolio", "all"];
        const rows = words === "check" ? [] : await rowsOf(words);
        for (const { portfolio, portfolio_id } of rows)
          expect(desk().idOf(portfolio)).toBe(portfolio_id);
        const csv = (await desk().run(...argv, "-o", "csv")).stdout.split("\n");
        expect(csv[0]).toMatch(/\bportfolio,portfolio_id\b/);
        expect(csv[1]).toMatch(new RegExp(`\\b(${DESK.join("|")}),`));
        const table = (await desk().run(...argv, "--columns", "asset,portfolio")).stdout;
        expect(table, words).toMatch(/ (main|east|west|north|south)$/m);
      }
    });

    it("are named in the records of a list, which are else as the service sent them", async () => {
      const { stdout } = await desk().run("list", "--portfolio", "east,main", "-o", "json");
      const records = JSON.parse(stdout) as readonly OfPortfolio[];
      expect(new Set(records.map((it) => it.portfolio))).toEqual(new Set(["east", "main"]));
      const alone = await desk().run("list", "--portfolio", "main", "-o", "json");
      const own = records.filter(({ portfolio }) => portfolio === "main");
      const sent = own.map(({ portfolio: _, portfolio_id: __, ...it }) => it);
      expect(sent).toEqual(JSON.parse(alone.stdout));
      const table = await desk().run("list", "--portfolio", "all");
      expect(table.stdout).toMatch(/^ *position +portfolio +/m);
      expect((await desk().run("list", "--portfolio", "main")).stdout).not.toMatch(/portfolio/);
    });

    it("replace what a record of a list already says of its portfolio", async () => {
      desk().alter = (_url, body) =>
        body.replaceAll('{"position_id"', '{"portfolio":"sent","portfolio_id":null,"position_id"');
      const { stdout } = await desk().run("list", "--portfolio", "east,main", "-o", "ndjson");
      for (const line of stdout.trim().split("\n")) {
        expect(line.match(/"portfolio":/g)).toHaveLength(1);
        expect(line).toMatch(/,"portfolio":"(east|main)","portfolio_id":"[^"]+"\}$/);
      }
    });

    it("are a column of a list of one, if it is named", async () => {
      const argv = ["list", "--portfolio", "east", "-o", "csv", "--columns", "name,portfolio"];
      expect((await desk().run(...argv)).stdout).toMatch(/^name,portfolio\r\n\S+,east\r\n/);
    });

    it("have one name for a position, which every command finds", async () => {
      const { stdout } = await desk().run("list", "--portfolio", "all", "--status", "open");
      const names = [...stdout.matchAll(/^. ([A-Z]\S*\.\w{4,}) /gm)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      const [name = ""] = names.slice(-1);
      const { code, stderr } = await desk().run("get", name, "--portfolio", "all");
      expect(stderr + code).toBe("0");
    });

    it("are asked by at most four connections, and for nothing twice", async () => {
      for (const words of ["status", "list --view risk", "list --view next", "metrics"]) {
        desk().reset();
        const { code } = await desk().run(...words.split(" "), "--portfolio", "all");
        expect(code).toBe(0);
        expect(desk().most(), words).toBeLessThanOrEqual(4);
        expect(desk().urls.length, words).toBe(new Set(desk().urls).size);
        const listings = desk().urls.filter((url) => url.includes("/portfolios/"));
        const ofClosed = listings.filter((url) => url.includes("statuses=closed"));
        expect(listings.length - ofClosed.length, words).toBe(5);
      }
    });

    it("are each once, however often they are named", async () => {
      const id = desk().idOf("east");
      const { totals } = await json("status", `east,${id},east`);
      expect(totals).toEqual((await json("status", "east")).totals);
    });

    it("are a table of the report", async () => {
      const page = async (portfolio: string, ...more: readonly string[]) =>
        (await desk().run("report", "--out", "-", "--portfolio", portfolio, ...more)).stdout;
      const [all, one] = [await page("all"), await page("east")];
      for (const name of DESK) expect(all).toContain(`<th scope="row">${name}</th>`);
      const redacted = await page("all", "--redact");
      for (const name of DESK) expect(redacted).not.toContain(`>${name}<`);
      expect(redacted).toContain('<th scope="row">portfolio 1</th>');
      expect(one).not.toContain("<h2>Portfolios");
    });

    it("are metrics with the name of each, without a sum", async () => {
      const { stdout } = await desk().run("metrics", "--portfolio", "all");
      const net = [...stdout.matchAll(/^carry_net_pnl_usd(\S*) (\S+)$/gm)];
      expect(net.map(([, labels]) => labels)).toEqual(DESK.map((name) => `{portfolio="${name}"}`));
      const { totals } = await json("status", "all");
      const added = sum(net.map(([, , value]) => new Big(value ?? 0)));
      expect(added.toFixed()).toBe(figure(totals as Json, "net_pnl").toFixed());
    });
  });

  describe("one portfolio that fails", () => {
    it.each([
      [500, "all", 0],
      [403, "all", 0],
      [500, DESK.join(","), 7],
      [403, DESK.join(","), 3],
    ])("with %i leaves the others of %s", async (status, asked, expected) => {
      const [without, lost] = [DESK.filter((name) => name !== "west"), desk().idOf("west")];
      for (const words of ["status", "list --by asset", "list --view funding"]) {
        desk().refused.clear();
        const four = (await json(words, without.join(","))).totals;
        desk().refused.set(lost, status);
        const argv = [...words.split(" "), "--portfolio", asked, "-o", "json"];
        const { code, stdout, stderr } = await desk().run(...argv);
        expect(code, stderr).toBe(expected);
        expect((JSON.parse(stdout) as Json).totals).toEqual(four);
        expect(stderr).toContain(asked === "all" ? '"PART_FAILED"' : '"target":"west"');
        expect(stderr).toContain("west");
      }
    });

    it("leaves the others to the alerts of a check, in any order of their names", async () => {
      const check = (asked: string) =>
        desk().run("check", "--portfolio", asked, "--on-alert", "true", "-o", "json");
      const all = JSON.parse((await check("all")).stdout) as { rows: readonly OfPortfolio[] };
      desk().refused.set(desk().idOf("west"), 403);
      const { stdout, stderr } = await check([...DESK].reverse().join(","));
      const { rows } = JSON.parse(stdout) as { rows: readonly OfPortfolio[] };
      const others = all.rows.filter(({ portfolio }) => portfolio !== "west");
      expect(rows.map((it) => it.portfolio).sort()).toEqual(
        others.map((it) => it.portfolio).sort(),
      );
      expect(stderr).toContain('"target":"west"');
    });

    it("is found by carry doctor", async () => {
      await desk().run("profile", "set", "portfolio", "all");
      desk().refused.set(desk().idOf("west"), 403);
      const { code, stdout } = await desk().run("doctor", "-o", "json");
      await desk().run("profile", "unset", "portfolio");
      expect(code).toBe(3);
      const checks = JSON.parse(stdout) as readonly Json[];
      const calls = checks.filter(({ check }) => check === "access");
      expect(calls).toHaveLength(DESK.length);
    });

    it("leaves no position to be found by its name, which may be that of a missing one", async () => {
      const { stdout } = await desk().run("list", "--portfolio", "east", "--status", "open");
      const [, name = ""] = /^. ([A-Z]\S*) /m.exec(stdout) ?? [];
      desk().refused.set(desk().idOf("west"), 500);
      for (const words of ["get", "positions rotate"]) {
        const found = await desk().run(...words.split(" "), name, "--portfolio", "all");
        expect([found.code, found.stdout], words).toEqual([7, ""]);
      }
    });

    it("makes a check unknown", async () => {
      await desk().run("profile", "set", "ignore", Object.keys(CAUSES).join(","));
      desk().refused.set(desk().idOf("west"), 500);
      const { code } = await desk().run("check", "--portfolio", "all");
      await desk().run("profile", "unset", "ignore");
      expect(code).toBe(11);
    });

    it("is not up in the metrics", async () => {
      desk().refused.set(desk().idOf("west"), 500);
      const { stdout } = await desk().run("metrics", "--portfolio", "all");
      expect(stdout).toMatch(/^carry_up\{portfolio="west"\} 0$/m);
      expect(stdout).toMatch(/^carry_up\{portfolio="east"\} 1$/m);
      expect(stdout).not.toMatch(/^carry_net_pnl_usd\{portfolio="west"\}/m);
    });

    it("fails the whole for a key that is refused, and where all fail", async () => {
      desk().refused.set(desk().idOf("west"), 401);
      const refused = await desk().run("status", "--portfolio", "all");
      expect([refused.code, refused.stdout]).toEqual([3, ""]);
      desk().refused.clear();
      for (const name of DESK) desk().refused.set(desk().idOf(name), 503);
      const failed = await desk().run("list", "--view", "risk", "--portfolio", "all");
      expect([failed.code, failed.stdout]).toEqual([7, ""]);
    });
  });

  describe("--portfolio", () => {
    it.each([
      ["eats", /no portfolio is named "eats".*did you mean east\?/s],
      ["all,eats", /no portfolio is named "eats".*did you mean east\?/s],
      ["all", /profile names no portfolios.*carry profile set portfolios\.main <uuid>/s],
      ["Main!", /is not a uuid such as .*a name of portfolios\.<name>/s],
    ])("refuses %s before anything is requested", async (name, message) => {
      const profile = name === "all" ? ["--profile", "other"] : [];
      if (name === "all") await desk().run("profile", "set", "timeout", "30s", ...profile);
      const { code, stderr } = await desk().run("status", "--portfolio", name, ...profile);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(desk().urls).toEqual([]);
    });

    it("of several is refused by what is of one", async () => {
      const paged = await desk().run("list", "--portfolio", "all", "--cursor", "c");
      expect([paged.code, paged.stdout]).toEqual([2, ""]);
    });
  });

  describe("several portfolios in the archive", () => {
    it("are recorded in one sync, and add up in what changed", async () => {
      const hour = 3_600_000;
      for (const hours of [0, 1, 14]) {
        desk().setTime(NOW + hours * hour);
        const { code, stdout } = await desk().run(
          "archive",
          "sync",
          "--portfolio",
          "all",
          "-o",
          "json",
        );
        expect(code).toBe(0);
        const { snapshots } = JSON.parse(stdout) as { snapshots: readonly OfPortfolio[] };
        expect(snapshots.map((it) => it.portfolio_id)).toEqual(DESK.map((it) => desk().idOf(it)));
        expect(snapshots.map((it) => it.portfolio)).toEqual(DESK);
      }
      desk().setTime(NOW + 26 * hour);
      for (const [words, figures] of Object.entries(PAST)) await addsUp(words, figures);
      const { since } = (await json("status", "all")) as { since?: { net_pnl: Json } };
      expect(since?.net_pnl).toBeDefined();
      desk().refused.set(desk().idOf("west"), 500);
      const failed = await desk().run("archive", "sync", "--portfolio", "all", "-o", "json");
      expect(failed.code).toBe(7);
      expect((JSON.parse(failed.stdout) as { snapshots: unknown[] }).snapshots).toHaveLength(4);
      desk().refused.set(desk().idOf("main"), 404); // less grave, and first
      const planned = await desk().run("archive", "sync", "--portfolio", "all", "--dry-run");
      expect(planned.code).toBe(7);
      desk().refused.delete(desk().idOf("main"));
      desk().setTime(NOW);
    });

    it("are named where it is looked at", async () => {
      expect((await desk().run("archive", "status")).stdout).toMatch(/^north +\d/m);
    });
  });
}
