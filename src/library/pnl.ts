import { settledTotals } from "../analytics/funding/prefix-sums.js";
import { RHYTHM_MS } from "../analytics/market/rhythm.js";
import { momentOf, standingOf } from "../analytics/position/snapshot-position.js";
import { minuteOf } from "../base/time/periods.js";
import { UsageError } from "../base/usage-error.js";
import { eventOf } from "../book/settled-event.js";
import type { Position } from "../client/resources/records.js";
import { pnlDivider } from "../features/pnl/figures.js";
import { PNL_DIVISIONS } from "../features/pnl/groupings.js";
import { pnlAnswer } from "../features/pnl/record.js";
import { oneOf } from "../settings/kinds.js";
import type { Facts } from "./facts.js";
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
  readonly by?: "day" | "week" | "month" | "asset" | "pair" | "position" | undefined;
}

/**
 * Returns the PnL between listings of a portfolio, as `carry positions pnl -o json` prints it for the
 * snapshots of an archive: by UTC day, week or month, asset, pair of exchanges or position.
 * @param snapshots at least two, each later than the one before
 * @param facts with the events of the markets in that time, for the expected funding
 * @returns amounts in USD, returns in percent of the notional; the rows add up to the totals
 * @throws {UsageError} if there are fewer than two snapshots, or they are not in order
 */
export function pnlOf(
  snapshots: readonly Snapshot[],
  { events, portfolioId = "" }: Facts,
  options: PnlOptions = {},
): Result {
  const by = typedValue("by", oneOf(PNL_DIVISIONS), options.by) ?? "day";
  const times = snapshots.map(({ at }) => at);
  if (times.length < 2 || times.some((at, n) => !(at > (times[n - 1] ?? -Infinity)))) {
    throw new UsageError("snapshots: a PnL needs two or more, each later than the one before");
  }
  const divider = pnlDivider(by, times);
  for (const { at, positions } of snapshots) divider.see(momentOf(at, positions.map(standingOf)));
  const settled = new Map(
    [...divider.needed()].map(([id, span]) => {
      const own = (events.get(id) ?? []).map(eventOf).filter(({ time }) => {
        return minuteOf(time) > span.from - RHYTHM_MS && minuteOf(time) <= span.to;
      });
      return [id, settledTotals(own, span)];
    }),
  );
  const pnl = divider.pnl((id) => settled.get(id));
  const ownerOf = () => ({ portfolio_id: portfolioId });
  return pnlAnswer(by, ownerOf).json({ ...pnl, inputs: { by }, ownerOf }).value;
}
