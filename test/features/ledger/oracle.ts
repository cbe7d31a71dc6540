/**
 * Recalculates what a ledger posts: from listings, with integers, from the definitions only. Imports
 * nothing from the program.
 */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is used of a position. */
export interface Sent {
  readonly position_id: string;
  readonly status: "open" | "closed";
  readonly performance?: {
    readonly funding_pnl: number;
    readonly fees: { readonly paid: number };
    readonly spread_pnl: { readonly realized: number };
  };
}

export interface Listing<P extends Sent = Sent> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly positions: readonly P[];
}

/** Returns a number in cents, from its digits, half to even. */
function centsOf(sent: number): bigint {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(sent)).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  if (places <= 2) return (sent < 0 ? -1n : 1n) * digits * 10n ** BigInt(2 - places);
  const unit = 10n ** BigInt(places - 2);
  const [down, rest] = [digits / unit, (digits % unit) * 2n];
  const up = rest > unit || (rest === unit && down % 2n === 1n);
  return (sent < 0 ? -1n : 1n) * (up ? down + 1n : down);
}

/** Returns the listing at which the last day that is over ends; the first one without such a day. */
function lastDayEnd(times: readonly number[]): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  for (let midnight = Math.ceil((last + DAY) / DAY) * DAY; midnight > first; midnight -= DAY) {
    const after = times.find((time) => time >= midnight && time <= midnight + 2 * HOUR);
    const before = times.findLast((time) => time < midnight && time >= midnight - 2 * HOUR);
    if (after !== undefined && after > first) return after;
    const isOver = last > midnight + 2 * HOUR;
    if (after === undefined && before !== undefined && before > first && isOver) return before;
  }
  return first;
}

/** Returns what each position has in all, in cents, by `<id>/<component>`: as it was told last. */
export function totalsOf(listings: readonly Listing[]): Map<string, bigint> {
  const end = lastDayEnd(listings.map(({ at }) => at));
  const totals = new Map<string, bigint>();
  for (const { positions } of listings.filter(({ at }) => at <= end)) {
    for (const { position_id: id, performance } of positions) {
      if (performance === undefined) continue;
      const { funding_pnl, fees, spread_pnl } = performance;
      totals.set(`${id}/funding_pnl`, centsOf(funding_pnl));
      totals.set(`${id}/fees_paid`, centsOf(fees.paid));
      totals.set(`${id}/spread_realized`, centsOf(spread_pnl.realized));
    }
  }
  return totals;
}

/** Returns the positions that are open when they are listed last, until the last day ends. */
export function openOf(listings: readonly Listing[]): Set<string> {
  const end = lastDayEnd(listings.map(({ at }) => at));
  const listed = listings.filter(({ at }) => at <= end).flatMap(({ positions }) => positions);
  const status = new Map(listed.map((it) => [it.position_id, it.status]));
  return new Set([...status].flatMap(([id, last]) => (last === "open" ? [id] : [])));
}
