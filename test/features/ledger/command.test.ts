import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../../archive/temp-archive.js";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carryWith, inFull } from "../../support/answers.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { NOW } from "../../support/now.js";
import { leg, position, uuidOf } from "../../support/records.js";

interface Row {
  readonly id: string;
  readonly time: string;
  readonly days: string;
  readonly component: string;
  readonly source: string;
  readonly status: string;
  readonly amount: { readonly value: number };
}
interface LedgerJson {
  readonly rows: readonly Row[];
  readonly totals: Record<string, { readonly value: number; counted: number; of: number }>;
}

/** Five minutes after a midnight. */
const BEGIN = Date.parse("2026-06-01T00:05:00Z");
const opened = (at: number) => ({ opened_at: new Date(at).toISOString() });
const closed = (at: number) => ({ status: "closed", closed_at: new Date(at).toISOString() });

/** A service whose positions are recorded, and `carry positions ledger` forty days later. */
async function desk() {
  const service = await past();
  const ledger = (argv: readonly string[] = [], more: Surroundings = {}) =>
    carry(["positions", "ledger", ...argv], {
      ...more,
      env: { ...service.env, ...more.env },
      clock: { now: () => BEGIN + 40 * DAY },
    });
  const text = async (...argv: string[]): Promise<string> => {
    const { stdout, stderr, code } = await ledger(argv);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  const json = async (...argv: string[]) =>
    JSON.parse(await text(...argv, "-o", "json")) as LedgerJson;
  /** Records positions at these hours. */
  const record = async (hours: number, ...positions: readonly Record<string, unknown>[]) =>
    service.look(BEGIN + hours * HOUR, positions);
  return { ...service, ledger, text, json, record };
}

const at = BEGIN;
const brief = ({ rows }: LedgerJson) =>
  rows.map(({ time, component, source, amount }) => [time, component, source, amount.value]);

describe("positions ledger", () => {
  it("posts what a position had before as its opening, then what each day brought", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 10, paid: 2, realized: -1, at }));
    await record(24, told(1, { funding: 13.5, paid: 2, realized: -1, at }));
    await record(48, told(1, { funding: 12.25, paid: 3, realized: 4, at }));
    expect(brief(await json())).toEqual([
      ["2026-06-01", "funding_pnl", "opening", 10],
      ["2026-06-01", "fees_paid", "opening", 2],
      ["2026-06-01", "spread_realized", "opening", -1],
      ["2026-06-01", "funding_pnl", "snapshots", 3.5],
      ["2026-06-02", "funding_pnl", "snapshots", -1.25],
      ["2026-06-02", "fees_paid", "snapshots", 1],
      ["2026-06-02", "spread_realized", "snapshots", 5],
    ]);
    const { totals } = await json();
    expect(totals.funding_pnl).toMatchObject({ value: 12.25, counted: 1, of: 1 });
    expect(totals.fees_paid?.value).toBe(3);
    expect(totals.spread_realized?.value).toBe(4);
  });

  it("names each amount by position, component and day", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 1, at }));
    await record(24, told(1, { funding: 2, at }));
    expect((await json()).rows.map(({ id }) => id)).toEqual([
      `${uuidOf(1)}/funding_pnl/opening`,
      `${uuidOf(1)}/funding_pnl/2026-06-01`,
    ]);
  });

  it("counts a position that was opened since the snapshot before from 0", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { at }));
    const more = opened(BEGIN + HOUR);
    await record(24, told(1, { at }), told(2, { funding: 5, paid: 3, at }, more));
    expect(brief(await json())).toEqual([
      ["2026-06-01", "funding_pnl", "snapshots", 5],
      ["2026-06-01", "fees_paid", "snapshots", 3],
    ]);
  });

  it("opens a position that is listed first on a later day but was opened before", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { at }));
    await record(12, told(1, { at }), told(2, { funding: 5, at }));
    await record(24, told(1, { at }), told(2, { funding: 6, at }));
    expect(brief(await json())).toEqual([
      ["2026-06-01", "funding_pnl", "opening", 5],
      ["2026-06-01", "funding_pnl", "snapshots", 1],
    ]);
  });

  it("rounds so that the postings of a position add up to its total in cents", async () => {
    const { record, json, text } = await desk();
    const totals = [0.004, 0.008, 0.012, 0.0151, 1.00499];
    for (const [n, funding] of totals.entries()) await record(24 * n, told(1, { funding, at }));
    expect(brief(await json()).map(([day, , , usd]) => [day, usd])).toEqual([
      ["2026-06-01", 0.01],
      ["2026-06-03", 0.01],
      ["2026-06-04", 0.98],
    ]);
    const postings = (await text("--as", "hledger")).match(/-?[\d.]+(?= USD$)/gm)?.slice(1);
    expect(postings).toEqual(["0.01", "-0.01", "0.01", "-0.01", "0.98", "-0.98"]);
  });

  it("leaves out the day that is not over", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { at }));
    await record(24, told(1, { funding: 5, at }));
    await record(36, told(1, { funding: 9, at }));
    expect(brief(await json())).toEqual([["2026-06-01", "funding_pnl", "snapshots", 5]]);
  });

  it("posts joined days on the last of them, and says so", async () => {
    const { record, json, text } = await desk();
    await record(0, told(1, { at }));
    await record(72, told(1, { funding: 5, at }));
    const { rows } = await json();
    expect(rows).toMatchObject([{ time: "2026-06-03", days: "2026-06-01 to 2026-06-03" }]);
    expect(await text()).toContain("2026-06-03 (since 06-01)");
    expect(await text("--as", "hledger")).toContain("funding of 2026-06-01 to 2026-06-03");
    expect(await text("--as", "beancount")).toContain('"funding of 2026-06-01 to 2026-06-03"');
  });

  it("does not need a net PnL, and posts what was not sent on the day on which it is", async () => {
    const { record, json, ledger } = await desk();
    await record(0, told(1, { funding: 1, at }));
    await record(24, told(1, { funding: 3, net: null, at }));
    await record(48, told(1, { at }, { performance: undefined }));
    expect(brief(await json()).slice(1)).toEqual([["2026-06-01", "funding_pnl", "snapshots", 2]]);
    expect((await ledger(["-o", "csv"])).stderr).toBe(
      "note: not sent by the service, and posted once it is: funding_pnl of BTC.0000, and 2 more figures\n",
    );
    expect((await json()).totals.funding_pnl).toMatchObject({ counted: 0, of: 1 });
    await record(72, told(1, { funding: 10, at }));
    expect(brief(await json()).slice(1)).toEqual([
      ["2026-06-01", "funding_pnl", "snapshots", 2],
      ["2026-06-03", "funding_pnl", "snapshots", 7],
    ]);
  });

  it("keeps the amounts of a position that vanished, and goes on when it is back", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 1, at }), told(2, { at }));
    await record(24, told(2, { at }));
    await record(48, told(1, { funding: 4, at }), told(2, { at }));
    expect(brief(await json())).toEqual([
      ["2026-06-01", "funding_pnl", "opening", 1],
      ["2026-06-02", "funding_pnl", "snapshots", 3],
    ]);
  });

  it("counts an id that was given to another position from 0, one transaction for each id", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 1, at }), told(2, { at }));
    await record(12, told(1, { funding: 3, at }), told(2, { at }));
    await record(18, told(2, { at }));
    await record(24, told(1, { funding: 5, at }, opened(BEGIN + 20 * HOUR)), told(2, { at }));
    expect(brief(await json())).toEqual([
      ["2026-06-01", "funding_pnl", "opening", 1],
      ["2026-06-01", "funding_pnl", "snapshots", 7],
    ]);
  });

  it("gives the opening of a later position with the id an id of its own", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 1, at }), told(2, { at }));
    await record(24, told(2, { at }));
    await record(48, told(2, { at }));
    const later = opened(BEGIN + 26 * HOUR);
    await record(72, told(1, { funding: 5, at }, later), told(2, { at }));
    await record(96, told(1, { funding: 8, at }, opened(BEGIN + 80 * HOUR)), told(2, { at }));
    expect((await json()).rows.map(({ id, amount }) => [id.slice(37), amount.value])).toEqual([
      ["funding_pnl/opening", 1],
      ["funding_pnl/opening-2026-06-02", 5],
      ["funding_pnl/2026-06-04", 8],
    ]);
  });

  it("prints the same bytes twice, and later only more of them but for the mark of a closed one", async () => {
    const { record, text } = await desk();
    const styles = ["hledger", "beancount", "csv"];
    const unmarked = (ledger: string) =>
      ledger.replace(/^(\S+) ! /gm, "$1 * ").replace(/,open,/g, ",closed,");
    const before = new Map(styles.map((as) => [as, ""]));
    for (let n = 0; n < 14; n++) {
      const second = n < 4 ? [] : [told(2, { funding: n, paid: 1, at }, opened(BEGIN + 42 * HOUR))];
      const third = n < 7 ? [] : [told(3, { funding: 100 + n, at }, { asset: "ARB" })];
      const end = n > 9 ? closed(BEGIN + 105 * HOUR) : {};
      await record(
        12 * n,
        told(1, { funding: n * 2.5, paid: n > 9 ? 4 : 2, at }, end),
        ...second,
        ...third,
      );
      for (const as of styles) {
        const now = await text("--as", as);
        expect(await text("--as", as)).toBe(now);
        expect(unmarked(now).startsWith(unmarked(before.get(as) ?? ""))).toBe(true);
        before.set(as, now);
      }
    }
    expect(before.get("hledger")?.match(/; id: /g)?.length).toBeGreaterThan(12);
  });

  it("marks open positions with !", async () => {
    const { record, text } = await desk();
    const marks = async () => (await text("--as", "hledger")).match(/^2026\S+ [!*]/gm);
    await record(0, told(1, { at }));
    await record(24, told(1, { funding: 1, at }));
    expect(await marks()).toEqual(["2026-06-01 !"]);
    await record(48, told(1, { funding: 2, at }, closed(BEGIN + 30 * HOUR)));
    expect(await marks()).toEqual(["2026-06-01 *", "2026-06-02 *"]);
    expect(await text("--as", "beancount")).toContain('2026-06-02 * "BTC binance/bybit" "funding"');
    expect(await text("--as", "csv")).toContain("/funding_pnl/2026-06-02,2026-06-02,closed,");
  });

  it("prints the days of a range as they are in the whole", async () => {
    const { record, json } = await desk();
    for (let n = 0; n < 6; n++) await record(24 * n, told(1, { funding: n * n, at }));
    const { rows } = await json();
    const some = await json("--start", "2026-06-02", "--end", "2026-06-04");
    expect(some.rows).toEqual(rows.filter(({ time }) => /-0[23]$/.test(time)));
    expect(some.rows).toHaveLength(2);
    const noon = await json("--start", "2026-06-02T12:00");
    expect(noon.rows).toEqual(rows.filter(({ time }) => time >= "2026-06-03"));
  });

  it("prints the positions that are named, by ids, prefixes or assets", async () => {
    const { record, json, ledger } = await desk();
    await record(0, told(1, { funding: 1, at }), told(2, { funding: 2, at }));
    expect(brief(await json(uuidOf(2))).map(([, , , usd]) => usd)).toEqual([2]);
    const { code, stderr } = await ledger(["abcd"]);
    expect([code, stderr.split("\n")[0]]).toEqual([4, expect.stringContaining('named "abcd"')]);
    const several = await ledger(["0000"]);
    expect([several.code, several.stderr]).toEqual([
      2,
      'error: "0000" names 2 positions\n' +
        `hint: use one of BTC.${uuidOf(1)} (open), BTC.${uuidOf(2)} (open)\n`,
    ]);
    expect((await ledger(["xyz!"])).code).toBe(4);
  });

  it("asks the service for nothing", async () => {
    const { record, ledger, server } = await desk();
    await record(0, told(1, { funding: 1, at }));
    const asked = server.requests.length;
    expect((await ledger()).code).toBe(0);
    expect(server.requests).toHaveLength(asked);
  });

  it("prints json as its schema describes it", async () => {
    const { record, json } = await desk();
    await record(0, told(1, { funding: 1, at }));
    await record(24, told(1, { funding: 2, at }));
    const contradicts = await contradictions("ledger");
    for (const argv of [[], [uuidOf(1), "--start", "2026-06-01"]]) {
      const printed = await json(...argv);
      expect(contradicts(printed)).toEqual([]);
      expect(contradicts({ ...printed, rows: [{}] })).not.toEqual([]);
    }
  });

  it("writes csv in which no cell is a formula, and the postings of an id balance", async () => {
    const { record, text } = await desk();
    const asset = '=HYPERLINK("https://x.example","y")';
    const legs = (told(1, { at }).legs as object[]).map((it) => ({ ...it, exchange: "@sum" }));
    await record(0, told(1, { funding: 1.5, paid: 2, at }, { asset, legs }));
    const csv = await text("--as", "csv");
    const [head, ...lines] = csv.split("\r\n");
    expect(head).toBe(
      "id,date,status,description,account,amount,currency,position_id,asset,exchanges,component,source",
    );
    expect(csv).not.toMatch(/(^|,)"?[=@]/m);
    expect(lines.slice(0, 4).map((line) => line.match(/,(-?[\d.]+),USD/)?.[1])).toEqual([
      ...["1.50", "-1.50", "-2.00", "2.00"],
    ]);
  });
});

describe("positions ledger --as csv", () => {
  it("takes the separator, the end of lines and the mark that a spreadsheet needs", async () => {
    const { record, text } = await desk();
    await record(0, told(1, { funding: 1.5, at }));
    const options = ["--delimiter", ";", "--eol", "lf", "--bom", "--no-header"];
    const lines = (await text("--as", "csv", ...options)).split("\n");
    expect(lines.map((line) => line.split(";").length)).toEqual([12, 12, 1]);
    expect(lines[0]?.startsWith(`\ufeff${uuidOf(1)}/funding_pnl/opening;`)).toBe(true);
  });
});

describe("positions ledger without snapshots", () => {
  it("says that there is nothing to post", async () => {
    const { record, ledger } = await desk();
    await record(0, told(1, { at }));
    const { stdout, stderr, code } = await ledger(["--as", "beancount"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(;;.*\n)+\n$/);
    expect(stderr.trim().split("\n").at(-1)).toBe("note: nothing is posted");
  });

  it("posts the totals so far: open ones marked and dated now, closed ones on their last day", async () => {
    const { service, env, ledger } = await desk();
    service.now = BEGIN;
    const done = told(2, { realized: 7, at }, closed(BEGIN - 3 * DAY));
    service.positions = [told(1, { funding: 1.005, paid: 2, at }), done];
    const none = { CARRY_ARCHIVE: join(tempDirectory(), "none"), CARRY_ACCEPT_CLOCK: "1" };
    const there = { env: { ...env, ...none } };
    const { stdout, stderr, code } = await ledger(["-o", "json"], there);
    expect(code).toBe(0);
    expect(JSON.parse(stderr.trim().split("\n").at(-1) ?? "")).toEqual({
      note: {
        code: "NO_SNAPSHOT",
        message:
          "nothing is recorded of the positions, so these are totals so far; `carry archive sync` records what each day brings",
      },
    });
    const found = JSON.parse(stdout) as LedgerJson;
    expect(brief(found)).toEqual([
      ["2026-05-29", "spread_realized", "total", 7],
      ["2026-06-01", "funding_pnl", "total", 1],
      ["2026-06-01", "fees_paid", "total", 2],
    ]);
    expect(found.rows.map(({ status }) => status)).toEqual(["closed", "open", "open"]);
    expect(found.rows[0]?.id).toBe(`${uuidOf(2)}/spread_realized/total`);
    expect((await ledger(["--as", "hledger"], there)).stdout).toContain(
      "2026-06-01 ! BTC.00000000 funding so far\n",
    );
  });

  it("posts what was there at the only snapshot, and says that the days follow", async () => {
    const { record, ledger } = await desk();
    await record(0, told(1, { funding: 1, at }));
    const { stdout, stderr, code } = await ledger(["--as", "hledger"]);
    expect(code).toBe(0);
    expect(stdout.match(/funding before 2026-06-01 00:05Z/g)).toHaveLength(1);
    expect(stderr).toBe(
      "note: no day is recorded up to its end, so only what was there at 2026-06-01 00:05Z is posted; the days follow with later snapshots\n",
    );
  });

  it.each([
    ["a range without a recorded day", ["--start", "2026-06-20"], 2, "it has 2 snapshots from"],
    ["a range before all of them", ["--end", "2026-05-01"], 2, "begins in this range"],
    ["a range in the future", ["--start", "2027-06-20"], 2, "is in the future"],
    ["snapshots of another portfolio", ["--portfolio", uuidOf(77)], 9, "but of 11111111-"],
    ["another service", ["--base-url", "https://other.example.com"], 9, "not of https://other"],
    ["--as with a format of -o", ["--as", "hledger", "-o", "json"], 2, "exclude each other"],
    ["--as with --json", ["--as", "csv", "--json"], 2, "--as csv and --json exclude"],
    ["--as with columns", ["--as", "csv", "--columns", "id"], 2, "--as csv and --columns"],
    ["the signs of csv for a journal", ["--as", "hledger", "--eol", "lf"], 2, "--eol exclude"],
    ["a program that it does not know", ["--as", "gnucash"], 2, "one of hledger, beancount, csv"],
    ["a column that is not there", ["--columns", "nothing"], 2, "nothing"],
  ])("refuses %s in one line", async (_, argv, exitCode, message) => {
    const { record, ledger } = await desk();
    await record(0, told(1, { at }));
    await record(24, told(1, { at }));
    const { code, stdout, stderr } = await ledger(argv);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(message);
  });

  it("refuses a range when nothing is recorded at all", async () => {
    const { env, ledger } = await desk();
    const there = { env: { ...env, CARRY_ARCHIVE: join(tempDirectory(), "none") } };
    const { code, stderr } = await ledger(["--start", "7d"], there);
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      "error: nothing is recorded, so there are no days for --start and --end",
    ]);
  });

  it("takes the format of a profile or of CARRY_OUTPUT for one that --as is instead of", async () => {
    const { record, ledger, env } = await desk();
    await record(0, told(1, { funding: 1, at }));
    const more = { env: { ...env, CARRY_OUTPUT: "json" } };
    const { stdout, code } = await ledger(["--as", "beancount"], more);
    expect([code, stdout.startsWith(";; ")]).toEqual([0, true]);
  });
});

describe("positions ledger --by-leg", () => {
  const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
  const iso = (time: number) => new Date(time).toISOString();
  const event = (time: number, more: object = {}) => ({
    funding_time: iso(time),
    funding_rate: "0.0001",
    funding_interval: 8,
    mark_price: "60000",
    ...more,
  });
  /** Events every 8 hours up to the morning of now, newest first. */
  const events = (more: (index: number) => object = () => ({})) =>
    Array.from({ length: 24 }, (_, n) => event(MIDNIGHT + (8 - 8 * n) * HOUR, more(n)));
  /** Opened 2 days before midnight, with 0.5 BTC on each side. */
  const LISTED = position(1, {
    opened_at: iso(MIDNIGHT - 2 * DAY),
    legs: [leg(), leg({ side: "short", exchange: "bybit", market_id: 2, quantity: 0.4 })],
  });
  const detailOf = (listed: Record<string, unknown>) => {
    const [first] = (inFull(listed) as { legs: object[] }).legs;
    return { ...first, close_price: 61000, close_fee_paid: 1 };
  };
  const byLeg = (
    argv: readonly string[],
    histories: Record<number, object[]> = { 1: events(), 2: events() },
    detail: object = inFull(LISTED),
  ) => {
    const of = { positions: [LISTED], details: { [uuidOf(1)]: detail }, histories };
    return carryWith(of, ["positions", "ledger", "--by-leg", ...argv]);
  };
  const rowsOf = async (...args: Parameters<typeof byLeg>) => {
    const { stdout, stderr } = await byLeg(...args);
    const { rows } = JSON.parse(stdout) as LedgerJson;
    return { amounts: rows.map((it) => [it.id.slice(37), it.amount.value]), rows, stderr };
  };
  const LONG = uuidOf(100);
  const SHORT = uuidOf(101);

  it("posts the settled funding of each leg by day, for the days that are over", async () => {
    const { amounts, rows, stderr } = await rowsOf(["-o", "json"]);
    // Three events a day of 60,000 x 0.0001: 6 USD a unit, of which the long leg has 0.5.
    expect(amounts).toEqual([
      [`${LONG}/funding_pnl/2026-05-30`, -9],
      [`${SHORT}/funding_pnl/2026-05-30`, 7.2],
      [`${LONG}/funding_pnl/2026-05-31`, -9],
      [`${SHORT}/funding_pnl/2026-05-31`, 7.2],
    ]);
    expect(rows.map(({ source }) => source)).toEqual(Array(4).fill("events"));
    expect(rows[0]).toMatchObject({
      ...{ portfolio: null, position_id: uuidOf(1), leg_id: LONG, side: "long" },
      ...{ exchange: "binance", long: { exchange: "binance" }, short: { exchange: "bybit" } },
    });
    expect(stderr).toBe("");
  });

  it("says in each transaction that it is computed, and of which leg", async () => {
    const { stdout } = await byLeg(["--as", "hledger"]);
    expect(stdout).toContain(
      "2026-05-30 ! BTC.00000000 funding of the long leg, computed from settled events\n",
    );
    expect(stdout).toContain("    ; leg: short bybit BTCUSDT\n");
    expect(stdout).toContain("assets:carry:BTC:00000000-0000:long-binance-BTCUSDT  -9.00 USD\n");
    const { stdout: csv } = await byLeg(["--as", "csv"]);
    expect(
      csv
        .trim()
        .split("\r\n")
        .slice(1)
        .every((line) => line.endsWith(",events")),
    ).toBe(true);
  });

  it("leaves out a day of a leg without one of its events, and says so", async () => {
    const some = events().filter((_, n) => n !== 5); // the morning of the 30th
    const unrated = events((n) => (n === 2 ? { funding_rate: null } : {}));
    const { amounts, stderr } = await rowsOf(["-o", "json"], { 1: some, 2: unrated });
    expect(amounts).toEqual([
      [`${SHORT}/funding_pnl/2026-05-30`, 7.2],
      [`${LONG}/funding_pnl/2026-05-31`, -9],
    ]);
    expect(stderr).toContain("2 days of legs, without one of their events, left out");
  });

  it("leaves out and names a leg whose funding is unknown", async () => {
    const [one, two] = (inFull(LISTED) as { legs: object[] }).legs;
    const detail = inFull(LISTED, { legs: [one, { ...two, market_id: null }] });
    const { amounts, stderr } = await rowsOf(["-o", "json"], undefined, detail);
    expect(amounts.map(([id]) => String(id).slice(0, 36))).toEqual([LONG, LONG]);
    expect(stderr).toContain(
      "legs whose funding is unknown are left out: BTC short bybit (market id unknown)",
    );
  });

  it("follows --start and --end, and takes ids", async () => {
    const { amounts } = await rowsOf([uuidOf(1), "-o", "json", "--start", "2026-05-31"]);
    expect(amounts.map(([id]) => id)).toEqual([
      `${LONG}/funding_pnl/2026-05-31`,
      `${SHORT}/funding_pnl/2026-05-31`,
    ]);
    const some = events().filter((_, n) => n !== 5); // the morning of the 30th
    const within = await byLeg(["--start", "2026-05-31"], { 1: some, 2: events() });
    expect(within.stderr).toBe("");
    const other = await byLeg([uuidOf(9)]);
    expect(other.code).toBe(4);
  });

  it("counts events at the sizes of snapshots, and leaves out a day in which the size changed", async () => {
    const found = await past();
    const begun = { opened_at: iso(MIDNIGHT - 3 * DAY) };
    const held = (quantity: number) => [leg({ quantity })];
    const sizes = [
      [-71, 1],
      [-47, 1],
      [-25, 1],
      [-23, 3],
      [-1, 3],
    ] as const;
    for (const [hours, quantity] of sizes) {
      const sent = told(1, { at: NOW }, { ...begun, legs: held(quantity) });
      await found.look(MIDNIGHT + hours * HOUR, [sent]);
    }
    const done = { status: "closed", closed_at: iso(MIDNIGHT - HOUR) };
    const listed = told(1, { at: NOW }, { ...begun, ...done, legs: held(0) });
    const { service, env } = found;
    service.now = NOW;
    service.positions = [listed];
    service.details.set(uuidOf(1), inFull(listed, { legs: [detailOf(listed)] }));
    service.respond = () => ({ data: events() });
    const argv = ["positions", "ledger", uuidOf(1), "--by-leg", "-o", "json"];
    const { stdout, stderr, code } = await carry(argv, { env, clock: { now: () => NOW } });
    expect(code).toBe(0);
    const { rows } = JSON.parse(stdout) as LedgerJson;
    // A day has three events of 6 USD; the last one of the third day is after the closing.
    expect(rows.map(({ time, amount }) => [time, amount.value])).toEqual([
      ["2026-05-29", -18],
      ["2026-05-31", -36],
    ]);
    expect(stderr).toContain("1 day of legs, without one of their events, left out");
  });

  it("says that no position is open", async () => {
    const { code, stderr } = await carryWith({ positions: [] }, [
      "positions",
      "ledger",
      "--by-leg",
    ]);
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      "error: no position of the portfolio is open",
    ]);
  });
});
