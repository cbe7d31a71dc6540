/**
 * Recalculates PnL between moments: from listings as they were sent, in whole cents, from the
 * definitions only. Imports nothing from the program.
 */

interface Sent {
  readonly position_id: string;
  readonly asset: string;
  readonly status: "open" | "closed";
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly legs: readonly {
    readonly side: string;
    readonly quantity: number;
    readonly open_price: number;
    readonly mark_price: number | null;
  }[];
  readonly performance: {
    readonly funding_pnl: number;
    readonly fees: { readonly paid: number; readonly estimated_exit: number };
    readonly spread_pnl: { readonly realized: number; readonly unrealized: number };
    readonly net_pnl: number | null;
  };
}

/** A listing at a moment, milliseconds since the epoch. */
export interface Listing {
  readonly at: number;
  readonly positions: readonly Sent[];
}

/** Funding, realized, unrealized, fees paid, exit estimate, net PnL; whole cents. */
export type Cents = readonly number[];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cents = (usd: number) => Math.round(usd * 100);
const minus = (a: Cents, b: Cents) => a.map((value, n) => value - (b[n] ?? 0));
const NOTHING: Cents = [0, 0, 0, 0, 0, 0];

export const plus = (a: Cents, b: Cents): Cents => a.map((value, n) => value + (b[n] ?? 0));

function centsOf({ performance: it }: Sent): Cents | undefined {
  if (it.net_pnl === null) return undefined;
  const { realized, unrealized } = it.spread_pnl;
  const { paid, estimated_exit: exit } = it.fees;
  return [it.funding_pnl, realized, unrealized, paid, exit, it.net_pnl].map(cents);
}

/** Returns a position as it was listed at a moment. */
function listed(listings: readonly Listing[], n: number, id: string): Sent | undefined {
  return listings[n]?.positions.find((it) => it.position_id === id);
}

/** Returns the cumulative PnL of a position at a moment; undefined before it counts. */
function levelAt(listings: readonly Listing[], n: number, id: string): Cents | undefined {
  for (let at = n; at >= 0; at--) {
    const sent = listed(listings, at, id);
    const known = sent && centsOf(sent);
    if (known !== undefined) return known;
    const before = listings[at - 1];
    const isNew = sent !== undefined && before !== undefined && !listed(listings, at - 1, id);
    if (isNew && Date.parse(sent.opened_at) > before.at) return NOTHING;
  }
  return undefined;
}

/** Returns where a position that was opened meanwhile counts from 0, else its first known level. */
function baseBetween(listings: readonly Listing[], from: number, to: number, id: string) {
  const start = levelAt(listings, from, id);
  if (start !== undefined) return start;
  for (let at = from + 1; at <= to; at++) {
    const sent = listed(listings, at, id);
    if (sent === undefined) continue;
    const before = listings[at - 1];
    const isOpened = before !== undefined && Date.parse(sent.opened_at) > before.at;
    if (isOpened && !listed(listings, at - 1, id)) return NOTHING;
    const known = centsOf(sent);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Returns what each position changed by between two listings, by id; those that are known. */
export function changeOfEach(
  listings: readonly Listing[],
  from: number,
  to: number,
): Map<string, Cents> {
  const ids = new Set(listings.flatMap(({ positions }) => positions.map((it) => it.position_id)));
  const changes = new Map<string, Cents>();
  for (const id of ids) {
    const [base, end] = [baseBetween(listings, from, to, id), levelAt(listings, to, id)];
    if (base !== undefined && end !== undefined) changes.set(id, minus(end, base));
  }
  return changes;
}

/** Returns the change of all positions between two listings. */
export function changeBetween(listings: readonly Listing[], from: number, to: number): Cents {
  return [...changeOfEach(listings, from, to).values()].reduce(plus, NOTHING);
}

/** Returns the listings between which days run, with the first and the last; by index. */
export function dayEnds(listings: readonly Listing[]): number[] {
  const times = listings.map(({ at }) => at);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ends = new Set([0, times.length - 1]);
  for (let midnight = Math.floor(first / DAY) * DAY; midnight <= last + 2 * HOUR; midnight += DAY) {
    const after = times.findIndex((time) => time >= midnight && time <= midnight + 2 * HOUR);
    const before = times.findLastIndex((time) => time < midnight && time >= midnight - 2 * HOUR);
    if (after >= 0) ends.add(after);
    else if (before >= 0) ends.add(before);
  }
  return [...ends].sort((a, b) => a - b);
}

/** Returns the notional of the larger side of what a position holds, USD. */
function notional({ status, legs }: Sent): number {
  if (status === "closed") return 0;
  const side = (wanted: string) =>
    legs
      .filter((leg) => leg.side === wanted)
      .reduce((sum, leg) => sum + leg.quantity * (leg.mark_price ?? leg.open_price), 0);
  return Math.max(side("long"), side("short"));
}

/** Returns USD × milliseconds that a position held between two listings. */
function heldBetween(listings: readonly Listing[], from: number, to: number, id: string): number {
  const sent = listings.map((_, n) => listed(listings, n, id));
  const any = sent.find((it) => it !== undefined);
  const closed = sent.findLast((it) => it !== undefined)?.closed_at;
  if (any === undefined) return 0;
  const [opened, end] = [Date.parse(any.opened_at), closed == null ? Infinity : Date.parse(closed)];
  let area = 0;
  for (let n = from; n < to; n++) {
    const begin = Math.max(listings[n]?.at ?? 0, opened);
    const over = Math.min(listings[n + 1]?.at ?? 0, end);
    const isOpen = (it: Sent | undefined) => it?.status === "open";
    const own = sent.slice(0, n + 1).findLast(isOpen) ?? sent.slice(n + 1).find(isOpen);
    area += Math.max(0, over - begin) * (own === undefined ? 0 : notional(own));
  }
  return area;
}

/** Returns the net PnL in percent of the notional on average, of the positions that are in the sum. */
export function returnBetween(listings: readonly Listing[], from: number, to: number): number {
  let [net, held] = [0, 0];
  for (const [id, change] of changeOfEach(listings, from, to)) {
    const isKnown = listings
      .slice(from + 1, to + 1)
      .some((_, n) => listed(listings, from + 1 + n, id)?.performance.net_pnl != null);
    if (!isKnown) continue;
    net += (change[5] ?? 0) / 100;
    held += heldBetween(listings, from, to, id);
  }
  const time = (listings[to]?.at ?? 0) - (listings[from]?.at ?? 0);
  return ((net * time) / held) * 100;
}
