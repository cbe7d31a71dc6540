import { describe, expect, it } from "vitest";
import { carryWith, inFull } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { DAY, HOUR, long, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile();

interface Line {
  readonly what: string;
  readonly service: number | null;
  readonly own: number | null;
  readonly difference: number | null;
  readonly verdict: string;
  readonly cause?: string;
  readonly events_counted?: number;
  readonly events_of?: number;
}

const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
const OPENED = MIDNIGHT - 2 * DAY;

/** Six events since the opening at 0.0001 of 60,000: 3 USD each for 0.5 BTC. */
const EVENTS = Array.from({ length: 24 }, (_, index) => ({
  funding_time: new Date(MIDNIGHT + 8 * HOUR - index * 8 * HOUR).toISOString(),
  funding_rate: "0.0001",
  funding_interval: 8,
  mark_price: "60000",
})).filter(({ funding_time: time }) => Date.parse(time) <= NOW);

const ALL = EVENTS.filter(({ funding_time: time }) => Date.parse(time) > OPENED).length;
const SETTLED = ALL * 3;

const LISTED = position(1, {
  opened_at: new Date(OPENED).toISOString(),
  legs: [long(), short()],
  performance: performance({
    funding_pnl: 0,
    fees: { paid: 10, estimated_exit: 4 },
    spread_pnl: { realized: 0, unrealized: -1 },
    net_pnl: -15,
  }),
});

/** A detail with the calculated funding of the events, changed in places. */
function detailOf(legs: readonly object[] = [{}, {}]): object {
  const whole = inFull(LISTED) as { legs: object[] };
  const calculated = [-SETTLED, SETTLED];
  return {
    ...whole,
    legs: whole.legs.map((leg, index) => ({
      ...leg,
      funding: { calculated: calculated[index], override: null },
      ...legs[index],
    })),
  };
}

async function run(detail: object, listed: typeof LISTED, events: object[], ...argv: string[]) {
  const id = String(listed.position_id);
  const of = {
    positions: [listed],
    details: { [id]: detail },
    histories: { 1: events, 2: events },
  };
  return carryWith(of, ["positions", "reconcile", id, ...argv]);
}

async function reconcile(detail = detailOf(), listed = LISTED, events: object[] = EVENTS) {
  const outcome = await run(detail, listed, events, "-o", "json");
  const json = JSON.parse(outcome.stdout) as {
    rows: Line[];
    totals: Record<string, number>;
    capital: object[];
  };
  return { ...outcome, ...json };
}

describe("positions reconcile", () => {
  it("finds equal what the service's figures and the events come to, and exits with 0", async () => {
    const { code, rows } = await reconcile();
    expect(rows.map(({ what, own, verdict }) => [what, own, verdict])).toEqual([
      ["leg_funding", -SETTLED, "equal"],
      ["leg_funding", SETTLED, "equal"],
      ["funding_pnl", 0, "equal"],
      ["fees_paid", 10, "equal"],
      ["net_pnl", -15, "equal"],
    ]);
    expect(code).toBe(0);
  });

  it("counts a cent as equal, and more as a difference", async () => {
    const cent = await reconcile(
      detailOf([{ funding: { calculated: -SETTLED - 0.01, override: null } }, {}]),
    );
    expect(cent.rows[0]?.verdict).toBe("equal");
    const more = await reconcile(
      detailOf([{ funding: { calculated: -SETTLED - 0.02, override: null } }, {}]),
    );
    expect(more.rows[0]).toMatchObject({ verdict: "unexplained", difference: -0.02 });
    expect(more.code).toBe(10);
  });

  it("counts no funding as known where the time of opening cannot be read", async () => {
    const undated = { ...detailOf(), opened_at: "soon" };
    const { rows } = await reconcile(undated);
    expect(rows[0]).toMatchObject({ own: null, verdict: "unknown" });
    expect(rows[0]?.cause).toBe("time_unknown");
  });

  it("explains a difference by events that the service no longer has", async () => {
    const { rows, code } = await reconcile(detailOf(), LISTED, EVENTS.slice(0, 4));
    expect(rows[0]).toMatchObject({ verdict: "explained", cause: "events_missing" });
    expect(code).toBe(0);
  });

  it("counts an override as the leg's funding, and says when the performance leaves it out", async () => {
    const overridden = detailOf([{ funding: { calculated: -SETTLED, override: 5 } }, {}]);
    const left = await reconcile(overridden);
    expect(left.rows[2]).toMatchObject({
      own: 5 + SETTLED,
      verdict: "explained",
      cause: "override_left_out",
    });
    const listed = { ...LISTED, performance: performance({ funding_pnl: 5 + SETTLED }) };
    expect((await reconcile(overridden, listed)).rows[2]?.verdict).toBe("equal");
  });

  it("names a closing fee that is missing, and any other difference as unexplained", async () => {
    const closed = await reconcile(detailOf([{ close_price: 1, open_fee_paid: 4 }, {}]));
    expect(closed.rows[3]).toMatchObject({ verdict: "explained", cause: "close_fee_missing" });
    expect(closed.rows[0]).toMatchObject({ verdict: "unknown", cause: "closing_unknown" });
    const fee = await reconcile(detailOf([{ open_fee_paid: 4 }, {}]));
    expect([fee.code, fee.rows[3]?.verdict]).toEqual([10, "unexplained"]);
  });

  it("cannot compare what is not sent", async () => {
    const { performance: _, ...bare } = LISTED;
    const { rows, code } = await reconcile(detailOf(), bare);
    expect(rows.slice(2).map(({ verdict, cause }) => [verdict, cause])).toEqual(
      Array(3).fill(["unknown", "not_sent"]),
    );
    expect(code).toBe(0);
  });

  it("says how many of the events each own sum has", async () => {
    const { rows } = await reconcile(detailOf(), LISTED, EVENTS.slice(0, 4));
    expect(rows.slice(0, 2)).toMatchObject(Array(2).fill({ events_counted: 4, events_of: ALL }));
    expect(rows[2]?.events_of).toBeUndefined();
    const page = await run(detailOf(), LISTED, EVENTS.slice(0, 4));
    expect(page.stdout).toContain(
      `nobody has the events of a part of the time, 8 of ${2 * ALL} are counted`,
    );
  });

  it("shows the capital that the APR implies, beside half of what the legs were opened for", async () => {
    const sent = { net_pnl: -15, apr: -7.3, duration_days: 2.5 };
    const { capital } = await reconcile(detailOf(), { ...LISTED, performance: performance(sent) });
    // 15 × 36500 ÷ 7.3 ÷ 2.5, of 0.5 BTC at 60,000 on both sides
    expect(capital).toMatchObject([
      { apr: { value: -7.3 }, capital: { value: 30_000, unit: "usd" }, entry_ratio: 1 },
    ]);
    for (const more of [{ apr: null }, { apr: 0.04 }, { apr: 7.3 }, { net_pnl: null }]) {
      const listed = { ...LISTED, performance: performance({ ...sent, ...more }) };
      const { capital: unknown } = await reconcile(detailOf(), listed);
      expect(unknown[0]).toMatchObject({ capital: { value: null }, entry_ratio: null });
    }
  });

  it("compares a position once that is named by its id and by a prefix of it", async () => {
    const id = String(LISTED.position_id);
    const { stdout } = await run(detailOf(), LISTED, EVENTS, id.slice(0, 30), "-o", "json");
    expect((JSON.parse(stdout) as { rows: Line[] }).rows).toHaveLength(5);
  });

  it("takes ids or --all, and one of them", async () => {
    for (const words of [[], ["--all", "bf25fbc4"]]) {
      const { code, stderr } = await carry(["positions", "reconcile", ...words], { env: env() });
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .*\nhint: /)]);
    }
  });

  it("names overrides, has no own sum of a net PnL that lacks a part, and no APR of a few hours", async () => {
    const argv = ["positions", "reconcile", "--all", "-o", "table"];
    const { stdout } = await carry(argv, { env: env() });
    const lineOf = (name: string, what: string) =>
      stdout.split("\n").find((line) => line.startsWith(`${name} `) && line.includes(what));
    expect(stdout).toContain(
      "funding override, in the funding of the legs alone: SOL (short binance)",
    );
    expect(lineOf("ETH.2bfd", "net PnL of its parts")).toMatch(/ – +– +– +unknown$/);
    const capital = stdout.slice(stdout.indexOf("Capital that the APR implies"));
    expect(capital).toMatch(/^SUI +– /m);
    expect(capital).toMatch(/^SOL +\+8\.41%~ /m);
    expect(capital).toContain("~ annualised from under 7 days\n");
  });

  it("explains every line of the sandbox, as its schema describes", async () => {
    const words = ["positions", "reconcile", "--all", "-o", "json"];
    const { code, stdout } = await carry(words, { env: env() });
    const json = JSON.parse(stdout) as { rows: Line[]; totals: Record<string, number> };
    expect((await contradictions("reconcile"))(json)).toEqual([]);
    expect([code, json.totals.unexplained]).toEqual([0, 0]);
    expect(json.totals.equal).toBeGreaterThan(40);
  });
});
