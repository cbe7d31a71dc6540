import type { Measure } from "../../analytics/measure.js";
import { viewOf } from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { notesSection, textSection, totalsSection } from "../../output/table/page.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell, inSentence } from "../../output/text/format.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { sumTotal } from "../../views/sum-total.js";
import type { EvenMargin } from "./even-margin.js";
import { type ExchangeRow, exchangeFields, legsOf, ORDER } from "./exchange-record.js";
import type { Against, ExchangesSummary } from "./exchange-summary.js";
import type { ShownSummary } from "./record.js";

/** View of exchanges, with the sums of the legs first. */
export function exchangesView(
  summary?: ExchangesSummary,
  clock?: ServiceClock,
  shown?: Pick<ShownSummary, "handles" | "empty">,
): View<ExchangeRow> {
  return viewOf(
    exchangeFields(clock),
    {
      ...(summary &&
        shown && {
          head: () => [
            totalsSection(totalLines(summary)),
            ...evenText(summary.even).map((text) => textSection(text)),
          ],
          foot: () => notesSection(notes(summary, shown)),
        }),
      empty: shown?.empty() ?? "No positions.",
    },
    ORDER,
  );
}

/** Returns the line on moves that equalise the share of margin: `… move 1,234.00 from bybit to okx …`. */
function evenText({ share, moves, unknown }: EvenMargin): string[] {
  const { value, counted = 0, of = 0 } = share;
  if (of < 2) return [];
  if (counted < 2) return [`same share of margin: unknown on ${unknown.length} of ${of} exchanges`];
  const each = moves.map(
    ({ from, to, amount }) => `${inSentence("usd", amount.toFixed())} from ${from} to ${to}`,
  );
  const how = each.length === 0 ? "nothing to move" : `move ${each.join(", ")}`;
  const percent = inSentence("percent", value?.toFixed());
  const leftOut = unknown.length === 0 ? "" : ` · left out, margin unknown: ${unknown.join(", ")}`;
  return [
    `to hold the same share of margin on all exchanges (${percent} of the notional): ${how}${leftOut} · arithmetic, not advice`,
  ];
}

function totalLines(summary: ExchangesSummary): Total[][] {
  const { held, positions } = summary;
  return [
    [
      { label: "positions", kind: "integer", value: positions },
      { label: "legs", kind: "integer", value: legsOf(summary) },
      { label: "held", kind: "integer", value: held.legs },
    ],
    [
      sumTotal("gross notional", held.gross),
      sumTotal("net notional", held.net, { signed: true }),
      sumTotal("margin", held.margin, { things: "legs" }),
      sumTotal("unrealized price PnL", held.pricePnl, { signed: true, things: "legs" }),
    ],
  ];
}

function notes(
  summary: ExchangesSummary,
  { handles }: Pick<ShownSummary, "handles">,
): readonly string[] {
  const { overridden, unpriced } = summary;
  const legs = overridden.map(
    ({ position, leg }) => `${leg.side} ${leg.exchange} of ${handles.of(position)}`,
  );
  return [
    ...differenceLines(summary),
    ...(legs.length === 0 ? [] : [`funding overridden: ${firstOf(legs)}`]),
    ...(unpriced.length === 0
      ? []
      : [`not in price PnL: ${firstOf(unpriced.map(handles.of))}: that of a held leg is unknown`]),
    "realized price PnL is not sent by leg",
  ];
}

/** Returns how the legs differ from the performances of the same positions, in words; none where equal. */
export function differenceLines({ funding, fees }: ExchangesSummary): string[] {
  const differs = ({ difference }: Against) => difference.value?.round(2).eq(0) !== true;
  return [
    ...(differs(funding) ? [differenceText("funding", funding, true)] : []),
    ...(differs(fees) ? [differenceText("fees paid", fees, false)] : []),
  ];
}

/** `funding: legs -490.00, performances +20.00 (13 of 14 positions), difference -510.00` */
function differenceText(
  name: string,
  { legs, performances, difference }: Against,
  signed: boolean,
) {
  const usd = ({ value }: Measure, isSigned = signed) =>
    formatCell("usd", value?.toFixed(), { unicode: true, zone: "UTC" }, isSigned);
  const { counted, of } = legs;
  const part = counted === of ? "" : ` (${counted} of ${of} positions)`;
  return `${name}: legs ${usd(legs)}, performances ${usd(performances)}${part}, difference ${usd(difference, true)}`;
}
