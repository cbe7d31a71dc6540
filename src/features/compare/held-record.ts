import type { Held } from "../../analytics/backtest/held.js";
import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import type { Measure } from "../../analytics/measure.js";
import type { Figure } from "../../base/decimal.js";
import { type Field, own } from "../../output/record.js";
import type { Total } from "../../output/table/column.js";
import { inSentence } from "../../output/text/format.js";
import { figure as line } from "../../views/figure-line.js";
import { figure } from "../../views/measure-fields.js";
import { quantity } from "../../views/row-fields.js";
import type { HedgeFees } from "./fees.js";

/** What holding the hedge would have made. */
export const HELD: readonly Field<Held>[] = [
  quantity("notional", "usd", "Notional of the larger side at entry.", (it) => it.terms.notional),
  own(
    "entry",
    "time|null",
    "First time in the periods with a mark price of both; null without two.",
  ),
  own("exit", "time|null", "Last such time; null without two."),
  figure("funding_pnl", "Settled funding of both legs after the entry.", ({ funding }) => funding),
  figure("spread_pnl", "Price PnL of both legs at mark prices.", ({ price }) => price),
  figure("fees", "Fees of the four fills.", ({ fees }) => fees),
  figure("net_pnl", "funding_pnl + spread_pnl - fees.", ({ net }) => net),
  figure("return_on_notional", "net_pnl in percent of the notional.", (it) => it.onNotional),
];

/** Returns what holding the hedge would have made, as one line. */
export function heldLine(held: Held, fees: HedgeFees): Total[] {
  const { terms, funding, price, net, onNotional } = held;
  const size = line("held", "integer", terms.notional);
  if (net.value === null) return [size, line("net", "usd", null, { missing: whyUnknown(net) })];
  const share =
    onNotional.value === null ? "–" : inSentence("percent", onNotional.value.toFixed(), true);
  const signed = (label: string, value: Figure, note?: string) =>
    line(label, "usd", value, { signed: true, note });
  return [
    size,
    signed("net", net.value, share),
    signed("funding", funding.value, countedText(funding)),
    signed("price", price.value),
    signed("fees", held.fees.value?.neg() ?? null, feeText(terms.fee, fees)),
  ];
}

function whyUnknown({ unknown, counted, of }: Measure): string {
  if (unknown === "units_differ") return "the prices are not of the same unit";
  if (unknown === "events_missing") return `funding of ${counted} of ${of} events`;
  return "fewer than two times with a mark price of both";
}

/** Notes the events of a figure, unless it has all of them. */
function countedText({ counted, of }: Measure): string | undefined {
  return counted === of ? undefined : `${counted} of ${of} events`;
}

function feeText(fee: Held["terms"]["fee"], fees: HedgeFees): string {
  const [long, short] = BOTH_SIDES.map((side) => {
    return `${fee[side].times(10_000).toFixed()} bp${fees[side].isAssumed ? ", assumed" : ""}`;
  });
  return long === short ? `${long}` : `long ${long}; short ${short}`;
}
