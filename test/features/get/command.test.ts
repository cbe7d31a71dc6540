import { describe, expect, it } from "vitest";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { sandbox, env } = sandboxForFile();
const get = (...argv: string[]) => carry(["positions", "get", ...argv], { env: env() });

async function sent(path: string): Promise<unknown> {
  const response = await fetch(sandbox().url + path, {
    headers: { authorization: `Bearer ${sandbox().apiKey}` },
  });
  return ((await response.json()) as { data: unknown }).data;
}

async function ids(): Promise<string[]> {
  const path = `/v1/portfolios/${sandbox().portfolioId}/positions`;
  return ((await sent(path)) as { position_id: string }[]).map((it) => it.position_id);
}

const detail = (
  n: number,
  overrides: { readonly [field: string]: unknown; readonly performance?: unknown } = {},
) => ({
  ...position(n),
  portfolio_id: PORTFOLIO,
  note: "hedge against the perp 🦊",
  legs: [
    {
      ...leg(),
      leg_id: uuidOf(100 + n),
      close_price: null,
      open_fee_paid: 12.5,
      close_fee_paid: null,
      funding: { calculated: 40.25, override: null },
    },
    {
      ...leg({ side: "short", exchange: "bybit" }),
      leg_id: uuidOf(200 + n),
      close_price: null,
      open_fee_paid: 11.5,
      close_fee_paid: null,
      funding: { calculated: -3, override: -2.75 },
    },
  ],
  ...overrides,
});

/** Starts a service with one position, which it also lists with its performance. */
function serving(data: { readonly performance?: unknown }) {
  const listed = { ...position(1), performance: data.performance ?? performance() };
  const list = { data: [listed], next_cursor: null };
  return faultyServer((socket, request) => {
    const body = request.includes("/portfolios/") ? list : { data };
    socket.write(answer(200, JSON.stringify(body)));
  });
}

async function scripted(data: { readonly performance?: unknown }, ...argv: string[]) {
  const server = await serving(data);
  return carry(["positions", "get", uuidOf(1), "--base-url", server.url, ...argv], {
    env: { CARRY_API_KEY: "k" },
  });
}

describe("positions get", () => {
  it("prints one position as the object that the service sent", async () => {
    const [id = ""] = await ids();
    const { stdout, code } = await get(id, "-o", "json");
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(await sent(`/v1/positions/${id}`))}\n`);
  });

  it("prints several as an array in the order asked for", async () => {
    const [a = "", b = "", c = ""] = await ids();
    const { stdout } = await get(c, a, b, "-o", "json");
    expect((JSON.parse(stdout) as { position_id: string }[]).map((it) => it.position_id)).toEqual([
      c,
      a,
      b,
    ]);
  });

  it("is paged on a low terminal, and begins with what it earns now", async () => {
    const [id = ""] = await ids();
    const paged: string[] = [];
    const page = async (text: string) => ({ shown: paged.push(text) > 0 });
    const screen = { terminal: 80, rows: 24, env: { ...env(), LANG: "C.UTF-8" } };
    await carry(["get", id, "--no-color"], { ...screen, page });
    const [title, now, since] = paged.join("").split("\n");
    expect(title).toMatch(/ · open, held \w+ · /);
    expect(now).toMatch(/^now /);
    expect(since).toMatch(/^since opening /);
  });

  it("reports requests with -v on stderr, before the page", async () => {
    const [id = ""] = await ids();
    const written: string[] = [];
    await carry(["get", id, "-v"], {
      env: env(),
      onStderr: (text) => written.push(`stderr: ${text}`),
      write: async (text) => void written.push(`stdout: ${text}`),
    });
    const first = written.findIndex((text) => text.startsWith("stdout: "));
    expect(written.slice(0, first).join("")).toContain("GET http");
    expect(written.slice(first).filter((text) => text.startsWith("stderr: "))).toEqual([]);
  });

  it("ends a page with the ids of the legs with --wide alone", async () => {
    const [id = ""] = await ids();
    const { legs } = (await sent(`/v1/positions/${id}`)) as { legs: { leg_id: string }[] };
    const [page, wide] = [(await get(id, "-v")).stdout, (await get(id, "--wide")).stdout];
    expect(wide.startsWith(`${page}\nLeg ids\n`)).toBe(true);
    expect(legs.map(({ leg_id }) => wide.includes(leg_id))).toEqual(legs.map(() => true));
  });

  it("finds a position by a unique beginning of its id", async () => {
    const [, id = ""] = await ids();
    const { stdout } = await get(id.slice(0, 6).toUpperCase(), "-o", "json");
    expect(JSON.parse(stdout).position_id).toBe(id);
  });

  it("lists the candidates of an ambiguous beginning and exits 2", async () => {
    const data = [position(1), position(2)];
    const server = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data, next_cursor: null }))),
    );
    const { code, stdout, stderr } = await carry(
      ["positions", "get", "0000", "--base-url", server.url],
      {
        env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      },
    );
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      'error: position 0000: "0000" names 2 positions\n' +
        `hint: use one of BTC.${uuidOf(1)} (open), BTC.${uuidOf(2)} (open)\n`,
    );
  });

  it("exits 4 for a beginning that no position has, and for an unknown id", async () => {
    const [unknownPrefix, unknownId] = [await get("ffff0000"), await get(uuidOf(5))];
    expect([unknownPrefix.code, unknownId.code]).toEqual([4, 4]);
    expect(unknownPrefix.stderr).toMatch(/^error: position ffff0000: no position/);
  });

  it("reports each failure with its id, prints the others and exits with the worst code", async () => {
    const [a = "", b = ""] = await ids();
    const { stdout, stderr, code } = await get(a, uuidOf(5), b, "-o", "ndjson");
    expect(code).toBe(4);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).position_id),
    ).toEqual([a, b]);
    expect(JSON.parse(stderr).error.message).toContain(uuidOf(5));
  });

  it.each(["abc", "xyz12", "BTC.ffff0000", "12345678-1234-1234-1234-1234567890123"])(
    "exits 4 for a name that no position has, with a hint: %s",
    async (name) => {
      const { code, stdout, stderr } = await get(name);
      expect([code, stdout]).toEqual([4, ""]);
      expect(stderr).toBe(
        `error: position ${name}: no position of the portfolio is named "${name}"\n` +
          "hint: a position is named by its id, its asset or both (SUI, SUI.1a9f, 1a9f3c02), as in carry positions list\n",
      );
    },
  );

  it("shows the whole of a position on a page that fits 80 columns", async () => {
    const server = await serving(detail(1));
    const { stdout } = await carry(
      ["positions", "get", uuidOf(1), "--no-color", "--base-url", server.url],
      {
        env: { CARRY_API_KEY: "k" },
        terminal: 80,
      },
    );
    for (const text of [
      "BTC.0000",
      uuidOf(1),
      PORTFOLIO,
      "hedge against the perp 🦊",
      "182d",
      "long binance",
      "short bybit",
    ]) {
      expect(stdout).toContain(text);
    }
    expect(stdout).toMatch(/^funding +\+40\.25 +-2\.75$/m);
    expect(stdout).toMatch(/^- calculated +\+40\.25 +-3\.00$/m);
    expect(stdout).toMatch(/^- override +– +-2\.75$/m);
    expect(stdout).toMatch(/^open fee +12\.50 +11\.50$/m);
  });

  it("shows a performance as in the list, if one is sent", async () => {
    const { stdout } = await scripted(
      detail(1, { performance: performance() }),
      "--no-performance",
    );
    expect(stdout.match(/^net PnL +\+81\.50\*$/gm)).toHaveLength(1);
    expect((await scripted(detail(1), "--no-performance")).stdout).toMatch(
      /^net PnL +– \(only in the list; --performance fetches it\)$/m,
    );
  });

  it("takes the performance from the list also where a field cannot be read", async () => {
    const { stdout, code } = await scripted(detail(1, { note: 7 }));
    expect(stdout).toMatch(/^since opening \+81\.50 /m);
    expect(stdout).not.toContain("net PnL, a mark price or a leverage is missing");
    expect(code).toBe(8);
  });

  it("has its figures in json with --figures alone, beside what the service sent", async () => {
    const all = await ids();
    const outlook = await carry(["positions", "outlook", "-o", "json"], { env: env() });
    const { rows } = JSON.parse(outlook.stdout) as {
      rows: { position_id: string; state: unknown }[];
    };
    const id = rows.find(({ state }) => state !== null)?.position_id ?? "";
    const plain = JSON.parse((await get(id, "--performance", "-o", "json")).stdout);
    const found = JSON.parse((await get(id, "--figures", "-o", "json")).stdout);
    expect(found.position).toEqual(plain);
    expect(Object.keys(found.figures)).toEqual(["basis", "break_even"]);
    expect(found.figures.basis).toMatchObject({ now: { unit: "percent" }, instants: 90 });
    const { at_30d, at_worst_week, kind } = found.figures.break_even;
    expect([at_30d.unit, at_worst_week.unit, typeof kind]).toEqual(["days", "days", "string"]);
    const two = await get(...all.slice(0, 2), "--figures", "-o", "json");
    expect(JSON.parse(two.stdout)).toHaveLength(2);
    const csv = await get(id, "--figures", "-o", "csv");
    expect(csv.stderr).toContain("--figures has no effect with --output csv");
  });

  it("begins with what it earns, made and what needs attention, and ends with its names", async () => {
    const { stdout } = await scripted(detail(1, { performance: performance() }), "--wide");
    const [head, , ...sections] = stdout.trimEnd().split("\n\n");
    expect(head?.split("\n").map((line) => line.split(/ {2,}/)[0])).toEqual([
      ...["BTC.0000 · open, held 182d · binance/bybit", "now unknown", "since opening +81.50"],
      ...["○ margin unknown, stale mark price: long binance, short bybit"],
      ...["○ funding unknown (24h): long binance, short bybit"],
      ...["○ mark prices up to 151d old: long binance, short bybit"],
    ]);
    expect(sections.map((text) => text.split("\n")[0])).toEqual([
      ...["Hedge", "Basis, 30 days", "Funding now", "Break-even", "Performance"],
      expect.stringMatching(/^ +long binance +short bybit$/),
      ...[expect.stringMatching(/^opened /), "Leg ids"],
    ]);
    expect(
      sections
        .at(-2)
        ?.split("\n")
        .map((line) => line.split(/ {2,}/)[0]),
    ).toEqual([...["opened", "note", "id", "portfolio"]]);
  });

  it("shows no annual figure for less than a day, and explains its marks", async () => {
    const young = (days: number) =>
      scripted(detail(1, { performance: performance({ duration_days: days }) }));
    expect((await young(0.9)).stdout).toMatch(
      /^APR +– \(held less than a day, or a leg has settled less than 3 times\)$/m,
    );
    const { stdout } = await young(6);
    expect(stdout).toMatch(/^APR +\+12\.50%~\*$/m);
    expect(stdout).toContain("\n~ annualised from under 7 days\n");
  });

  it("puts the parts of fees and spread below them", async () => {
    const { stdout } = await scripted(detail(1, { performance: performance() }));
    const labels = stdout
      .split("\n\n")
      .find((text) => text.startsWith("Performance\n"))
      ?.split("\n")
      .map((line) => line.split(/ {2,}/)[0]);
    expect(labels?.slice(1, 9)).toEqual([
      ...["funding", "fees", "- fees paid", "- exit fees (est.)"],
      ...["price PnL", "- realized", "- unrealized", "net PnL"],
    ]);
  });

  it("shows several in the order of --sort", async () => {
    const all = await ids();
    const assetsOf = async (sort: string) => {
      const { stdout } = await get(...all.slice(0, 6), "--sort", sort);
      return [...stdout.matchAll(/^(\S+)\.[\da-f]{4} · /gm)].map(([, asset = ""]) => asset);
    };
    const ascending = await assetsOf("asset");
    expect(new Set(ascending).size).toBeGreaterThan(1);
    expect(ascending).toEqual([...ascending].sort());
    expect(await assetsOf("asset:desc")).toEqual([...ascending].reverse());
  });

  it("is one row if no column of a leg is selected", async () => {
    const { stdout } = await scripted(detail(1), "--columns", "asset,status");
    expect(stdout.trimEnd().split("\n").slice(2)).toEqual(["BTC    open"]);
  });

  it("fetches and prints a position that is named twice once", async () => {
    const [id = ""] = await ids();
    const { stdout, code } = await get(id, id.slice(0, 13), id, "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).map((it: { position_id: string }) => it.position_id)).toEqual([id]);
  });

  it("looks the performance up when a column of it is chosen", async () => {
    const [id = ""] = await ids();
    const { stdout } = await get(id, "--columns", "asset,performance.funding_pnl");
    expect(stdout.split("\n")[2]).toMatch(/^\w+ +[+-]?[\d,]+\.\d\d$/);
  });

  it("has the performance in csv when it was asked for", async () => {
    const [id = ""] = await ids();
    const [header = ""] = (await get(id, "--performance", "-o", "csv")).stdout.split("\r\n");
    const added = header.split(",").filter((key) => key.startsWith("performance."));
    expect(added).toEqual([
      ...["performance.funding_pnl", "performance.fees.paid", "performance.fees.estimated_exit"],
      ...["performance.spread_pnl.realized", "performance.spread_pnl.unrealized"],
      ...["performance.net_pnl", "performance.duration_days", "performance.apr"],
      "performance.calculated_at",
    ]);
    expect((await get(id, "-o", "csv")).stdout).not.toContain("performance.");
  });

  it("is one row per leg in csv, with all fields of leg and position", async () => {
    const { stdout } = await scripted(detail(1), "-o", "csv");
    const [header, ...rows] = stdout.trimEnd().split("\r\n");
    expect(header).toBe(
      "position_id,portfolio_id,asset,status,note,opened_at,closed_at,legs.side,legs.market_id,legs.exchange,legs.symbol,legs.leverage,legs.quantity,legs.open_price,legs.mark_price,legs.mark_price_updated_at,legs.leg_id,legs.close_price,legs.open_fee_paid,legs.close_fee_paid,legs.funding.calculated,legs.funding.override,legs.funding",
    );
    expect(rows.map((row) => row.split(",").slice(-4))).toEqual([
      ["", "40.25", "", "40.25"],
      ["", "-3", "-2.75", "-2.75"],
    ]);
  });
});
