import type { BySide } from "../../analytics/market/by-side.js";
import { UsageError } from "../../base/usage-error.js";
import { LEVERAGE, POSITIVE, STRETCH } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { oneOf, SHARE, type Share } from "../../settings/kinds.js";
import { GAPS } from "./terms.js";

const DEFAULT_NOTIONAL = "10000";
const NO_SHARE: Share = { amount: "0", unit: "bps" };

/** Options of a hedge, except its time range. */
export const TERMS_OPTIONS = {
  notional: {
    kind: POSITIVE,
    value: "usd",
    help: `notional of the larger side at entry, USD (default: ${DEFAULT_NOTIONAL})`,
  },
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill, such as 5bps or 0.05%; never assumed (default: the profile's fees)",
  },
  feeLong: { kind: SHARE, value: "share", help: "fee of a fill of the long side" },
  feeShort: { kind: SHARE, value: "share", help: "fee of a fill of the short side" },
  slippage: {
    kind: SHARE,
    value: "share",
    help: "slippage of a fill, such as 2bps or 0.02% (default: none)",
  },
  leverage: {
    kind: LEVERAGE,
    value: "n",
    help: "leverage of both legs, or of the long and the short one (5,3): the APR is then of their margin (default: of the notional)",
  },
  hold: {
    kind: STRETCH,
    value: "time",
    help: "also what each hedge of this length brought, one for each UTC day, such as 7d",
  },
  gaps: {
    kind: oneOf(GAPS),
    value: "how",
    help: "where events are missing: refuse, or allow them to be left out (default: the longest stretch without a gap)",
  },
  multiplierLong: {
    kind: POSITIVE,
    value: "n",
    help: "units of the asset in one unit of the long market, such as 1000 for 1000PEPE (default: 1)",
  },
  multiplierShort: { kind: POSITIVE, value: "n", help: "the same of the short market" },
} as const satisfies OptionsData;

export type TermsAsked = OptionsOf<typeof TERMS_OPTIONS>;

/** What a backtest depends on, as it was typed or by default. */
export interface BacktestInputs {
  readonly notional: string;
  readonly fee: { readonly long: Share; readonly short: Share };
  readonly slippage: Share;
  readonly multiplier: { readonly long: string; readonly short: string };
}

/** Returns typed values or defaults; `known` are fees of the exchanges. @throws {UsageError} without a fee */
export function backtestInputs(
  options: TermsAsked,
  known: Partial<BySide<Share | undefined>> = {},
): BacktestInputs {
  const { fee, feeLong = fee ?? known.long, feeShort = fee ?? known.short } = options;
  if (feeLong === undefined || feeShort === undefined) {
    const side =
      feeLong === feeShort ? "" : ` of the ${feeLong === undefined ? "long" : "short"} side`;
    throw new UsageError(
      `funding backtest: no fee${side} is given`,
      "add --fee such as --fee 5bps, or --fee-long and --fee-short, or set them once with `carry profile set fees default=5bps`; --fee 0bps is none",
    );
  }
  return {
    notional: options.notional ?? DEFAULT_NOTIONAL,
    fee: { long: feeLong, short: feeShort },
    slippage: options.slippage ?? NO_SHARE,
    multiplier: { long: options.multiplierLong ?? "1", short: options.multiplierShort ?? "1" },
  };
}
