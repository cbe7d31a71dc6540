import { describe, expect, it } from "vitest";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { NOW } from "../../support/now.js";

interface HistoryJson {
  readonly rows: readonly Record<string, { value: number | null; counted: number; of: number }>[];
  readonly totals: Record<string, unknown>;
  readonly asides: readonly { readonly code: string }[];
}

/** A service whose positions are recorded, and `carry positions pnl --by snapshot` a day later. */
async function desk() {
  const service = await past();
  const history = (argv: readonly string[] = [], more: Surroundings = {}) =>
    carry(["positions", "pnl", "--by", "snapshot", ...argv], {
      ...more,
      env: { ...service.env, ...more.env },
      clock: { now: () => service.service.now + DAY },
    });
  const json = async (...argv: string[]): Promise<HistoryJson> => {
    const { stdout, stderr, code } = await history([...argv, "-o", "json"]);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as HistoryJson;
  };
  /** Records one position with these net PnLs, of funding alone. */
  const record = async (...points: readonly (readonly [hours: number, net: number | null])[]) => {
    for (const [hours, net] of points) {
      const at = NOW + hours * HOUR;
      await service.look(at, [told(1, { funding: net ?? 0, net, at })]);
    }
  };
  return { ...service, history, json, record };
}

const nets = ({ rows }: HistoryJson) => rows.map(({ net_pnl }) => net_pnl?.value);

describe("positions pnl --by snapshot", () => {
  it("counts from the first snapshot of the range", async () => {
    const { record, json } = await desk();
    await record([0, 100], [1, 130], [2, 90], [3, 160]);
    expect(nets(await json())).toEqual([0, 30, -10, 60]);
    expect(nets(await json("--start", "2026-06-01T13:00"))).toEqual([0, -40, 30]);
    expect(nets(await json("--end", "2026-06-01T14:00"))).toEqual([0, 30, -10]);
  });

  it("takes a recorded net PnL that is not the sum of its parts as unknown", async () => {
    const { record, look, json } = await desk();
    await record([0, 10]);
    await look(NOW + HOUR, [told(1, { funding: 20, net: 5000, at: NOW })]);
    expect(nets(await json())).toEqual([0, 0]);
    await record([2, 30]);
    expect(nets(await json())).toEqual([0, 0, 20]);
  });

  it("has parts that add up in every row", async () => {
    const { look, json } = await desk();
    await look(NOW, [told(1, { funding: 1, unrealized: 5, paid: 2, exit: 3, at: NOW })]);
    await look(NOW + HOUR, [
      told(1, { funding: 2.5, realized: 1, unrealized: 4, paid: 2.25, exit: 2.5, at: NOW }),
    ]);
    const { rows } = await json();
    const names = ["funding_pnl", "spread_realized", "spread_unrealized"];
    const fees = ["fees_paid", "fees_estimated_exit"];
    expect(
      [...names, ...fees, "net_pnl", "residual"].map((name) => rows[1]?.[name]?.value),
    ).toEqual([1.5, 1, -1, 0.25, -0.5, 1.75, 0]);
  });

  it("tells the max drawdown of the recorded points, and when", async () => {
    const { record, json, history } = await desk();
    await record([0, 100], [1, 150], [2, 120], [3, 160], [4, 105], [5, 200]);
    expect((await json()).totals.fall).toEqual({
      value: 55,
      unit: "usd",
      from: "2026-06-01T15:00:00Z",
      to: "2026-06-01T16:00:00Z",
    });
    expect((await history()).stdout).toMatch(/max drawdown +55\.00 \(06-01 15:00Z to 16:00Z\)/);
  });

  it("counts a fall from 0 when the net PnL only falls", async () => {
    const { record, json } = await desk();
    await record([0, 100], [1, 90], [2, 40]);
    expect((await json()).totals.fall).toMatchObject({
      value: 60,
      from: "2026-06-01T12:00:00Z",
    });
  });

  it("tells how many hours are recorded", async () => {
    const { record, history } = await desk();
    await record([0, 1], [1, 1], [2, 1], [3, 1], [27, 1], [28, 1]);
    expect((await history()).stdout).toMatch(/recorded +5 of 28 hours/);
  });

  it("leaves a gap in the chart where snapshots are missing", async () => {
    const { record, history } = await desk();
    await record([0, 1], [1, 5], [2, 5], [3, 5], [4, 5], [16, 6], [17, 6], [18, 6], [19, 6]);
    const { stdout } = await history(["--chart"], { terminal: 60, env: { NO_COLOR: "1" } });
    const zero = stdout.split("\n").find((line) => /^ *0[.0]*┤/.test(line)) ?? "";
    expect(zero).toMatch(/┤[▀─]+┄{20,}▀+$/u);
    expect(stdout).toContain("┄┄┄ not recorded");
    expect(stdout).toContain("recorded 8 of 19 hours");
  });

  it("keeps a position with an unknown net PnL at its last known figures, and says so", async () => {
    const { record, json, history } = await desk();
    await record([0, 100], [1, 130], [2, null], [3, null]);
    const { rows, asides } = await json();
    expect(rows.map(({ net_pnl }) => [net_pnl?.value, net_pnl?.counted, net_pnl?.of])).toEqual([
      [0, 1, 1],
      [30, 1, 1],
      [30, 0, 1],
      [30, 0, 1],
    ]);
    expect(asides).toMatchObject([{ code: "net_unknown", since: "2026-06-01T13:00:00Z" }]);
    const said = "net PnL unknown, in no sum since: BTC.0000 2026-06-01 13:00Z";
    expect((await history()).stdout).toContain(said);
    expect((await history(["-o", "csv"])).stderr).toBe(`note: ${said}\n`);
  });

  it("has no zero for a net PnL that was never known", async () => {
    const { record, json, history } = await desk();
    await record([0, null], [1, null]);
    const { rows, totals } = await json();
    expect(rows.map(({ net_pnl }) => net_pnl)).toMatchObject(
      Array(2).fill({ value: null, counted: 0, of: 1 }),
    );
    expect(totals).toMatchObject({ funding_pnl: { value: null }, fall: { value: null } });
    const lines = (await history()).stdout.split("\n");
    const told = lines.filter((line) => line.startsWith("not in net PnL (1): "));
    expect(told).toHaveLength(1); // its parts are known: they changed by 0
    expect(lines.filter((line) => !told.includes(line)).join("\n")).not.toMatch(/\b0\.00\b/);
    await record([2, 5], [3, 6]);
    expect(nets(await json())).toEqual([null, null, 0, 1]);
    expect((await history(["--chart"], { terminal: 80 })).stdout).toContain(
      "not recorded, or unknown",
    );
  });

  it("shows a row for each snapshot, on a page and as csv", async () => {
    const { record, history } = await desk();
    await record([0, 1], [6, 2], [12, 3], [18, 4], [36, 5]);
    expect((await history()).stdout.match(/^2026/gm)).toHaveLength(5);
    expect((await history(["-o", "csv"])).stdout.trim().split("\r\n")).toHaveLength(6);
  });

  it("asks the service for nothing", async () => {
    const { record, history, server } = await desk();
    await record([0, 1], [1, 2]);
    const asked = server.requests.length;
    expect((await history()).code).toBe(0);
    expect(server.requests).toHaveLength(asked);
  });

  it("prints json as its schema describes it", async () => {
    const { record, json } = await desk();
    await record([0, 1], [1, 2], [2, null]);
    const contradicts = await contradictions("pnl");
    const printed = await json();
    expect(contradicts(printed)).toEqual([]);
    expect(contradicts({ ...printed, totals: {} })).not.toEqual([]);
  });

  it("says when the range begins later than requested", async () => {
    const { record, history } = await desk();
    await record([0, 1], [1, 2]);
    const { stderr } = await history(["--start", "2026-05-20"]);
    expect(stderr).toContain(
      "note: nothing is recorded within 2 h of the start, 2026-05-20 00:00Z: the range begins with 2026-06-01 12:00Z",
    );
  });

  it("goes on over the end of a month, where closed positions are written again", async () => {
    const { look, json } = await desk();
    const closed = { status: "closed", closed_at: "2026-06-10T00:00:00Z" };
    for (const days of [0, 10, 25, 29, 30, 31]) {
      const at = NOW + days * DAY;
      await look(at, [
        told(1, { funding: 10 + days, at }),
        told(2, { funding: 5, at }, days < 9 ? {} : closed),
      ]);
    }
    expect(nets(await json())).toEqual([0, 10, 25, 29, 30, 31]);
  });
});
