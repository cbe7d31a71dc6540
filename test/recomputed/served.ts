import type { RawEvent } from "../figures/engine/funding/run-oracle.js";
import { type Answers, inFull } from "../support/answers.js";
import type { Made } from "./random-portfolio.js";

/** Returns the answers of a service with these positions and markets. */
export function servedBy(
  made: readonly Made[],
  markets: ReadonlyMap<number, readonly RawEvent[]>,
): Answers {
  return {
    positions: made.map(({ listed }) => listed),
    details: Object.fromEntries(
      made.map(({ listed, full }) => {
        const more = { open_fee_paid: 0, close_fee_paid: null };
        const funding = { calculated: 0, override: null };
        const legs = full.map((leg, n) => ({ close_price: null, ...leg, leg_id: legId(n) }));
        const whole = legs.map((leg) => ({ ...leg, ...more, funding }));
        return [listed.position_id, inFull({ ...listed }, { legs: whole })] as const;
      }),
    ),
    histories: Object.fromEntries(markets),
  };
}

function legId(n: number): string {
  return `00000000-0000-4000-9000-${n.toString().padStart(12, "0")}`;
}
