import { describe, expect, it } from "vitest";
import { type Answers, carryWith, settingsOf, settled } from "../../support/answers.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { ago, DAY, HOUR, long, MINUTE, short } from "../../support/fresh-legs.js";
import { iso, NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile();

/** A position that needs no attention. */
const sound = (n: number, more: Record<string, unknown> = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });

/** A position with this sum of funding and price PnL; its notional is 30,500 per side. */
const bringing = (n: number, amount: number, more: Record<string, unknown> = {}) => {
  const unrealized = amount - 100.5;
  const spread_pnl = { realized: 0, unrealized };
  return sound(n, {
    legs: [long(), short({ open_price: 61000 + 2 * (unrealized - 500) })],
    performance: performance({ net_pnl: amount - 15.5, spread_pnl }),
    ...more,
  });
};

type Histories = NonNullable<Answers["histories"]>;

async function status(of: Answers, argv: readonly string[] = [], more: Surroundings = {}) {
  return carryWith(of, ["status", ...argv], more);
}

interface Judged {
  readonly position_id: string;
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
}
interface StatusJson {
  readonly as_of: string | null;
  readonly service_time: string;
  readonly totals: Record<string, { value: number | null; counted: number }>;
  readonly portfolios: readonly Pick<StatusJson, "totals">[];
  readonly attention: readonly Judged[];
  readonly not_judged: readonly Judged[];
}

const check = (of: Answers, settings: Record<string, string> = {}) =>
  carryWith(of, ["check"], settingsOf(settings));

async function statusJson(of: Answers, ...argv: string[]): Promise<StatusJson> {
  return JSON.parse((await status(of, [...argv, "-o", "json"])).stdout) as StatusJson;
}

async function reasonsOf(legs: unknown[], more: object = {}, histories = {}) {
  const positions = [sound(1, { legs, ...more })];
  const { attention, not_judged } = await statusJson({ positions, histories }, "-q");
  return [...attention, ...not_judged]
    .filter(({ position_id }) => position_id !== null)
    .flatMap(({ reasons }) => reasons.map((it) => it.text));
}

describe("status", () => {
  it("sums the open positions and requests no others", async () => {
    const positions = [
      sound(1),
      sound(2, { performance: performance({ net_pnl: null, apr: 99 }) }),
      sound(3, { performance: performance({ net_pnl: 0.2, apr: -12.5 }) }),
    ];
    const { stdout, requests, code } = await status({ positions });
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(1, 3)).toEqual([
      "since opening +81.70  +6.27% a year of ~15.4k capital (1 estimated)  funding +119.70  price -7.00  fees 20.50 paid + 10.50 exit (est.)",
      "3 open, 2 priced (66.67% of gross) · gross 183k · net 0.00 · next funding in 4h 0.00 · 11:59Z · unhedged 0.00",
    ]);
    expect(requests[0]).toContain("statuses=open&include=performance");
  });

  it("says that the time of the performances is unknown where one cannot be read", async () => {
    const undated = { performance: performance({ calculated_at: "soon" }) };
    const positions = [sound(1), sound(2, undated)];
    expect((await statusJson({ positions })).as_of).toBeNull();
    expect((await status({ positions })).stdout).toContain("time unknown");
    expect((await statusJson({ positions: [] })).as_of).toBe(iso(NOW));
    const contradicts = await contradictions("status");
    expect(contradicts(await statusJson({ positions }))).toEqual([]);
  });

  it("has the sign of a bound and the counts of what is over fewer positions", async () => {
    const unmarked = { legs: [long({ mark_price: null, open_price: null }), short()] };
    const odd = sound(2, { ...unmarked, performance: performance() });
    const { stdout } = await status({ positions: [sound(1), odd] });
    expect(stdout).toMatch(/gross ≥61k \(1 of 2\)/);
    expect(stdout).toMatch(/notional \(7d, 1 of 2\)/);
  });

  it("nets the positions of an asset with --net, also of each of several portfolios", async () => {
    const positions = [sound(1, { legs: [long()] }), sound(2, { legs: [short()] })];
    const several = ["--portfolio", `${PORTFOLIO},${uuidOf(9)}`];
    const { totals, portfolios } = await statusJson({ positions }, "--net", ...several);
    const all = [totals, ...portfolios.map((it) => it.totals)]; // the first one owns both
    expect(all.map((it) => it.unhedged_notional?.value)).toEqual([0, 0, null]);
  });

  it("marks a next settlement that is an estimate", async () => {
    const odd = settled("0", 8).filter((_, n) => n !== 1);
    const { stdout } = await status({ positions: [sound(1)], histories: { 1: odd, 2: odd } });
    expect(stdout).toContain("next funding in ~4h 0.00");
  });

  it("counts positions with a stale mark price, and says how old it is", async () => {
    const at = { mark_price_updated_at: "2026-06-01T11:00:00Z" };
    const positions = [sound(1), sound(2, { legs: [long(at), short()] })];
    const { stdout } = await status({ positions });
    expect(stdout).toMatch(/^1 stale · 1 unknown$/m);
    expect(stdout).toMatch(/^○ .* mark price 1h old: long binance$/m);
  });

  it("says in one line that all is well", async () => {
    const { stdout } = await status({ positions: [sound(1), sound(2)] });
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "All well: none of 2 open positions needs attention.",
    );
    expect((await status({ positions: [] })).stdout).toBe("All well: no open positions.\n");
  });

  it.each<[string, object[], object, Histories, string[]]>([
    [
      "legs with an imbalance above 2 %",
      [long({ quantity: 0.511 }), short()],
      {},
      {},
      ["imbalance 2.15%: net long 0.011 BTC"],
    ],
    [
      "a side that is missing",
      [short()],
      { performance: performance({ spread_pnl: { realized: 0, unrealized: -500 } }) },
      {},
      [
        "unhedged: no long leg, 0.5 BTC = 30,500 USD short",
        "losing: funding and price PnL -399.50",
      ],
    ],
    ["no legs with a smaller imbalance", [long({ quantity: 0.51 }), short()], {}, {}, []],
    [
      "a net PnL that is missing",
      [long(), short()],
      { performance: performance({ net_pnl: null }) },
      {},
      ["net PnL unknown"],
    ],
    [
      "a missing mark",
      [long(), short({ mark_price: null, mark_price_updated_at: null })],
      {},
      {},
      ["no mark price: short bybit"],
    ],
    [
      "a stale mark",
      [long({ mark_price_updated_at: ago(3 * HOUR) }), short()],
      {},
      {},
      ["mark price 3h old: long binance", "margin unknown, stale mark price: long binance"],
    ],
    [
      "a mark that is ahead of the service's time",
      [long({ mark_price_updated_at: ago(-8 * MINUTE) }), short()],
      {},
      {},
      ["mark price 8m ahead: long binance", "margin unknown, stale mark price: long binance"],
    ],
    [
      "no mark of a leg that holds nothing",
      [long(), short(), short({ exchange: "okx", quantity: 0, mark_price: null, market_id: null })],
      {},
      {},
      [],
    ],
    [
      "a pair that pays over the last day",
      [long(), short()],
      {},
      { 1: settled("0.0002"), 2: settled("0.0001") },
      ["costs 9.00/day"],
    ],
    [
      "no pair that has paid before it was opened",
      [long(), short()],
      { opened_at: ago(3.5 * HOUR) },
      { 1: [...settled("0", 1).slice(0, 3), ...settled("0.0002", 1).slice(3)], 2: settled("0", 1) },
      [],
    ],
    [
      "a pair that has paid since it was opened",
      [long(), short()],
      { opened_at: ago(3.5 * HOUR) },
      {
        1: [...settled("0.0002", 1).slice(0, 3), ...settled("-0.03", 1).slice(3)],
        2: settled("0", 1),
      },
      ["costs 18.00 in 3h since opening"],
    ],
    [
      "a leg without a market id as unknown",
      [long(), short({ market_id: null })],
      {},
      {},
      ["no market id: short bybit"],
    ],
    [
      "a market without events as unknown",
      [long(), short()],
      {},
      { 2: [] },
      ["funding unknown (24h): short bybit"],
    ],
    [
      "a day with a hole as unknown: 3 of 24 events are no day",
      [long(), short()],
      {},
      { 1: settled("0.0002", 1).filter((_, n) => n < 3 || n > 23), 2: settled("0", 1) },
      ["funding unknown (24h): 3 of 24 events"],
    ],
    [
      "a position that has not settled yet, with the time that it does",
      [long(), short()],
      { opened_at: ago(3 * HOUR) },
      { 1: settled("0.0002", 1), 2: settled("0.0002", 8) },
      ["not settled yet: short bybit, next 16:00Z"],
    ],
  ])("names %s", async (_what, legs, more, histories, expected) => {
    expect(await reasonsOf(legs, more, histories)).toEqual(expected);
  });

  it("sorts by the most serious reason, then by the amount", async () => {
    const positions = [
      sound(1, { legs: [long({ mark_price_updated_at: ago(DAY) }), short()] }),
      bringing(2, -50),
      bringing(3, -500),
      bringing(4, -60, { legs: [long({ quantity: 0.6 }), short()] }),
      sound(5),
    ];
    const { attention } = await statusJson({ positions });
    expect(attention.map((it) => [it.position_id, it.reasons.map(({ code }) => code)])).toEqual([
      [uuidOf(4), ["unbalanced", "losing"]],
      [uuidOf(3), ["losing"]],
      [uuidOf(2), ["losing"]],
      [uuidOf(1), ["mark_stale"]],
    ]);
  });

  it("takes the time of the service, not of this machine", async () => {
    const date = NOW + 7 * MINUTE;
    const { service_time, attention } = await statusJson({ positions: [sound(1)], date });
    expect(service_time).toBe(iso(date));
    expect(attention[0]?.reasons[0]?.text).toBe(
      "mark prices up to 8m old: long binance, short bybit",
    );
  });

  it("fetches each market once, as far back as a run looks, and none of closed legs", async () => {
    const gone = short({ exchange: "okx", market_id: 4, quantity: 0 });
    const positions = [sound(1), sound(2, { legs: [long(), short({ market_id: 3 }), gone] })];
    const { requests } = await status({ positions });
    const histories = requests.flatMap((it) => /history\/(\d+\?\S*)/.exec(it)?.[1] ?? []);
    const start = `resolution=event&start=${encodeURIComponent("2026-04-29T12:00:00Z")}`;
    expect(histories.sort()).toEqual([1, 2, 3].map((id) => `${id}?${start}`));
  });

  it("has one row a position, with the reasons that fit, the gravest first", async () => {
    const positions = [bringing(1, -60, { legs: [long({ quantity: 0.6 }), short()] }), sound(2)];
    const named = positions.map((it, n) => ({ ...it, position_id: idOf(n + 1) }));
    const at = async (terminal: number) =>
      (await status({ positions: named }, ["--no-color"], { terminal })).stdout;
    expect(await at(120)).toMatch(
      /^! {2}BTC\.1025 {2}binance\/bybit +6,100 {2}imbalance 16\.67%: net long 0\.1 BTC; losing: funding and price PnL -60\.00$/m,
    );
    expect(await at(80)).toMatch(
      /^! {2}BTC\.1025 {2}bin\/byb +6,100 {2}imbalance 16\.67%: net long 0\.1 BTC \+1$/m,
    );
  });
});

/** Ids that differ from their first characters on, as those of a service do. */
const idOf = (n: number) => `${(0x1000 + n * 37).toString(16)}${uuidOf(n).slice(4)}`;

describe("status of a large portfolio", () => {
  const losing = Array.from({ length: 23 }, (_, n) =>
    bringing(n + 1, -60 - n, { position_id: idOf(n + 1) }),
  );
  const low = { terminal: 80, rows: 24 };
  const BARE = ["--no-color"];

  it.each([24, 30])(
    "fits a terminal of %i lines less two, and says what is left out",
    async (rows) => {
      const young = sound(40, { position_id: idOf(40), opened_at: ago(HOUR) });
      const { stdout } = await status({ positions: [...losing, young] }, BARE, {
        terminal: 80,
        rows,
      });
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(rows - 2);
      expect(lines.length).toBeGreaterThanOrEqual(rows - 3);
      const shown = stdout.match(/losing: /g)?.length ?? 0;
      expect(lines.slice(-3)).toEqual([
        `${23 - shown} more: carry status --all`,
        "1 unknown in part: carry status --all",
        `next: carry get BTC.${idOf(23).slice(0, 4)}`,
      ]);
    },
  );

  it("has all of them with --all, in a pipe, and as json, and no more with -v", async () => {
    const whole = await status({ positions: losing }, ["--all"], low);
    expect(whole.stdout.match(/losing: /g)).toHaveLength(23);
    expect((await status({ positions: losing })).stdout.match(/losing: /g)).toHaveLength(23);
    const [verbose, plain] = [["-v"], []].map((it) => status({ positions: losing }, it, low));
    expect((await verbose)?.stdout).toBe((await plain)?.stdout);
    const json = await status({ positions: losing }, ["-o", "json", "-q"], low);
    expect(JSON.parse(json.stdout).attention).toHaveLength(23);
  });

  it("shows the three worst on the smallest terminal", async () => {
    const { stdout } = await status({ positions: losing }, [], { terminal: 80, rows: 8 });
    expect(stdout.match(/losing: /g)).toHaveLength(3);
  });

  it("keeps three rows for what costs money, and says what else can hurt today", async () => {
    const oneSided = Array.from({ length: 23 }, (_, n) =>
      sound(n + 40, {
        position_id: idOf(n + 40),
        legs: [long({ quantity: (n + 1) / 100 }), short({ quantity: 0 })],
      }),
    );
    const { stdout } = await status({ positions: [...losing, ...oneSided] }, BARE, low);
    const [graves, costly] = [/^●/gm, /^!/gm].map((sign) => stdout.match(sign)?.length ?? 0);
    expect(costly).toBe(3);
    const left = 23 - (graves ?? 0);
    expect(stdout).toMatch(new RegExp(`^${left} more can hurt today, [\\d.]+k$`, "m"));
    expect(stdout).toContain(`${46 - 3 - (graves ?? 0)} more: carry status --all\n`);
  });

  it("tells a trader in 24 lines what is earned now, what is wrong, and where the most is at stake", async () => {
    const worst = sound(60, {
      position_id: idOf(60),
      asset: "LINK",
      legs: [long(), short({ quantity: 0 })],
    });
    const histories = { 2: settled("-0.0002") }; // costs 18 USD a day, after years of profit
    const gained = performance({ net_pnl: 32_587.22 });
    const positions = [...losing, worst, sound(61, { position_id: idOf(61), performance: gained })];
    const { stdout } = await status({ positions, histories }, ["--no-color"], low);
    const lines = stdout.split("\n").slice(0, 24);
    expect(lines[0]).toMatch(
      /^! now -\d[\d,.]*\/day {2}-\d+\.\d\d%(\/| a )year of \S+ notional \(7d\) /,
    );
    expect(lines[1]).toMatch(/^since opening \+\d/);
    expect(lines[3]).toMatch(/^1 unhedged 30\.5k · 23 losing -1\.\d+k · 24 cost funding \d+\/day/);
    expect(lines.find((line) => line.startsWith("●"))).toMatch(
      /^● {2}LINK +bin\/– +30,500 {2}unhedged: no short leg, 0\.5 LINK = 30,500 USD$/,
    );
    expect(stdout).toMatch(/\nnext: carry get LINK · carry positions rotate BTC\.\w+\n$/);
  });
});

describe("status when funding is not known", () => {
  it("does not say that all is well, and warns of what failed", async () => {
    const { stdout, stderr, code } = await status({ positions: [sound(1)], histories: { 2: 503 } });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "warning: funding of 1 of 2 markets could not be fetched: 2 (status 503)",
    );
    expect(stdout).not.toContain("All well");
    expect(stdout).toContain(
      "Unknown whether all is well: as far as known, the open position needs no attention.",
    );
    expect(stdout).toContain(`Funding unknown, a market's history is missing or empty (1): BTC\n`);
  });

  it("says so of all together where less than 90 % of the notional is known", async () => {
    const positions = [sound(1), sound(2, { legs: [long(), short({ market_id: null })] })];
    const { stdout } = await status({ positions });
    expect(stdout).toContain(
      "Unknown: whole book: funding unknown (7d), 1 of 2 positions known, 50.00% of notional",
    );
    const { not_judged } = await statusJson({ positions });
    expect(not_judged.at(-1)).toMatchObject({ position_id: null, asset: null, net_pnl: null });
  });

  it("says that events conflict, not that some are missing", async () => {
    const events = settled("0");
    const conflict = [...events, { ...events[1], funding_rate: "0.005" }];
    const of = { positions: [sound(1)], histories: { 2: conflict } };
    expect((await status(of)).stdout).toContain("Funding unknown, events conflict (1): BTC\n");
    const { stdout } = await status(of, ["-o", "json", "--query", "not_judged[0].reasons"]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        code: "funding_unknown",
        text: "funding unknown (24h): conflicting events",
        funding_run: { value: null, unknown: "events_conflicting" },
      },
    ]);
  });

  it("reports legs without a market id, which is not a failure", async () => {
    const positions = [sound(1, { legs: [long(), short({ market_id: null })] })];
    const { stdout, stderr, code } = await status({ positions });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Unknown whether all is well");
    expect(stdout).toContain("a leg has no market id (1): BTC");
  });
});

describe("carry check, by the reasons of status", () => {
  const losing = bringing(1, -60);
  const nameless = sound(1, { legs: [long(), short({ market_id: null })] });

  it("exits 10 when something needs attention, else 0, as status always does", async () => {
    expect((await check({ positions: [losing] })).code).toBe(10);
    expect((await status({ positions: [losing] })).code).toBe(0);
    expect((await check({ positions: [sound(1)] })).code).toBe(0);
  });

  it("exits 11 if nothing does but something cannot be judged, unless that is ignored", async () => {
    const ignored = { ignore: "market_unknown,book_paying" };
    expect((await check({ positions: [nameless] })).code).toBe(11);
    const { code, stderr } = await check({ positions: [nameless] }, ignored);
    expect([code, stderr]).toEqual([0, ""]);
    const { stdout } = await status({ positions: [nameless] }, [], settingsOf(ignored));
    expect(stdout).toContain("Ignored: 2 reasons (market_unknown, book_paying)\n");
  });

  it("says at exit 11 which codes to ignore, and nothing at 0 and 10", async () => {
    const past = long({ leverage: 10, open_price: 90_000 }); // lost at 81,000, and still held
    const unknown = sound(2, {
      legs: [past, short({ open_price: 90_000 })],
      performance: performance({ spread_pnl: { realized: 0, unrealized: 0 } }),
    });
    const { stderr } = await check({ positions: [nameless, unknown, sound(3)] });
    expect(stderr).toBe(
      "note: no rule failed, but 4 results are unknown (exit code 11); to accept that: carry profile set ignore margin_unknown,funding_unknown,market_unknown\n",
    );
    const lost = bringing(4, -60);
    expect((await check({ positions: [lost, nameless] })).stderr).toBe("");
    expect((await check({ positions: [sound(1)] })).stderr).toBe("");
    expect((await status({ positions: [nameless] })).stderr).toBe("");
  });

  it("cannot tell where a part could not be fetched, unless something needs attention", async () => {
    const histories = { 1: 503 };
    expect((await check({ positions: [sound(1)], histories })).code).toBe(11);
    expect((await check({ positions: [losing], histories })).code).toBe(10);
  });
});

describe("status for programs", () => {
  it("is positions that need attention as lines of ndjson, then the rest of the object", async () => {
    const [json, ndjson] = [
      await carry(["status", "-o", "json"], { env: env() }),
      await carry(["status", "-o", "ndjson"], { env: env() }),
    ];
    const { attention, ...rest } = JSON.parse(json.stdout);
    expect(attention.length).toBeGreaterThan(0);
    const lines = ndjson.stdout.trimEnd().split("\n");
    expect(lines.map((it) => JSON.parse(it) as unknown)).toEqual([...attention, rest]);
  });

  it("has every digit of a sum", async () => {
    const positions = [0.1, 0.2, 1e-7].map((funding_pnl, n) =>
      sound(n + 1, { performance: performance({ funding_pnl }) }),
    );
    const { stdout } = await status({ positions }, ["-o", "json"]);
    expect(stdout).toContain(
      '"funding_pnl":{"value":0.3000001,"unit":"usd","as_of":"2026-06-01T11:59:30Z","counted":3,"of":3,"stale":false}',
    );
  });

  it("has the time of the oldest mark with what is held, unless one has none", async () => {
    const at = (ms: number) => ({ mark_price_updated_at: ago(ms) });
    const positions = [
      sound(1, { legs: [long(at(2 * MINUTE)), short()] }),
      sound(2, { legs: [long(at(3 * MINUTE)), short()] }),
    ];
    const holdings = ["gross_notional", "net_notional", "unhedged_notional"];
    const { totals } = await statusJson({ positions }, "-q");
    for (const name of holdings) {
      expect(totals[name]).toMatchObject({ as_of: iso(NOW - 3 * MINUTE), unit: "usd", of: 2 });
    }
    const undated = sound(3, { legs: [long({ mark_price_updated_at: null }), short()] });
    const some = await statusJson({ positions: [...positions, undated] }, "-q");
    for (const name of holdings) expect(some.totals[name]).not.toHaveProperty("as_of");
  });

  it("is one row a reason in csv, and in a table with chosen columns", async () => {
    const csv = await carry(["status", "-o", "csv"], { env: env() });
    const [header, first, second, third] = csv.stdout.split("\r\n");
    expect(header).toMatch(
      /^portfolio,portfolio_id,position_id,asset,opened_at,net_pnl,severity,at_stake,at_stake\.unit,reasons\.code,reasons\.severity,/,
    );
    expect(first).toMatch(/,7572bc54-[^,]*,PEPE,[^,]*,1282.32,warning,[\d.]+,usd,unbalanced,/);
    expect(second?.split(",")[2]).toBe(third?.split(",")[2]);
    const table = await carry(["status", "--columns", "asset,code", "--sort", "code"], {
      env: env(),
    });
    expect(table.stdout.split("\n").slice(2, 4)).toEqual(["ETH    losing", "ETH    mark_missing"]);
  });

  it("keeps totals below the rows, and what is not known on stderr, when columns are chosen", async () => {
    const losing = bringing(1, -60);
    const unknown = sound(2, { legs: [long(), short({ market_id: null })] });
    const words = ["--columns", "asset,code"];
    const { stdout, stderr } = await status({ positions: [losing, unknown] }, words);
    expect(stdout).toMatch(/BTC +losing\n[\s\S]*net PnL \+6\.00/);
    expect(stderr).toContain(
      `note: Funding unknown, a leg has no market id (1): BTC.${uuidOf(2)}\n`,
    );
  });
});

describe("the funding of all positions together", () => {
  const paid = { positions: [sound(1), sound(2)], histories: { 1: settled("0.0001") } };

  it("is a reason of no position, in one line of a page and one row of csv", async () => {
    const { attention, totals } = await statusJson(paid);
    expect(attention.find((it) => it.position_id === null)).toMatchObject({
      ...{ asset: null, opened_at: null, severity: "warning" },
      at_stake: { value: 18, unit: "usd_per_day" },
      reasons: [{ code: "book_paying", funding_run: { value: -18, counted: 2, of: 2 } }],
    });
    expect(totals.now).toMatchObject({
      run_7d: { value: -18, unit: "usd_per_day" },
      now_apr: { unit: "percent_per_year", base: "notional", notional: 61_000 },
    });
    const { stdout } = await status(paid);
    expect(stdout).toContain("! now -18.00/day  ");
    const csv = await status(paid, ["-o", "csv", "--columns", "position_id,pair,reasons.code"]);
    expect(csv.stdout).toContain("\r\n,,book_paying\r\n");
  });

  it("needs attention by itself, unless that is ignored", async () => {
    const { stdout } = await status(paid, [], settingsOf({ ignore: "paying" }));
    expect(stdout).toContain("No single position needs attention, but the book costs funding.");
    expect((await check(paid, { ignore: "paying" })).code).toBe(10);
    expect((await check(paid, { ignore: "paying,book_paying" })).code).toBe(0);
  });
});
