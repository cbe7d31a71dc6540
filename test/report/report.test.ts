import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { carryWith, inFull, settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { long, short } from "../support/fresh-legs.js";
import { performance, position, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });
const directory = mkdtempSync(join(tmpdir(), "carry-report-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const place = (name: string) => join(directory, name);

/** Runs `carry report` against the sandbox. */
const report = (...argv: string[]) => carry(["report", ...argv], { env: env() });

/** The text of a page without markup. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<title>.*?<\/title>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

function namedPipe(): string {
  const path = place("pipe");
  if (!existsSync(path)) execFileSync("mkfifo", [path]);
  return path;
}

/** Runs a command against the sandbox, and reads its json. */
const json = async (...words: string[]) =>
  JSON.parse((await carry([...words, "-o", "json"], { env: env() })).stdout);

/** The texts of the cells of a table of a part. @param at which of its tables */
function rowsIn(page: string, title: string, at = 0): string[][] {
  const [, part = ""] = page.split(new RegExp(`<h2>[^<]*${title}[^<]*</h2>`));
  const table = part.split("<tbody>")[at + 1]?.split("</tbody>")[0] ?? "";
  const rows = table.split("<tr>").slice(1);
  return rows.map((row) => row.split(/<\/t[hd]>/).map((cell) => textOf(cell).trim()));
}

/** Checks that a shown figure is a value, rounded to its last digit. */
function expectShown(shown: string | undefined, value: number | null, what: string): void {
  const isUnknown = value === null;
  expect(shown === "–", `${what}: ${shown}`).toBe(isUnknown);
  if (isUnknown) return;
  const [, digits = "", unit = ""] = /([-+]?[\d,.]+)([kM]?)/.exec(shown ?? "") ?? [];
  const size = { "": 1, k: 1e3, M: 1e6 }[unit] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const apart = Math.abs(Number(digits.replaceAll(",", "")) * size - value);
  expect(apart, `${what}: ${shown} is shown for ${value}`).toBeLessThanOrEqual(
    0.51 * size * 10 ** -decimals,
  );
}

const hedged = (n: number, more: Record<string, unknown> = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });
const paid = { histories: { 1: settled("0.0001"), 2: settled("0.0002") } };

describe("carry report", () => {
  it("writes one page for its owner, says where, and leaves what is there", async () => {
    const out = place("page.html");
    const first = await report("--out", out);
    expect([first.code, first.stdout, first.stderr]).toEqual([0, "", `note: wrote ${out}\n`]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const page = readFileSync(out, "utf8");
    const again = await report("--out", out, "--redact");
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/exists, and is left as it is\nhint: add --force/);
    expect(readFileSync(out, "utf8")).toBe(page);
    expect((await report("--out", out, "--redact", "--force")).code).toBe(0);
    expect(readFileSync(out, "utf8")).not.toBe(page);
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  it("has the figures of status and of list", async () => {
    const { stdout } = await report("--out", "-");
    const { totals, rows: attention } = await json("status");
    const [header = ""] = stdout.split("<main>");
    const tiles = [...header.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
    const shown = new Map(tiles.map(([, head = "", text = ""]) => [head, textOf(text)]));
    const heads = {
      ...{ run_7d: "7d/d", run_24h: "24h/d", rate_7d: "%/yr", next_7d: "next 7d", net_pnl: "net" },
      ...{ funding_pnl: "funding", spread_pnl: "price", apr: "APR", net_notional: "net notional" },
    };
    for (const [id, head] of Object.entries(heads)) {
      expectShown(shown.get(head), totals[id].value, head);
    }
    expectShown(shown.get("fees"), -totals.fees_paid.value, "fees");
    const { counted, of } = totals.net_pnl;
    expect(textOf(stdout)).toContain(`Since opening · ${counted} of ${of}`);
    const { rows } = await json("list", "--view", "now");
    const table = rowsIn(stdout, "Positions, USD");
    expect(table).toHaveLength(rows.length);
    for (const [name = "", , , size, run, next, , net] of table) {
      const row = rows.find((it: { name: string }) => it.name === name.split(" ").at(-1));
      for (const [id, cell] of Object.entries({ size, run_7d: run, next_7d: next, net_pnl: net })) {
        expectShown(cell, row[id].value, `${id} of ${name}`);
        expect(cell?.startsWith("~"), `${id} of ${name}`).toBe(row[id].estimate === true);
      }
    }
    const named = rowsIn(stdout, "need attention", 1).map(([name = ""]) => name.split(" ").at(-1));
    expect(named).toEqual(attention.map(({ name }: { name: string }) => name));
  });

  it("asks for nothing, and its policy allows its one style alone", async () => {
    const { stdout: page } = await report("--out", "-");
    expect(page).not.toMatch(
      /<script|src=|url\(|https?:|style="|<link|<img|<iframe|@import|\son\w+="/i,
    );
    const [style = ""] = /(?<=<style>).*?(?=<\/style>)/s.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy?.replaceAll("&#39;", "'")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page).toContain('<meta name="referrer" content="no-referrer">');
    expect(page).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(page).not.toMatch(/NaN|undefined|null/);
  });

  it("has a table for each chart", async () => {
    const { stdout: page } = await report("--out", "-");
    const figures = page.split("<figure>").slice(1);
    expect(figures.length).toBe(1);
    for (const figure of figures) expect(figure).toMatch(/^<svg .*<details>.*<table>.*<\/figure>/s);
  });

  it("redacted has no amount, size or id, and percentages that add up", async () => {
    const full = textOf((await report("--out", "-")).stdout);
    const { stdout } = await report("--out", "-", "--redact");
    const listed = await carry(["positions", "list", "--status", "open", "-o", "json"], {
      env: env(),
    });
    for (const { position_id: id } of JSON.parse(listed.stdout)) {
      expect(stdout).not.toContain(id.slice(0, 8));
    }
    expect(stdout).not.toContain(env().CARRY_PORTFOLIO ?? "none");
    const amounts = /(?<![\d.:-])[+-]?\d[\d,]*(\.\d+)?k?(?=\s)/g;
    expect(full.match(amounts)?.length).toBeGreaterThan(100);
    const of = (label: string) =>
      Number(new RegExp(`<dt>${label}</dt><dd><span[^>]*>~?([^%<]+)%`).exec(stdout)?.[1]);
    const parts = of("funding") + of("price") + of("fees") + of("exit");
    expect(parts).toBeCloseTo(of("net"), 1);
    expect(of("gross")).toBe(100);
    const figures = rowsIn(stdout, "Positions, % of gross notional").flatMap((it) =>
      it.slice(3, 8),
    );
    for (const text of figures) {
      expect(text).toMatch(/^(–|~?[+-]?[\d.]+%( … ~?[+-]?[\d.]+%)?)$/);
    }
    const byPosition = rowsIn(stdout, "Net PnL by position").flatMap((it) => it.slice(1, 6));
    for (const text of byPosition) expect(text).toMatch(/^(–|~?[+-]?[\d.]+%|0\.00%)$/);
  });
});

describe("carry report, given what it cannot use", () => {
  it.each([
    ["a directory", () => directory, 2, "is not a file"],
    ["a named pipe", namedPipe, 2, "is not a file"],
    ["a path through a file", () => join(import.meta.filename, "page.html"), 9, "cannot write"],
    ["a directory that is missing", () => place("missing/page.html"), 9, "does not exist"],
    ["a place where nothing can be created", () => "/proc/page.html", 9, "cannot write"],
  ])("refuses %s, with or without --force", async (_what, path, code, message) => {
    for (const force of [[], ["--force"]]) {
      const outcome = await report("--out", path(), ...force);
      expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
      expect(outcome.stderr).toContain(message);
    }
    expect(existsSync(place("missing"))).toBe(false);
  });

  it("says that there is nothing when no position is open", async () => {
    const { stdout, code } = await carryWith({ positions: [] }, ["report", "--out", "-"]);
    expect(code).toBe(0);
    expect(textOf(stdout)).toContain("0 open positions");
    expect(textOf(stdout)).toContain("No open positions.");
  });

  it("shows 30 of many positions and the others together, in sums that are whole", async () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      hedged(n, {
        performance: performance({
          net_pnl: 300 - n,
          funding_pnl: 300 - n,
          fees: { paid: 0, estimated_exit: 0 },
          spread_pnl: { realized: 0, unrealized: 0 },
        }),
      }),
    );
    const { stdout, code } = await carryWith({ positions: many, ...paid }, [
      "report",
      "--out",
      "-",
    ]);
    expect(code).toBe(0);
    const text = textOf(stdout);
    expect(text).toContain("net +45,150 "); // 1 + … + 300
    expect(text).toContain("270 others +36,585 "); // 1 + … + 270
    expect(stdout.match(/<th scope="row"/g)?.length).toBeLessThan(140);
    expect(stdout.length).toBeLessThan(200_000);
  });

  it("has an unknown figure wherever the service sends null, and never 0", async () => {
    const nothing = {
      market_id: null,
      leverage: null,
      open_price: null,
      mark_price: null,
      mark_price_updated_at: null,
    };
    const unknown = hedged(1, {
      legs: [long(nothing), short(nothing)],
      performance: performance({ net_pnl: null, apr: null }),
    });
    for (const redact of [[], ["--redact"]]) {
      const { stdout } = await carryWith({ positions: [unknown] }, [
        "report",
        "--out",
        "-",
        ...redact,
      ]);
      const text = textOf(stdout);
      expect(text).toContain(" net – ");
      expect(text).toContain(" gross – ");
      expect(text).not.toMatch(/ [+-]0[. ]|~–/);
      expect(stdout).not.toMatch(/<rect|NaN|undefined/);
    }
  });

  it("shows texts of the service as texts, with what controls a reader made visible", async () => {
    const bad = '<img src=x onerror="alert(1)">\u202e\u0000\u001b[31m';
    const legs = [long({ exchange: bad, mark_price: null }), short({ exchange: `${bad}2` })];
    const strange = hedged(1, { asset: `${bad}</style><script>alert(1)</script>`, legs });
    const full = inFull(strange, { note: "<b>secret</b>" });
    const { stdout } = await carryWith(
      { positions: [strange], details: { [uuidOf(1)]: full }, ...paid },
      ["report", "--out", "-"],
    );
    expect(stdout).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;\\u202e\\x00\\x1b[31m");
    for (const part of ["<img", "<script", "\u202e", "\u0000", "\u001b", "secret"]) {
      expect(stdout).not.toContain(part);
    }
    expect(stdout.match(/<\/style>/g)).toHaveLength(1);
  });

  it("writes nothing when the service fails as it lists its positions", async () => {
    const before = readdirSync(directory);
    const out = place("failed.html");
    const positions = {} as unknown as object[]; // no list
    const { code, stderr } = await carryWith({ positions }, ["report", "--out", out]);
    expect(code).toBe(8);
    expect(stderr).toContain("error: ");
    expect(readdirSync(directory)).toEqual(before);
  });

  it.each([404, 503])(
    "writes what is known when a market answers %i, and says so",
    async (status) => {
      const out = place(`part-${status}.html`);
      const { code, stderr } = await carryWith(
        { positions: [hedged(1)], histories: { ...paid.histories, 2: status } },
        ["report", "--out", out],
      );
      expect([code, stderr]).toEqual([0, expect.stringContaining("warning: funding of 1 of")]);
      expect(textOf(readFileSync(out, "utf8"))).toContain("– 1 no funding");
    },
  );

  it("cuts a name at 64 characters of what it prints", async () => {
    const piled = `x${"\u0301".repeat(500)}`;
    const legs = [long({ exchange: piled }), short({ exchange: `\u202e${"y".repeat(80)}` })];
    const of = { positions: [hedged(1, { asset: "👩‍👩‍👧".repeat(65), legs })], ...paid };
    const { stdout } = await carryWith(of, ["report", "--out", "-"]);
    const text = textOf(stdout);
    expect(text).toContain(`${"👩‍👩‍👧".repeat(64)}…`);
    expect(text).toContain(`x${"\u0301".repeat(8)}\\u0301\\u0301`);
    expect(text).toContain(`\\u202e${"y".repeat(58)}…`);
    expect(stdout).not.toMatch(/\p{M}{9}|y{59}/u);
  });

  it("does not replace a file that appeared meanwhile", async () => {
    const out = place("meanwhile.html");
    const { code } = await carryWith(
      {
        get positions() {
          writeFileSync(out, "mine");
          return [hedged(1)];
        },
        ...paid,
      },
      ["report", "--out", out],
    );
    expect(code).toBe(2);
    expect(readFileSync(out, "utf8")).toBe("mine");
  });
});
