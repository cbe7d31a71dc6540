import { describe, expect, it } from "vitest";
import {
  RUN_HOURS,
  type RunPosition,
  type RunWindow,
  runOf,
} from "../../../../src/figures/engine/funding/run.js";
import { historyFrom } from "../../../support/market-events.js";
import { type Random, randomOf } from "../../../support/random.js";
import { DAY, randomFaults, randomMarket } from "../market/random-market.js";
import { leg } from "./run-leg.js";
import { type RawEvent, recompute, scaled } from "./run-oracle.js";

const NOW = Date.parse("2026-11-20T16:20:00Z");
const WINDOWS = Object.keys(RUN_HOURS) as RunWindow[];

interface Case {
  readonly position: RunPosition;
  readonly markets: ReadonlyMap<number, RawEvent[]>;
  readonly now: number;
}

function randomCase(random: Random): Case {
  const now = NOW - random.below(3 * 24 * 60) * 60_000 + random.pick([0, 0, 1, 59_999]);
  const span = { from: Math.floor(now / DAY) * DAY - 33 * DAY, until: now };
  const legs = Array.from({ length: random.pick([2, 2, 2, 3, 1]) }, (_, index) =>
    leg(random.pick(["long", "short"]), random.chance(2) ? null : index + 1, random.below(40)),
  );
  const markets = new Map(
    [1, 2, 3].map((id) => [id, randomMarket(random, { ...span, faults: randomFaults(random) })]),
  );
  const status = random.chance(3) ? "closed" : "open";
  return { position: { status, legs }, markets, now };
}

describe("over 350 random positions", () => {
  it("agrees with plain loops over integers on every figure, its end and its reason", () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 350; seed++) {
      const { position, markets, now } = randomCase(randomOf(seed));
      for (const window of WINDOWS) {
        const expected = recompute(position, markets, now, RUN_HOURS[window]);
        const found = runOf(
          position,
          { historyOf: historyFrom((id) => markets.get(id)), now },
          window,
        );
        const { perDay } = found;
        const actual = {
          end: perDay.evidence.asOf ?? undefined,
          perDay: perDay.value === null ? undefined : scaled(perDay.value.round(8, 2).toFixed(), 8),
          unknown: perDay.unknown,
          coveredHours: perDay.evidence.covered?.hours,
        };
        expect({ seed, window, ...actual }).toEqual({ seed, window, ...expected });
        const outcome = expected.unknown ?? "known";
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    }
    // A comparison of nothing but unknown figures would prove little.
    for (const outcome of ["known", "events_missing", "events_conflicting", "market_unknown"]) {
      expect(seen.get(outcome), outcome).toBeGreaterThan(20);
    }
    expect(seen.get("known")).toBeGreaterThan(200);
  });
});
