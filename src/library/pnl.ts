import { momentOf, standingOf } from "../analytics/position/snapshot-position.js";
import { lastingHandle } from "../base/names/handle.js";
import { UsageError } from "../base/usage-error.js";
import type { Position } from "../client/resources/records.js";
import { Follower } from "../figures/period/gaps.js";
import { DIVISIONS, Divider, type Division } from "../figures/period/periods.js";
import { pnlAnswer, pnlTable } from "../run/pnl-table.js";
import { oneOf } from "../settings/kinds.js";
import type { Result } from "./result.js";
import { typedValue } from "./typed.js";

/** A listing of a portfolio at a moment. */
export interface Snapshot {
  /** Time of the listing, milliseconds since the epoch. */
  readonly at: number;
  /** Every position, closed ones too, with its performance. */
  readonly positions: readonly Position[];
}

/** How a PnL is divided. */
export interface PnlOptions {
  /** Default: `day`. */
  readonly by?: Division | undefined;
}

/**
 * Returns the PnL between listings of a portfolio, as `carry pnl -o json` prints it for the looks of an
 * archive.
 * @param snapshots at least two, each later than the one before
 * @returns amounts in USD, returns in percent of the notional; the rows add up to the totals
 * @throws {UsageError} if there are fewer than two snapshots, or they are not in order
 */
export function pnlOf(snapshots: readonly Snapshot[], options: PnlOptions = {}): Result {
  const by = typedValue("by", oneOf(DIVISIONS), options.by) ?? "day";
  const times = snapshots.map(({ at }) => at);
  if (times.length < 2 || times.some((at, n) => !(at > (times[n - 1] ?? -Infinity)))) {
    throw new UsageError("snapshots: a PnL needs two or more, each later than the one before");
  }
  const [follower, divider] = [new Follower(), new Divider(by)];
  for (const { at, positions } of snapshots) {
    const gap = follower.see(momentOf(at, positions.map(standingOf)));
    if (gap !== undefined) divider.add(gap);
  }
  const { rows, totals } = divider.periods();
  const inputs = { by, range: {}, filters: {} };
  const nameOf = (id: string, asset: string) => lastingHandle({ position_id: id, asset });
  return pnlAnswer(pnlTable(by, { rows, nameOf })).json({ inputs, rows, totals }).value;
}
