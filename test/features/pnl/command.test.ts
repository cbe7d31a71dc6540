import { describe, expect, it } from "vitest";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { leg } from "../../support/records.js";

interface PnlJson {
  readonly rows: readonly (Record<string, { value: number | null; counted: number; of: number }> & {
    readonly group: string;
    readonly asset?: string;
    readonly units?: number;
    readonly part?: boolean;
    readonly asides: readonly { readonly code: string }[];
  })[];
  readonly totals: Record<string, { readonly value: number | null }>;
  readonly asides: readonly { readonly code: string }[];
}

/** A Monday, 00:00 UTC. */
const BEGIN = Date.parse("2026-06-01T00:00:00Z");

/** A service whose positions are recorded, and `carry positions pnl` ten days later. */
async function desk() {
  const service = await past();
  const pnl = (argv: readonly string[] = [], more: Surroundings = {}) =>
    carry(["positions", "pnl", ...argv], {
      ...more,
      env: { ...service.env, ...more.env },
      clock: { now: () => BEGIN + 40 * DAY },
    });
  const json = async (...argv: string[]): Promise<PnlJson> => {
    const { stdout, stderr, code } = await pnl([...argv, "-o", "json"]);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as PnlJson;
  };
  /** Records one position with these net PnLs, of funding alone. */
  const record = async (...points: readonly (readonly [hours: number, net: number | null])[]) => {
    for (const [hours, net] of points) {
      const at = BEGIN + hours * HOUR;
      await service.look(at, [told(1, { funding: net ?? 0, net, at })]);
    }
  };
  return { ...service, pnl, json, record };
}

const rowsOf = ({ rows }: PnlJson) => rows.map(({ group, net_pnl }) => [group, net_pnl?.value]);

describe("positions pnl --asset and --exchange", () => {
  const gate = [leg(), leg({ side: "short", exchange: "gate", market_id: 2 })];

  async function recorded() {
    const service = await desk();
    for (const day of [0, 1, 2]) {
      const at = BEGIN + day * DAY;
      const withLeg = day === 1 ? { legs: gate } : {}; // for a part of the time
      await service.look(at, [
        told(1, { funding: 10 * day, at }),
        told(2, { funding: 100 * day, at }, { asset: "ETH" }),
        told(3, { funding: 1000 * day, at }, withLeg),
      ]);
    }
    return service;
  }

  it("sum the positions that match at any time, over the whole time", async () => {
    const { json } = await recorded();
    expect(rowsOf(await json("--asset", "eth"))).toEqual([
      ["2026-06-01", 100],
      ["2026-06-02", 100],
    ]);
    expect(rowsOf(await json("--exchange", "gate", "--by", "asset"))).toEqual([["BTC", 2000]]);
    const found = await json("--asset", "ETH", "--by", "snapshot");
    expect(found.totals.net_pnl?.value).toBe(200);
    expect(found).toMatchObject({ inputs: { filters: { asset: ["ETH"], exchange: [] } } });
  });

  it.each(["day", "position", "snapshot"])("are named above what is by %s", async (by) => {
    const { pnl } = await recorded();
    const { stdout } = await pnl(["--by", by, "--asset", "BTC", "--exchange", "gate"]);
    expect(stdout).toMatch(/^1 of 3 positions: asset BTC · exchange gate\n/);
  });

  it("are named below a chart, and where nothing matches", async () => {
    const { pnl } = await recorded();
    expect((await pnl(["--chart", "--asset", "ETH"])).stdout).toContain(
      "1 of 3 positions: asset ETH",
    );
    expect((await pnl(["--asset", "SOL"])).stdout).toBe(
      "No positions: none matches --asset SOL.\n",
    );
  });
});

describe("positions pnl --by day", () => {
  it("runs each day between the first snapshots after its midnights", async () => {
    const { record, json } = await desk();
    await record([0, 100], [12, 500], [24.5, 130], [30, 1], [48, 120], [60, 150]);
    const found = await json();
    expect(rowsOf(found)).toEqual([
      ["2026-06-01", 30],
      ["2026-06-02", -10],
      ["2026-06-03", 30],
    ]);
    expect(found.rows.map(({ part }) => part)).toEqual([false, false, true]);
    expect(found.totals.net_pnl?.value).toBe(50);
  });

  it("joins days without a snapshot near their midnight, and says so", async () => {
    const { record, json, pnl } = await desk();
    await record([0, 100], [24, 110], [45, 120], [51, 125], [72, 160], [96, 161]);
    const found = await json();
    expect(rowsOf(found)).toEqual([
      ["2026-06-01", 10],
      ["2026-06-02 to 2026-06-03", 50],
      ["2026-06-04", 1],
    ]);
    expect(found.rows.map(({ units }) => units)).toEqual([1, 2, 1]);
    const { stdout } = await pnl();
    expect(stdout).toContain("2026-06-02 to 06-03 (2 joined)");
    expect(stdout).toContain(
      "days joined, since no snapshot is within 2 h of a midnight between them: 2026-06-02 to 2026-06-03",
    );
  });

  it("counts an unknown stretch on the day on which the net PnL is known again", async () => {
    const { record, json } = await desk();
    await record([0, 100], [24, null], [48, null], [72, 160], [96, null]);
    const { rows, totals, asides } = await json();
    expect(rows.map(({ net_pnl }) => [net_pnl?.value, net_pnl?.counted, net_pnl?.of])).toEqual([
      [null, 0, 1],
      [null, 0, 1],
      [60, 1, 1],
      [null, 0, 1],
    ]);
    expect(rows.map((row) => row.asides.map(({ code }) => code))).toEqual([
      ["net_unknown"],
      ["net_unknown"],
      ["net_known_again"],
      ["net_unknown"],
    ]);
    expect(totals.net_pnl).toMatchObject({ value: 60, counted: 1, of: 1 });
    expect(asides.map(({ code }) => code).sort()).toEqual(["net_known_again", "net_unknown"]);
  });

  it("relates the PnL to the notional on average, of each day and of the whole", async () => {
    const { record, json } = await desk();
    await record([0, 0], [24, 305], [48, 610]); // 0.5 BTC at 61000 a side
    const { rows, totals } = await json();
    expect(rows.map((row) => row.return_on_notional?.value)).toEqual([1, 1]);
    expect(totals.return_on_notional?.value).toBe(2);
    expect(totals.time_weighted?.value).toBe(2.01);
  });

  it("has no notional of a recorded mark that the other leg and the open price speak against", async () => {
    const { look, json } = await desk();
    const priced = { quantity: 1, open_price: 100, mark_price: 100 };
    for (const [days, mark] of [
      [0, 0],
      [1, 9000],
      [2, 100],
    ] as const) {
      const legs = [leg(priced), leg({ ...priced, side: "short", mark_price: mark })];
      const at = BEGIN + days * DAY;
      await look(at, [told(1, { funding: days, at }, { legs })]);
    }
    const { totals } = await json();
    expect(totals.return_on_notional).toMatchObject({ value: 2, notional: 100 });
  });

  it("has the PnL of a position that was opened and closed between two snapshots", async () => {
    const { look, json } = await desk();
    await look(BEGIN, [told(1, { at: BEGIN })]);
    const short = {
      opened_at: new Date(BEGIN + HOUR).toISOString(),
      closed_at: new Date(BEGIN + 2 * HOUR).toISOString(),
      status: "closed",
    };
    await look(BEGIN + DAY, [told(1, { at: BEGIN }), told(2, { realized: 9, at: BEGIN }, short)]);
    const { totals, asides } = await json();
    expect(totals.net_pnl).toMatchObject({ value: 9, counted: 2, of: 2 });
    // 9 ÷ 30,500
    expect(totals.return_on_notional).toMatchObject({
      value: 0.0295081967213115,
      counted: 1,
      of: 2,
    });
    expect(totals.return_on_notional).toMatchObject({ base: "notional", notional: 30_500 });
    expect(asides).toMatchObject([
      { code: "notional_unknown", position_id: expect.stringMatching(/2$/) },
    ]);
  });

  it("keeps the figures of a position that vanished, and names it", async () => {
    const { look, json, pnl } = await desk();
    await look(BEGIN, [told(1, { funding: 1, at: BEGIN }), told(2, { funding: 1, at: BEGIN })]);
    await look(BEGIN + 12 * HOUR, [
      told(1, { funding: 2, at: BEGIN }),
      told(2, { funding: 5, at: BEGIN }),
    ]);
    await look(BEGIN + DAY, [told(1, { funding: 3, at: BEGIN })]);
    const { totals, asides } = await json();
    expect(totals.net_pnl).toMatchObject({ value: 6, counted: 2 });
    expect(asides).toMatchObject([{ code: "vanished", since: "2026-06-01T12:00:00Z" }]);
    expect((await pnl()).stdout).toContain("no longer listed, keeps its figures of: BTC.0000");
  });

  it("draws a bar for each day and leaves joined days out of that plot", async () => {
    const { record, pnl } = await desk();
    await record([0, 0], [24, 10], [72, 30], [96, 40]);
    const { stdout } = await pnl(["--chart"], { terminal: 60, env: { NO_COLOR: "1" } });
    expect(stdout).toContain("net PnL of each day, USD");
    expect(stdout).toContain("┄┄┄ days joined");
    expect(stdout).toContain("cumulative, USD");
  });
});

describe("positions pnl by something else", () => {
  const two = async () => {
    const found = await desk();
    for (const [hours, funding] of [
      [0, 0],
      [24, 5],
      [200, 20],
      [800, 30],
    ] as const) {
      const at = BEGIN + hours * HOUR;
      await found.look(at, [
        told(1, { funding, at }),
        told(2, { funding: -funding * 2, at }, { asset: "ETH" }),
        told(3, { funding, at }),
      ]);
    }
    return found;
  };

  it("divides it by week and by month", async () => {
    const { json } = await two();
    expect(rowsOf(await json("--by", "week"))).toEqual([["2026-W23 to 2026-W27", 0]]);
    expect(rowsOf(await json("--by", "month"))).toEqual([["2026-06 to 2026-07", 0]]);
  });

  it("divides it by asset, pair and position, the largest first", async () => {
    const { json } = await two();
    const byAsset = await json("--by", "asset");
    expect(rowsOf(byAsset).sort()).toEqual([
      ["BTC", 60],
      ["ETH", -60],
    ]);
    expect(rowsOf(await json("--by", "pair"))).toEqual([["binance/bybit", 0]]);
    const byPosition = await json("--by", "position");
    expect(byPosition.rows.map(({ net_pnl }) => net_pnl?.value)).toEqual([-60, 30, 30]);
    expect(byPosition.totals).toEqual(byAsset.totals);
  });

  it("has a row for each of two positions that had one id", async () => {
    const { look, json } = await desk();
    const opened_at = new Date(BEGIN + 30 * HOUR).toISOString();
    await look(BEGIN, [told(1, { funding: 1, at: BEGIN })]);
    await look(BEGIN + DAY, [told(1, { funding: 4, at: BEGIN + DAY })]);
    await look(BEGIN + 2 * DAY, [
      told(1, { funding: 9, at: BEGIN + 2 * DAY }, { opened_at, asset: "ETH" }),
    ]);
    const { rows } = await json("--by", "position");
    expect(rows.map(({ asset, net_pnl }) => [asset, net_pnl?.value])).toEqual([
      ["ETH", 9],
      ["BTC", 3],
    ]);
  });

  it("follows --start and --end", async () => {
    const { json } = await two();
    const some = await json("--by", "asset", "--start", "2026-06-02", "--end", "2026-06-09T08:00");
    expect(rowsOf(some)).toEqual([
      ["BTC", 30],
      ["ETH", -30],
    ]);
  });

  it("prints json as its schema describes it", async () => {
    const { json } = await two();
    const contradicts = await contradictions("pnl");
    for (const by of ["day", "position"]) {
      const printed = await json("--by", by);
      expect(contradicts(printed)).toEqual([]);
      expect(contradicts({ ...printed, rows: [{}] })).not.toEqual([]);
    }
  });

  it("prints rows as csv, with what is in no sum on stderr", async () => {
    const { record, pnl } = await desk();
    await record([0, 1], [24, 2], [48, null]);
    const { stdout, stderr } = await pnl(["-o", "csv", "--columns", "group,net_pnl"]);
    expect(stdout).toBe("group,net_pnl\r\n2026-06-01,1\r\n2026-06-02,\r\n");
    expect(stderr).toContain("note: net PnL unknown, in no sum since: BTC.0000");
  });
});

describe("positions pnl refuses", () => {
  it.each([
    [["--by", "asset", "--chart"], 2, "--chart: a chart is drawn over time, not by asset"],
    [
      ["--by", "exchange"],
      2,
      "--by exchange: the service reports the net PnL and its parts by position",
    ],
    [["--by", "venue"], 2, '--by: "venue" is not one of'],
    [["--start", "2026-08-01"], 2, '--start: "2026-08-01" is in the future'],
    [["--start", "2026-06-05", "--end", "2026-06-06"], 2, "fewer than two snapshots in this range"],
  ])("%j", async (argv, exitCode, text) => {
    const { record, pnl } = await desk();
    await record([0, 1], [24, 2]);
    const { code, stdout, stderr } = await pnl(argv);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(text);
  });

  it("an archive with one snapshot, and one of another service", async () => {
    const { record, pnl } = await desk();
    await record([0, 1]);
    expect(await pnl()).toMatchObject({ code: 9, stdout: "" });
    const other = await pnl(["--base-url", "https://other.example.com"]);
    expect(other.code).toBe(9);
    expect(other.stderr).toContain("not of https://other.example.com");
  });
});
