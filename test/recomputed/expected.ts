/**
 * Recalculates the funding that settled events explain between listings, with doubles, from the
 * definitions only. Imports nothing from the program.
 */

export interface SentLeg {
  readonly side: string;
  readonly market_id: number | null;
  readonly exchange: string;
  readonly symbol: string;
  readonly quantity: number;
}

interface Sent {
  readonly position_id: string;
  readonly status: string;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly legs: readonly SentLeg[];
  readonly performance: { readonly net_pnl: number | null; readonly calculated_at: string };
}

/** A listing at a moment, milliseconds since the epoch. */
export interface SentListing {
  readonly at: number;
  readonly positions: readonly Sent[];
}

/** Settled events of a market as the service sends them. */
export interface SentEvent {
  readonly funding_time: string;
  readonly funding_rate: string;
  readonly mark_price: string;
}

type EventsOf = (marketId: number) => readonly SentEvent[];

const find = (listing: SentListing | undefined, id: string) =>
  listing?.positions.find((it) => it.position_id === id);

/**
 * Returns the funding that a position should have been paid between two listings, USD; undefined if a
 * leg has no market.
 */
export function expectedOf(
  listings: readonly SentListing[],
  [from, to]: readonly [number, number],
  id: string,
  eventsOf: EventsOf,
): number | undefined {
  const known = listings
    .map((listing, n) => ({ n, at: listing.at, sent: find(listing, id) }))
    .filter(({ sent }) => sent !== undefined && sent.performance.net_pnl !== null);
  const base = known.findLast(({ n }) => n <= from);
  const last = known.findLast(({ n }) => n <= to)?.sent;
  if (last === undefined) return undefined;
  const opened = Date.parse(last.opened_at);
  const start =
    base === undefined ? opened : Date.parse(base.sent?.performance.calculated_at ?? "");
  const closed = last.closed_at === null ? Number.POSITIVE_INFINITY : Date.parse(last.closed_at);
  const end = Math.min(Date.parse(last.performance.calculated_at), closed);
  const held = listings.flatMap((listing) => {
    const sent = find(listing, id);
    return sent?.status === "open" ? [{ at: listing.at, legs: sent.legs }] : [];
  });
  let sum = 0;
  for (const [index, leg] of (held[0]?.legs ?? []).entries()) {
    if (leg.market_id === null) return undefined;
    for (const { funding_time, funding_rate, mark_price } of eventsOf(leg.market_id)) {
      const time = Date.parse(funding_time);
      if (time <= Math.max(start, opened) || time > end) continue;
      const size = held.findLast(({ at }) => at <= time) ?? held[0];
      const quantity = size?.legs[index]?.quantity ?? Number.NaN;
      const paid = quantity * Number(mark_price) * Number(funding_rate);
      sum += leg.side === "long" ? -paid : paid;
    }
  }
  return sum;
}
