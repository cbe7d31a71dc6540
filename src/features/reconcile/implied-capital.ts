import { capitalDaysByApr, halfOfEntry, PERCENT_DAYS } from "../../analytics/funding/apr.js";
import { decimal, type Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Reconcilable } from "./figures.js";

/** The capital that the APR of a position implies. */
export interface ImpliedCapital {
  /** As sent, percent. */
  readonly apr: Figure;
  /** USD; null without an APR or a net PnL, or where they do not imply one. */
  readonly capital: Figure;
  /** Its ratio to half the entry notional of what is held; null where that is unknown. */
  readonly ratio: Figure;
}

/** Returns the capital: net PnL × 36500 ÷ APR ÷ days. src/features/reconcile/explain.md, "Reconcile". */
export function impliedCapital(position: Reconcilable): ImpliedCapital {
  const { performance } = position;
  const [net, apr, days] = [performance?.net_pnl, performance?.apr, performance?.duration_days].map(
    (sent) => decimal(sent ?? null),
  );
  const unknown = { apr: apr ?? null, capital: null, ratio: null };
  if (net == null || apr == null || days?.gt(0) !== true) return unknown;
  if (capitalDaysByApr(net, apr) === undefined) return unknown;
  const [earned, share] = [net.times(PERCENT_DAYS), apr.times(days)];
  const half = halfOfEntry(position);
  return {
    apr,
    capital: ratioOf(earned, share),
    ratio: half === undefined ? null : ratioOf(earned, share.times(half)),
  };
}
