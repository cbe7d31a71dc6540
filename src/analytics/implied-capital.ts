import type { Big } from "big.js";
import { decimal, type Figure } from "../base/decimal.js";
import { capitalDaysByApr, halfOfEntry } from "./apr.js";
import type { Reconcilable } from "./reconcile.js";

/** The capital that the APR of a position implies. */
export interface ImpliedCapital {
  /** As sent, percent. */
  readonly apr: Figure;
  /** USD; null without an APR or a net PnL, or where they do not imply one. */
  readonly capital: Figure;
  /** Its ratio to half the entry notional of what is held; null where that is unknown. */
  readonly ratio: Figure;
}

const DECIMALS = 8;

/** Returns the capital: net PnL × 36500 ÷ APR ÷ days. docs/analytics.md, "Reconcile". */
export function impliedCapital(position: Reconcilable): ImpliedCapital {
  const { performance } = position;
  const [net, apr, days] = [performance?.net_pnl, performance?.apr, performance?.duration_days].map(
    (sent) => decimal(sent ?? null),
  );
  const unknown = { apr: apr ?? null, capital: null, ratio: null };
  if (net == null || apr == null || days?.gt(0) !== true) return unknown;
  const capital = capitalDaysByApr(net, apr)?.div(days);
  if (capital === undefined) return unknown;
  const half = halfOfEntry(position);
  const rounded = (value: Big) => value.round(DECIMALS);
  return {
    apr,
    capital: rounded(capital),
    ratio: half === undefined ? null : rounded(capital.div(half)),
  };
}
