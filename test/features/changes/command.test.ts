import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../../archive/temp-archive.js";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { NOW } from "../../support/now.js";
import { leg, uuidOf } from "../../support/records.js";

interface Figure {
  readonly value: number | null;
}
interface ChangesJson {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly (Record<string, Figure> & {
    readonly position_id: string;
    readonly events: readonly Record<string, unknown>[];
  })[];
  readonly totals: Record<string, Figure & { readonly counted: number; readonly of: number }>;
  readonly asides: readonly { readonly code: string; readonly position_id: string }[];
  readonly closed_earlier: number;
}

/** A service with scripted positions, and `carry positions changes` at its time. */
async function desk() {
  const service = await past();
  const { env } = service;
  const changes = (argv: readonly string[] = [], more: Surroundings = {}) =>
    carry(["positions", "changes", ...argv], {
      ...more,
      env: { CARRY_RETRIES: "0", ...env, ...more.env },
      clock: { now: () => service.service.now },
    });
  const json = async (...argv: string[]): Promise<ChangesJson> => {
    const { stdout, stderr, code } = await changes([...argv, "-o", "json"]);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as ChangesJson;
  };
  const now = (at: number, positions: readonly Record<string, unknown>[]) => {
    service.service.now = at;
    service.service.positions = [...positions];
  };
  const save = (positions: unknown): string => {
    const path = join(tempDirectory(), "saved.json");
    writeFileSync(path, typeof positions === "string" ? positions : JSON.stringify(positions));
    return path;
  };
  return { ...service, changes, json, now, save };
}

const earlier = (n: number, more: Record<string, unknown> = {}) =>
  told(n, { funding: 10, unrealized: -5, paid: 2, exit: 1, at: NOW }, more);
const later = (n: number, more: Record<string, unknown> = {}) =>
  told(n, { funding: 14, realized: 3, unrealized: -6, paid: 2.5, exit: 0.75, at: NOW + DAY }, more);
const legs = (long: object, short: object = {}) => [
  leg(long as Record<string, unknown>),
  leg({ side: "short", exchange: "bybit", market_id: 2, ...short }),
];
const opened = (at: number) => ({ opened_at: new Date(at).toISOString() });
const closed = (at: number) => ({ status: "closed", closed_at: new Date(at).toISOString() });
const valuesOf = (figures: Record<string, Figure>) =>
  ["funding_pnl", "spread_realized", "spread_unrealized", "fees_paid", "fees_estimated_exit"].map(
    (name) => figures[name]?.value,
  );
const eventsOf = ({ rows }: ChangesJson) =>
  rows.map(({ position_id: id, events }) => [Number(id.slice(-4)), ...events.map((it) => it.code)]);

describe("positions changes", () => {
  it("is over the positions of an asset or an exchange, in its totals too, and says so above", async () => {
    const { look, now, json, changes } = await desk();
    const gate = { legs: legs({ quantity: 0.5 }, { exchange: "gate", quantity: 0.5 }) };
    await look(NOW, [earlier(1), earlier(2, { asset: "ETH" }), earlier(3, gate)]);
    const after = [later(1), later(2, { asset: "ETH" }), later(3)]; // the leg on gate is gone
    now(NOW + DAY, after);
    const found = await json("--asset", "eth");
    expect(found.rows.map(({ position_id }) => position_id)).toEqual([uuidOf(2)]);
    expect(found.totals.funding_pnl).toMatchObject({ value: 4, of: 1 });
    expect(found).toMatchObject({
      open_before: 1,
      open_after: 1,
      inputs: { filters: { asset: ["eth"], exchange: [] } },
    });
    const ofGate = await json("--exchange", "gate");
    expect(ofGate.rows.map(({ position_id }) => position_id)).toEqual([uuidOf(3)]);
    const { stdout } = await changes(["--asset", "eth"]);
    expect(stdout).toMatch(/^1 of 3 positions: asset eth\n/);
    expect(stdout).toContain("ETH ");
    const none = await changes(["--asset", "SOL"]);
    expect(none.stdout).toBe("No positions: none matches --asset SOL.\n");
  });

  it("splits the change of net PnL since the last snapshot into its parts", async () => {
    const { look, now, json } = await desk();
    await look(NOW, [earlier(1)]);
    now(NOW + DAY, [later(1)]);
    const { from, to, rows, totals } = await json();
    expect([from, to]).toEqual(["2026-06-01T12:00:00Z", "2026-06-02T12:00:00Z"]);
    expect(valuesOf(totals)).toEqual([4, 3, -1, 0.5, -0.25]);
    expect(totals.net_pnl).toMatchObject({ value: 5.75, unit: "usd", counted: 1, of: 1 });
    expect(totals.residual?.value).toBe(0);
    expect(rows.map((row) => valuesOf(row))).toEqual([[4, 3, -1, 0.5, -0.25]]);
  });

  it("prints json as its schema describes it", async () => {
    const { look, now, json } = await desk();
    await look(NOW, [earlier(1), earlier(2)]);
    now(NOW + DAY, [later(1, closed(NOW + HOUR)), later(3, opened(NOW + HOUR))]);
    const contradicts = await contradictions("changes");
    const printed = await json();
    expect(contradicts(printed)).toEqual([]);
    expect(contradicts({ ...printed, totals: {} })).not.toEqual([]);
  });

  it("names what was opened, closed and resized, and marks lost and found", async () => {
    const { look, now, json } = await desk();
    const since = NOW + HOUR;
    await look(NOW, [
      earlier(1),
      earlier(2),
      earlier(3, { legs: legs({ mark_price: null }) }),
      earlier(4),
      earlier(5),
    ]);
    now(NOW + DAY, [
      later(1, closed(since)),
      later(2, { legs: legs({ quantity: 0.7 }, { mark_price: null }) }),
      later(3),
      later(6, opened(since)),
      later(7, { ...opened(since), ...closed(since + HOUR) }),
      later(5),
    ]);
    const found = await json();
    expect(eventsOf(found)).toEqual([
      [4, "vanished"],
      [6, "opened"],
      [7, "opened", "closed"],
      [1, "closed"],
      [2, "resized", "mark_lost"],
      [3, "mark_found"],
      [5],
    ]);
    expect(found.rows[4]?.events).toMatchObject([
      { code: "resized", side: "long", exchange: "binance", before: 0.5, after: 0.7 },
      { code: "mark_lost", side: "short", exchange: "bybit" },
    ]);
    expect(found.asides).toMatchObject([
      { code: "vanished", position_id: uuidOf(4) },
      { code: "notional_unknown", position_id: uuidOf(7) },
    ]);
  });

  it("counts a position opened since from 0, and takes one listed late as a level", async () => {
    const { look, now, json } = await desk();
    await look(NOW, [earlier(1)]);
    now(NOW + DAY, [earlier(1), later(2, opened(NOW + HOUR)), later(3, opened(NOW - DAY))]);
    const { totals, asides, rows } = await json();
    expect(totals.net_pnl).toMatchObject({ value: 7.75, counted: 2, of: 3 });
    expect(asides).toMatchObject([{ code: "first_seen", position_id: uuidOf(3) }]);
    expect(rows.map((row) => [row.events[0]?.code, row.net_pnl?.value])).toEqual([
      ["opened", 7.75],
      ["first_seen", null],
    ]);
  });

  it("leaves a position whose net PnL is unknown out of every sum, and says so", async () => {
    const { look, now, json, changes } = await desk();
    await look(NOW, [earlier(1), earlier(2)]);
    now(NOW + DAY, [later(1), told(2, { funding: 99, net: null, at: NOW + DAY })]);
    const { totals, rows } = await json();
    expect(valuesOf(totals)).toEqual([4, 3, -1, 0.5, -0.25]);
    expect(totals.net_pnl).toMatchObject({ counted: 1, of: 2 });
    expect(rows[0]).toMatchObject({ events: [{ code: "net_pnl_lost" }], net_pnl: { value: null } });
    const { stdout } = await changes();
    expect(stdout).toContain("net PnL             +5.75 (1 of 2)");
    expect(stdout).toContain(
      `net PnL unknown, in no sum since: BTC.${uuidOf(2)} 2026-06-01 12:00Z`,
    );
  });

  it("shows a residual when the service's net PnL is a cent off the sum of its parts", async () => {
    const { look, now, changes } = await desk();
    await look(NOW, [earlier(1)]);
    now(NOW + DAY, [
      told(1, { funding: 11, unrealized: -5, paid: 2, exit: 1, net: 3.01, at: NOW }),
    ]);
    const { stdout } = await changes();
    expect(stdout).toContain("+ residual");
    expect(stdout).toContain("+0.01");
  });

  it("compares two snapshots without asking the service", async () => {
    const { look, now, json, server } = await desk();
    await look(NOW, [earlier(1)]);
    await look(NOW + DAY, [later(1)]);
    now(NOW + 2 * DAY, []);
    const asked = server.requests.length;
    const { totals, to } = await json("--since", "2026-06-01T11:30", "--until", "2026-06-02T12:30");
    expect(to).toBe("2026-06-02T12:00:00Z");
    expect(totals.net_pnl?.value).toBe(5.75);
    expect(server.requests).toHaveLength(asked);
  });

  it("takes the nearest earlier snapshot when none is within two hours, and says so", async () => {
    const { look, now, changes } = await desk();
    await look(NOW, [earlier(1)]);
    now(NOW + 5 * DAY, [later(1)]);
    const { stderr } = await changes(["--since", "2026-06-04"]);
    expect(stderr).toBe(
      "note: --since: nothing is recorded within 2 h of 2026-06-04 00:00Z; the snapshot of 2026-06-01 12:00Z is taken\n",
    );
  });

  it("does not compare with a snapshot of the same minute", async () => {
    const { look, now, json } = await desk();
    await look(NOW, [earlier(1)]);
    await look(NOW + DAY, [later(1)]);
    now(NOW + DAY + 30_000, [later(1)]);
    expect((await json()).from).toBe("2026-06-01T12:00:00Z");
  });

  it("warns when the service's clock went back behind the archive", async () => {
    const { look, now, changes } = await desk();
    await look(NOW, [earlier(1)]);
    now(NOW - DAY, [later(1)]);
    const { stderr, code } = await changes();
    expect(code).toBe(0);
    expect(stderr).toBe(
      "warning: the earlier listing is of 2026-06-01 12:00Z, and the service's time is 2026-05-31 12:00Z: one of the two clocks was wrong\n",
    );
  });

  it("has every position on a screen of 80 by 24, with what happened first", async () => {
    const { look, now, changes } = await desk();
    const idOf = (n: number) => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;
    const named = (n: number) => ({ position_id: idOf(n) });
    const many = Array.from({ length: 40 }, (_, n) => named(n + 2));
    await look(
      NOW,
      many.map((it) => earlier(0, it)),
    );
    const fresh = later(0, { ...named(1), ...opened(NOW + HOUR) });
    now(NOW + DAY, [fresh, ...many.map((it) => later(0, it))]);
    const { stdout } = await changes([], { terminal: 80, rows: 24, env: { NO_COLOR: "1" } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    const rows = lines.filter((line) => /^BTC\.\d/.test(line));
    expect(rows).toHaveLength(41);
    expect(rows[0]).toMatch(/opened 06-01 13:00Z/);
  });
});

describe("positions changes --against", () => {
  it("needs no archive, and takes the time of the newest performance of the file", async () => {
    const { now, save, json } = await desk();
    const path = save([earlier(1), earlier(2, closed(NOW - DAY))]);
    now(NOW + DAY, [later(1), earlier(2, closed(NOW - DAY))]);
    const { from, totals, rows } = await json("--against", path);
    expect(from).toBe("2026-06-01T12:00:00Z");
    expect(totals.net_pnl?.value).toBe(5.75);
    expect(rows).toHaveLength(1);
  });

  it("takes what positions list printed, also as lines", async () => {
    const { now, save, json, env } = await desk();
    now(NOW, [earlier(1)]);
    for (const format of ["json", "ndjson"]) {
      const { stdout } = await carry(["positions", "list", "--performance", "-o", format], { env });
      now(NOW + DAY, [later(1)]);
      expect((await json("--against", save(stdout))).totals.net_pnl?.value).toBe(5.75);
      now(NOW, [earlier(1)]);
    }
  });

  it("leaves out what was closed before a listing of open positions was saved", async () => {
    const { now, save, changes, json } = await desk();
    const path = save([earlier(1)]);
    now(NOW + DAY, [later(1), earlier(2, closed(NOW - DAY))]);
    expect(await json("--against", path)).toMatchObject({ closed_earlier: 1, asides: [] });
    expect((await changes(["--against", path])).stdout).toContain(
      "1 position was closed before that and not in the listing of then: left out",
    );
  });

  it("says what was left out also where nothing changed", async () => {
    const { now, save, changes } = await desk();
    const path = save([earlier(1)]);
    now(NOW + DAY, [earlier(1), earlier(2, closed(NOW - DAY))]);
    expect((await changes(["--against", path])).stdout).toContain(
      "No position changed.\n1 position was closed before that and not in the listing of then",
    );
  });

  it.each([
    ["no such file", undefined, 9, "there is no such file"],
    ["something else", "dear diary", 2, "is no listing: it is not JSON, or a part of it"],
    ["a listing that was cut off", '[{"position_id":"a"', 2, "it is not JSON, or a part of it"],
    ["other JSON", '[{"market_id":7}]', 2, "is no listing of positions: item 0 does not match"],
    ["an empty listing", "[]", 2, "has no position"],
    [
      "one without performance",
      [told(1, { at: NOW }, { performance: undefined })],
      2,
      "was saved without performance",
    ],
    ["one of another portfolio", [earlier(9)], 2, "is in this portfolio"],
  ])("refuses %s in one line", async (_, content, exitCode, text) => {
    const { now, save, changes } = await desk();
    now(NOW + DAY, [later(1)]);
    const path = content === undefined ? "/nonexistent-file.json" : save(content);
    const { stdout, stderr, code } = await changes(["--against", path]);
    expect({ stdout, code }).toEqual({ stdout: "", code: exitCode });
    expect(stderr.split("\n")[0]).toContain(text);
    expect(stderr.split("\n")[0]).toContain(path);
  });
});

describe("positions changes without what it needs", () => {
  it("names the archive that is missing", async () => {
    const { now, changes } = await desk();
    now(NOW, [earlier(1)]);
    const { stderr, code } = await changes();
    expect(code).toBe(9);
    expect(stderr).toContain("there is no archive at");
    expect(stderr).toContain("`carry archive sync` creates one");
  });

  it("names the portfolios that the archive has snapshots of", async () => {
    const { look, changes } = await desk();
    await look(NOW, [earlier(1)]);
    const { stderr, code } = await changes(["--portfolio", uuidOf(77)]);
    expect(code).toBe(9);
    expect(stderr).toContain(`has no snapshot of portfolio ${uuidOf(77)}, but of 11111111-`);
  });

  it.each([
    [["--until", "today"], "--until: from when on is missing"],
    [["--since", "2026-06-05"], '--since: "2026-06-05" is not before now'],
    [["--since", "1h", "--until", "now"], "the archive has one snapshot for both times"],
    [["--since", "3h", "--against", "x"], "--against"],
  ])("refuses %j", async (argv, text) => {
    const { look, changes } = await desk();
    await look(NOW, [earlier(1)]);
    const { stderr, code } = await changes(argv);
    expect(code).toBe(2);
    expect(stderr.split("\n")[0]).toContain(text);
  });
});
