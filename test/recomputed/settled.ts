/**
 * Recalculates what settled events should have brought, from the raw JSON, from the definitions only.
 * Imports nothing from the program.
 */

/** An event as the service sends it. */
export interface RawEvent {
  readonly funding_time: string;
  readonly funding_rate: string;
  readonly mark_price: string;
}

interface RawHolding {
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly legs: readonly {
    readonly side: "long" | "short";
    readonly market_id: number | null;
    readonly quantity: number;
  }[];
}

/** Times are milliseconds since the epoch. */
export interface Holding {
  /** The position while it was open. */
  readonly held: RawHolding;
  readonly closedAt: number | null;
  /** Returns how large it was at a time, as a multiple of what `held` has. */
  readonly scaleAt: (time: number) => number;
}

/**
 * Returns the funding of a position over (from, to], USD: Σ −sign × quantity × mark price × rate, at the
 * quantity of the time of each event; undefined if a market is not known.
 */
export function expectedFunding(
  { held, closedAt, scaleAt }: Holding,
  events: ReadonlyMap<number, readonly RawEvent[]>,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const start = Math.max(from, Date.parse(held.opened_at));
  const end = Math.min(to, closedAt ?? to);
  let sum = 0;
  for (const { side, market_id: id, quantity } of held.legs) {
    const own = id === null ? undefined : events.get(id);
    if (own === undefined) return undefined;
    for (const { funding_time, funding_rate, mark_price } of own) {
      const time = Date.parse(funding_time);
      if (time <= start || time > end) continue;
      const paid = quantity * scaleAt(time) * Number(mark_price) * Number(funding_rate);
      sum += side === "long" ? -paid : paid;
    }
  }
  return sum;
}
