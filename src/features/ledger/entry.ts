import { Big } from "big.js";
import type { SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import type { Leg, LegDetail } from "../../client/resources/position.js";
import { LEDGER_COMPONENTS, type LedgerComponent, type LedgerSource } from "./components.js";
import { dayOf } from "./days.js";

/** An amount of a position, a component and a UTC day. */
export interface LedgerEntry {
  /** Position, component and day, the same in each run; by leg also the leg. */
  readonly id: string;
  readonly positionId: string;
  readonly asset: string;
  /** Its legs as of that day. */
  readonly legs: readonly Leg[];
  readonly component: LedgerComponent;
  readonly source: LedgerSource;
  /** UTC day of the posting: `2026-05-23`. */
  readonly day: string;
  /** The days that it covers, where snapshots are missing between them. */
  readonly name: string;
  /** USD in whole cents; a fee that was paid is above zero. */
  readonly amount: Big;
  /** Time of the amount, milliseconds since the epoch. */
  readonly asOf: number;
  readonly leg?: LegDetail;
  /** Portfolio of the leg; the others are of the requested one. */
  readonly portfolio_id?: string | null;
}

const CENTS = 2;

/** Returns an amount in whole cents, half to even. */
export function inCents(amount: Big): Big {
  return amount.round(CENTS, Big.roundHalfEven);
}

/** Returns the id of an entry. @param when the UTC day; `opening` or `total` for these sources */
export function entryId(
  { positionId }: Pick<SnapshotPosition, "positionId">,
  component: LedgerComponent,
  when: string,
): string {
  return `${positionId}/${component}/${when}`;
}

/**
 * Returns the totals so far of positions, where there is no snapshot: of an open one now, of a closed
 * one on the day of its closing.
 * @param now milliseconds since the epoch
 */
export function totalsSoFar(standings: readonly SnapshotPosition[], now: number): LedgerEntry[] {
  const entries = standings.flatMap((standing) => {
    const { positionId, asset, legs, closedAt } = standing;
    const asOf = closedAt ?? now;
    const own = { positionId, asset, legs, source: "total", asOf } as const;
    return LEDGER_COMPONENTS.map((component): LedgerEntry => {
      const id = entryId(standing, component, "total");
      const amount = inCents(standing.partOf(component) ?? new Big(0));
      return { ...own, id, component, amount, day: dayOf(asOf), name: dayOf(asOf) };
    });
  });
  return entries.filter(({ amount }) => !amount.eq(0)).sort(byDayAndPosition);
}

/** Orders entries by day; within it openings first, then by asset, position and component. */
export function byDayAndPosition(a: LedgerEntry, b: LedgerEntry): number {
  return (
    compare(a.day, b.day) ||
    Number(b.source === "opening") - Number(a.source === "opening") ||
    compare(a.asset, b.asset) ||
    compare(a.positionId, b.positionId) ||
    LEDGER_COMPONENTS.indexOf(a.component) - LEDGER_COMPONENTS.indexOf(b.component) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
