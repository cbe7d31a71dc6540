import { describe, expect, it } from "vitest";
import { known } from "../../analytics/funding/run-oracle.js";
import { DAY } from "../../analytics/market/random-market.js";
import { randomPair } from "../../recomputed/random-pair.js";
import { carryWith } from "../../support/answers.js";
import type { Outcome } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { backtest, type Recomputed } from "./oracle.js";

/** The later ones never settle together: all of one market settles 17 minutes earlier. */
const PAIRS = Array.from({ length: 90 }, (_, n) => {
  const pair = randomPair(n, NOW);
  const [long, short] = pair.events;
  const early = short.map((it) => ({
    ...it,
    funding_time: new Date(Date.parse(it.funding_time) - 17 * 60_000).toISOString(),
  }));
  return n < 60
    ? pair
    : { ...pair, events: n % 2 === 0 ? [long, early] : ([early, long] as const) };
});

/** Carry knows the 3 days before the range, as far as the service keeps them. */
const EXPECTED = PAIRS.map(({ events: [long, short], terms }) => {
  const from = Math.max(terms.start - 3 * DAY, NOW - 30 * DAY);
  const asked = [long, short].map((events) =>
    events.filter((it) => Date.parse(it.funding_time) >= from),
  );
  return backtest([asked[0] ?? [], asked[1] ?? []], terms);
});

interface Figure {
  readonly value: number | null;
  readonly se?: number;
  readonly n_eff?: number;
  readonly counted: number;
  readonly of: number;
}
type Named =
  | "funding"
  | "funding_per_day"
  | "basis"
  | "fees"
  | "slippage"
  | "net"
  | "net_apr"
  | "drawdown";
interface Totals extends Readonly<Record<Named | "break_even_hold" | "days_above_zero", Figure>> {
  readonly entry: { readonly time: string };
  readonly exit: { readonly time: string };
  readonly holes: { readonly stretches: number };
  readonly hold: {
    readonly counted: number;
    readonly of: number;
    readonly independent: number;
    readonly net: Readonly<Record<string, number>> | null;
  };
}

let cached: Promise<Outcome[]> | undefined;
/** Runs each pair once, for all tests. */
function printed(): Promise<Outcome[]> {
  cached ??= runAll();
  return cached;
}

async function runAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { events, argv } of PAIRS) {
    const histories = { 1: events[0], 2: events[1] };
    outcomes.push(await carryWith({ positions: [], histories }, argv));
  }
  return outcomes;
}

async function each(check: (n: number, totals: Totals, expected: Recomputed) => void) {
  const outcomes = await printed();
  for (const [n, expected] of EXPECTED.entries()) {
    if (expected === "refused") continue;
    const { totals } = JSON.parse(outcomes[n]?.stdout ?? "") as { readonly totals: Totals };
    check(n, totals, expected);
  }
}

function near(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) {
    expect([what, actual]).toEqual([what, expected]);
    return;
  }
  const room = 1e-6 + 1e-9 * Math.abs(expected);
  expect(Math.abs(actual - expected), `${what}: ${actual} is not ${expected}`).toBeLessThan(room);
}

describe("the backtest of 90 random pairs, recomputed from the raw JSON", () => {
  it("are pairs of which several have each oddity", () => {
    const found = EXPECTED.flatMap((it) => (it === "refused" ? [] : it));
    expect(found.length).toBeGreaterThan(40);
    expect(EXPECTED.length - found.length).toBeGreaterThan(2);
    expect(found.filter(({ stretches }) => stretches > 1).length).toBeGreaterThan(10);
    expect(found.filter(({ of, counted }) => of > counted).length).toBeGreaterThan(3);
    expect(found.filter(({ breakEven }) => breakEven === null).length).toBeGreaterThan(5);
    expect(found.filter(({ se }) => se !== null).length).toBeGreaterThan(10);
    const paces = PAIRS.map(({ events }) =>
      events.map((some) => new Set(known(some).map(({ own }) => own))),
    );
    expect(paces.filter((of) => of.some((it) => it.size > 1)).length).toBeGreaterThan(10);
    expect(
      paces.filter(([a, b]) => [...(a ?? [])][0] !== [...(b ?? [])][0]).length,
    ).toBeGreaterThan(10);
    const isNull = PAIRS.filter(({ events }) => events.flat().some((it) => it.mark_price === null));
    expect(isNull.length).toBeGreaterThan(3);
    expect(EXPECTED.slice(60).filter((it) => it !== "refused").length).toBeGreaterThan(12);
  });

  it("is refused where there is no time without a hole, or --gaps refuse finds one", async () => {
    expect((await printed()).map(({ code }) => code)).toEqual(
      EXPECTED.map((expected) => (expected === "refused" ? 2 : 0)),
    );
  });

  it("begins and ends at the same times, with the same events", async () => {
    await each((n, totals, expected) => {
      const times = [totals.entry, totals.exit].map(({ time }) => Date.parse(time));
      expect([n, ...times]).toEqual([n, expected.entry, expected.exit]);
      const { counted, of } = totals.funding;
      expect([n, counted, of]).toEqual([n, expected.counted, expected.of]);
      expect([n, totals.holes.stretches]).toEqual([n, expected.stretches]);
    });
  });

  it("has the same funding, basis, fees, slippage and net, to the cent and beyond", async () => {
    await each((n, totals, expected) => {
      for (const name of ["funding", "basis", "fees", "slippage", "net"] as const) {
        near(totals[name].value, expected[name], `${n} ${name}`);
      }
    });
  });

  it("has the same APR, break-even, drawdown and days above zero where nothing is missing", async () => {
    await each((n, totals, expected) => {
      near(totals.drawdown.value, expected.drawdown, `${n} drawdown`);
      const { funding_per_day: perDay } = totals;
      if (perDay.value !== null) {
        near(perDay.se ?? null, expected.se, `${n} se`);
        near(perDay.n_eff ?? null, expected.nEff, `${n} n_eff`);
      }
      const { above, counted, of } = expected.days;
      const days = totals.days_above_zero;
      expect([n, days.value ?? 0, days.counted, days.of]).toEqual([n, above, counted, of]);
      if (expected.of > expected.counted) return;
      near(totals.net_apr.value, expected.netApr, `${n} APR`);
      near(perDay.value, expected.perDay, `${n} funding per day`);
      near(totals.break_even_hold.value, expected.breakEven, `${n} break-even`);
    });
  });

  it("has the same windows, and the same quartiles of them", async () => {
    await each((n, { hold }, { windows }) => {
      const { counted, of, independent } = windows;
      expect([n, hold.counted, hold.of, hold.independent]).toEqual([n, counted, of, independent]);
      const net = Object.values(hold.net ?? {});
      expect([n, net.length]).toEqual([n, windows.net.length]);
      for (const [at, value] of windows.net.entries()) near(net[at] ?? null, value, `${n} ${at}`);
    });
  });
});
