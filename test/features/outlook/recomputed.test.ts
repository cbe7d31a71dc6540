import { describe, expect, it } from "vitest";
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import { expectNear } from "../../recomputed/near.js";
import { randomMarkets, randomPositions } from "../../recomputed/random-portfolio.js";
import { servedBy, trueOf } from "../../recomputed/served.js";
import { carryWith } from "../../support/answers.js";
import { NOW } from "../../support/now.js";
import { outlook } from "./oracle.js";

const DAY = 24 * 3_600_000;
/** Random markets, most of which settle otherwise since 7, 3 or 1 days. */
const MARKETS = new Map(
  [...randomMarkets(36, NOW)].map(([id, events]) => {
    const turned = NOW - ([0, 7, 3, 1, 7, 3][id % 6] ?? 0) * DAY;
    const changed = events.map((it) => {
      const isNew = Date.parse(it.funding_time) > turned;
      if (id % 6 === 4) return strong(it, isNew ? 4 : 20);
      if (id % 6 === 5) return strong(it, isNew ? 5 : -20);
      return isNew ? opposite(it) : it;
    });
    return [id, changed] as const;
  }),
);
const MADE = randomPositions(300, 36, NOW);
const EXPECTED = trueOf(MADE).map((position) => ({
  position,
  ...outlook(position, MARKETS, NOW),
}));
const WINDOWS = ["24h", "3d", "7d", "30d"] as const;

/** Always pays the same side, and much more than other markets do. */
function strong(event: RawEvent, times: number): RawEvent {
  const { funding_rate: rate } = event;
  if (rate === null) return event;
  return { ...event, funding_rate: (Math.abs(Number(rate)) * times).toFixed(7) };
}

function opposite(event: RawEvent): RawEvent {
  const { funding_rate: rate } = event;
  if (rate === null) return event;
  return { ...event, funding_rate: rate.startsWith("-") ? rate.slice(1) : `-${rate}` };
}

interface Figure {
  readonly value: number | null;
  readonly se?: number;
  readonly n_eff?: number;
  readonly bound?: string;
  readonly counted?: number;
  readonly of?: number;
}
type Runs<F> = Readonly<Record<`run_${(typeof WINDOWS)[number]}`, F>>;
interface Row extends Runs<Figure> {
  readonly position_id: string;
  readonly state: string | null;
  readonly unknown?: { readonly code: string };
  readonly worst_week: Figure;
  readonly fees_estimated_exit: Figure;
  readonly eaten_by_basis: Figure;
  readonly persistence: number | null;
  readonly days_above_zero: Figure;
}
interface OutlookJson {
  readonly rows: readonly Row[];
  readonly totals: Runs<Required<Figure>> & {
    readonly states: Readonly<Record<string, number>>;
    readonly fees_estimated_exit: Required<Figure>;
  };
}

let cached: OutlookJson | undefined;
async function outlooks(): Promise<OutlookJson> {
  const argv = ["positions", "outlook", "-q", "-o", "json"];
  cached ??= JSON.parse((await carryWith(servedBy(MADE, MARKETS), argv)).stdout) as OutlookJson;
  return cached;
}

const dollars = (value: bigint | undefined, scale: number) =>
  value === undefined ? null : Number(value) / scale;

describe("the outlook of 300 random positions, recomputed from the raw JSON", () => {
  it("is a portfolio in which each state, and an unknown one, occurs several times", () => {
    const states = EXPECTED.map(({ state }) => state);
    for (const state of [
      ...["turned", "costing", "slipping", "fading", "recovering", "improving", "steady"],
      "flat",
      null,
    ]) {
      expect(states.filter((it) => it === state).length, String(state)).toBeGreaterThan(1);
    }
    const weeks = EXPECTED.flatMap(({ worst }) => worst ?? []);
    expect(weeks.filter(({ known, of }) => known < of).length).toBeGreaterThan(2);
    expect(EXPECTED.filter(({ eaten }) => eaten !== null).length).toBeGreaterThan(20);
  });

  it("has the funding a day of each window, the worst week and what the basis eats", async () => {
    const rows = new Map((await outlooks()).rows.map((row) => [row.position_id, row]));
    expect(rows.size).toBe(300);
    for (const [
      n,
      { position, perDay, se, nEff, state, worst, eaten, ...own },
    ] of EXPECTED.entries()) {
      const row = rows.get(position.position_id);
      expectNear(row?.persistence, own.persistence, `${n} persistence`);
      expectNear(row?.days_above_zero.value, own.daysAbove, `${n} days above zero`);
      for (const [at, window] of WINDOWS.entries()) {
        const run = row?.[`run_${window}`];
        expectNear(run?.value, dollars(perDay[at], 1e8), `${n} ${window}`);
        const sure = perDay[at] === undefined ? undefined : se?.[at];
        expectNear(run?.se ?? null, sure ?? null, `${n} se of ${window}`);
        expectNear(run?.n_eff ?? null, sure === undefined ? null : (nEff ?? null), `${n} n_eff`);
      }
      expect([n, row?.state]).toEqual([n, state]);
      expect([n, row?.unknown === undefined]).toEqual([n, state !== null]);
      expectNear(row?.worst_week.value, dollars(worst?.sum, 1e30), `${n} worst week`);
      if (worst !== undefined) {
        const { counted, of, bound } = row?.worst_week ?? {};
        expect([n, counted, of]).toEqual([n, worst.known, worst.of]);
        expect([n, bound]).toEqual([n, worst.known < worst.of ? "at_most" : undefined]);
      }
      expectNear(row?.eaten_by_basis.value, eaten, `${n} eaten by`);
      const fees = position.performance?.fees.estimated_exit ?? null;
      expectNear(row?.fees_estimated_exit.value, fees, `${n} to leave`);
    }
  });

  it("adds up to the totals, with the number of positions that have each figure", async () => {
    const { totals } = await outlooks();
    for (const [at, window] of WINDOWS.entries()) {
      const known = EXPECTED.flatMap(({ perDay }) => perDay[at] ?? []);
      const { value, counted, of } = totals[`run_${window}`];
      expect([window, counted, of]).toEqual([window, known.length, 300]);
      expectNear(
        value,
        dollars(
          known.reduce((a, b) => a + b, 0n),
          1e8,
        ),
        window,
        1e5,
      );
    }
    for (const [state, count] of Object.entries(totals.states)) {
      const own = EXPECTED.filter((it) => (it.state ?? "unknown") === state);
      expect([state, count]).toEqual([state, own.length]);
    }
  });

  it("lists what costs most a day first, and unknown ones last", async () => {
    const { rows } = await outlooks();
    const paid = rows.map(({ run_7d }) => run_7d.value ?? Number.POSITIVE_INFINITY);
    expect(paid).toEqual(paid.toSorted((a, b) => a - b));
  });
});
