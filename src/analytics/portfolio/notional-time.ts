import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { sizeOf } from "../position/larger-side.js";
import type { SnapshotPosition } from "../position/snapshot-position.js";

/** What a position held between two settlements; N is the notional of its larger side. */
export interface HeldNotional {
  /** Σ N × time, USD × milliseconds. */
  readonly area: Big;
  /** The same of earlier time, where it has become known only since. */
  readonly earlier: Big;
  /** False if it was open for a time of which no snapshot has N. */
  readonly isKnown: boolean;
}

/** Adds up the notional of a position over time. */
export type NotionalTime = ReturnType<typeof createNotionalTime>;

/**
 * Adds up N of a position over time: that of the last snapshot before, or the first one after its opening;
 * 0 before the opening and after the closing. src/features/pnl/explain.md, "Between two moments".
 * @param from its opening, or the first moment of all if it was opened before
 * @param settled the last settlement
 */
export function createNotionalTime(from: number, settled: number) {
  let [area, earlier, start, at] = [new Big(0), new Big(0), settled, from];
  let [isOpen, isMissing] = [true, false];
  let size: Figure = null;
  /** Adds the time up to a moment. @param next N from then on; counts before it too if none is known */
  const pass = (until: number, next: Figure = null) => {
    if (!isOpen || !(until > at)) return;
    const held = size ?? next;
    isMissing = held === null;
    if (held === null) return; // the time counts when N is known
    const middle = Math.min(Math.max(at, start), until);
    earlier = earlier.plus(held.times(Math.max(0, middle - at)));
    area = area.plus(held.times(Math.max(0, until - middle)));
    at = until;
  };
  return {
    see(position: SnapshotPosition, moment: number): void {
      const { status, closedAt } = position;
      const isClosed = status === "closed";
      const isOver = isClosed && closedAt !== null && closedAt <= moment;
      const next = isClosed ? null : sizeOf(position);
      const over = isOver && isOpen ? Math.max(0, at - Math.max(closedAt, from)) : 0;
      earlier = earlier.minus((size ?? new Big(0)).times(over)); // settled as open while it was not listed
      pass(isOver ? closedAt : moment, next);
      isOpen = !isClosed;
      size = next ?? size;
    },
    /** Ends the position, whose id was given to another one. */
    end(moment: number): void {
      pass(moment);
      isOpen = false;
    },
    /** Returns what was held since the last settlement; undefined if nothing. */
    settle(moment: number): HeldNotional | undefined {
      pass(moment);
      const held = { area, earlier, isKnown: !isMissing || area.gt(0) };
      const isNothing = held.isKnown && area.plus(earlier).eq(0);
      [area, earlier, start, isMissing] = [new Big(0), new Big(0), moment, false];
      return isNothing ? undefined : held;
    },
  };
}
