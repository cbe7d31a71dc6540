import { decimal } from "../../base/decimal.js";
import { marketLabel } from "../../base/names/market-name.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import type { FetchedPair } from "../../book/markets/compared-markets.js";
import { RESOLUTIONS, type Resolution, SIDES } from "../../client/resources/terms.js";
import {
  above,
  basisMean,
  basisNow,
  basisSd,
  COMPARED_CATALOG,
  type Compared,
  heldFees,
  heldFunding,
  heldNet,
  heldPrice,
  heldSize,
  spread,
  spreadRate,
} from "../../figures/catalog/compared.js";
import {
  backBy,
  pairChance,
  pairFees,
  rateNext7d,
  rateNextHigh,
  rateNextLow,
} from "../../figures/catalog/pair.js";
import type { Period } from "../../figures/engine/market/compare.js";
import type { BySide, Side } from "../../figures/engine/position/legs.js";
import type { Q } from "../../figures/measure.js";
import { recordText } from "../../figures/next/pool.js";
import {
  type Field,
  type Fields,
  group,
  optional,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Piece } from "../../output/table/page.js";
import { duration, inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { answerOf, figureFields } from "../../run/screen/figure-field.js";
import {
  figureText,
  headLine,
  headText,
  type Row,
  rangeText,
  rateText,
  renderRows,
  unknownText,
} from "../../run/screen/heading.js";
import { recordField } from "../../run/screen/inputs.js";
import { dayText } from "../../run/screen/why.js";
import type { FillFee } from "../../run/share.js";

/** A comparison, and what was asked for. */
export interface ShownComparison extends Compared {
  readonly pair: FetchedPair;
  readonly resolution: Resolution;
  /** The fee of a fill on each market. */
  readonly fees: BySide<FillFee>;
}

const RATE =
  "Exact sum of the market's rates in the period, a decimal fraction; null when an event or a rate is missing.";
const SPREAD =
  "The short market's rate minus the long one's, which the hedge receives; null when either is null.";
const CUMULATIVE = "Exact sum of the spreads since the first period; null if spread is null.";
const TIME = "Date of the UTC day; for other periods their end (UTC), inclusive.";
const COMPLETE = "Whether both markets have every event and every rate of the period.";

/** Returns an object of fields for each side of a pair. */
function bothSides<T>(fields: (side: Side) => Fields<T>): Field<T>[] {
  return SIDES.map((side) => group(side, `The ${side} side.`, fields(side)));
}

/** Returns the fields of a period. @param period its length, milliseconds */
function periodFields(period?: number): Field<Period>[] {
  const isDay = period === DAY_MS;
  const rate = { kind: "rate", signed: true } as const;
  return [
    plain("time", "time", TIME, {
      of: ({ end }) => (isDay ? new Date(end - DAY_MS).toISOString().slice(0, 10) : end),
      header: isDay ? "day (UTC)" : "period end",
    }),
    ...bothSides<Period>((side) => [
      plain("rate", "number|null", RATE, {
        of: (it) => decimal(it[side].rate),
        header: `${side} rate`,
        ...rate,
        priority: 2,
        group: "rates",
      }),
      plain("events", "count", "Settled events of the market in the period.", {
        of: (it) => it[side].events,
        header: `${side} events`,
        isExtra: true,
      }),
    ]),
    plain("spread", "number|null", SPREAD, {
      of: (it) => decimal(it.spread),
      header: "spread",
      ...rate,
      priority: 0,
    }),
    plain("cumulative", "number|null", CUMULATIVE, {
      of: (it) => decimal(it.cumulative),
      header: "cumulative",
      ...rate,
      priority: 1,
    }),
    plain("complete", "flag", COMPLETE, {
      of: (it) => it.spread !== null,
      header: "complete",
      isExtra: true,
    }),
  ];
}

/** Returns the fields of a listed market and of the fee of a fill on it. */
function marketFields(side: Side): Fields<ShownComparison> {
  const of = ({ pair }: ShownComparison) => pair.markets[side];
  return [
    plain("exchange", "text|null", "Exchange, as listed; null if the listing names none.", (it) => {
      return of(it).exchange;
    }),
    plain("market_id", "positive", "Market identifier, as listed.", (it) => of(it).id),
    plain("symbol", "text|null", "Symbol, as listed; null if the listing names none.", (it) => {
      return of(it).symbol;
    }),
    group("fee", "Fee of a fill.", [
      plain("value", "number", "Number of bps.", ({ held }) => held.terms.fee[side].times(10_000)),
      plain("unit", ["bps"], "Unit of the value.", () => "bps"),
    ]),
    plain("fee_assumed", "flag", ASSUMED, ({ fees }) => fees[side].isAssumed),
  ];
}

const ASSUMED = "Whether no fee is typed or set for the market.";

const INPUTS: Fields<ShownComparison> = [
  ...bothSides(marketFields),
  plain("start", "time", "Start of the range (ISO 8601).", ({ pair }) => pair.range.start),
  plain("end", "time", "End of the range (ISO 8601).", ({ pair }) => pair.range.end),
  plain("archive", "flag", "Whether the archive was read.", ({ pair }) => pair.isArchived),
  own("resolution", RESOLUTIONS, "--resolution."),
];

const LENGTH = "Length of a period, hours; null without a common clock.";

const TODAY = [rateNext7d, rateNextLow, rateNextHigh, pairChance, pairFees, backBy];

const TOTALS: Fields<ShownComparison> = [
  plain("period_hours", "number|null", LENGTH, ({ comparison: { period } }) => {
    return period && period / HOUR_MS;
  }),
  plain("periods", "count", "Number of periods.", ({ comparison }) => comparison.periods.length),
  ...figureFields<Compared>(...COMPARED_CATALOG),
  ...within(
    ({ ahead }: ShownComparison) => ahead?.pair as NonNullable<typeof ahead>["pair"],
    figureFields(...TODAY),
  ).map((it) => optional(it, ({ ahead }) => ahead !== undefined)),
  recordField(({ ahead }) => ahead?.record),
];

/** Returns `funding compare`. @param period length of a period, milliseconds */
export const compareAnswer = (period?: number) =>
  answerOf("funding-compare", INPUTS, periodFields(period), TOTALS);

/** View of a comparison of two markets. */
export function compareView(shown?: ShownComparison): View<Period> {
  const period = shown?.comparison.period;
  const empty =
    period === undefined
      ? "Too little settled funding in this range for a common clock."
      : `No whole period of ${duration(period)} lies in this range.`;
  return viewOf(periodFields(period), {
    ...(shown && { head: () => comparedHead(shown) }),
    empty,
  });
}

/** Returns what is said of two markets above their periods. */
export function comparedHead(shown: ShownComparison): Section[] {
  const { long, short } = shown.pair.markets;
  return [
    headLine(`long ${marketLabel(long)}, short ${marketLabel(short)}`, "", "heading"),
    { render: (look) => renderRows(rowsOf(shown), look) },
  ];
}

function rowsOf(shown: ShownComparison): Row[] {
  const { ahead } = shown;
  return [
    { label: "spread", pieces: spreadPieces(shown) },
    ...(ahead === undefined ? [] : [{ label: "next 7d", pieces: nextPieces(ahead) }]),
    { label: "held", pieces: heldPieces(shown) },
    { label: "basis", pieces: [{ text: basisText(shown) }] },
  ];
}

/** `+0.3272 %  +17 %/yr   above zero in 20 of 21 periods of 8h   2 incomplete` */
function spreadPieces(shown: ShownComparison): Piece[] {
  const sum = spread(shown);
  if (sum.value === null) return [unknownPiece(sum)];
  const { counted = 0, of = 0 } = sum.evidence;
  const periods = `${counted} periods of ${duration(shown.comparison.period ?? 0)}`;
  return [
    { text: `${rateText(sum)}  ${yearlyText(spreadRate(shown))}` },
    { text: `above zero in ${above(shown)} of ${periods}` },
    ...(of === counted ? [] : [{ text: `${of - counted} incomplete, in no sum` }]),
  ];
}

/** `+14 %/yr (+3 … +25)   71 % to earn 0.2 % of fees   likely by 6 Dec   last week such ranges held for 11 of 14` */
function nextPieces({ pair, record }: NonNullable<Compared["ahead"]>): Piece[] {
  const [rate, chance] = [rateNext7d(pair), pairChance(pair)];
  if (rate.value === null) return [unknownPiece(rate)];
  const range = rangeText(rateNextLow(pair), rateNextHigh(pair), "yearly");
  const first = { text: `${yearlyText(rate)} ${range}` };
  if (chance.value === null) return [first];
  const cost = `${Number(pairFees(pair).value?.toFixed(4))} % of fees`;
  const time = backBy(pair) as number | null;
  return [
    first,
    { text: `${headText(chance, "chance", false)} to earn ${cost}` },
    { text: time === null ? "not likely within 30 days" : `likely by ${dayText(time)}` },
    { text: recordText(record) },
  ];
}

/** `+39.95 on 10,000   funding +36.83   price +24.38   fees -21.27 (5 bp, assumed)` */
function heldPieces(shown: ShownComparison): Piece[] {
  const net = heldNet(shown);
  const money = (q: Q) => inSentence("usd", q.value?.toFixed(), true);
  const size = inSentence("integer", heldSize(shown).value?.toFixed());
  const funding = heldFunding(shown);
  if (net.value === null) return [{ text: `${size}:` }, unknownPiece(net, countsText(funding))];
  const fees = heldFees(shown).map((it) => it.neg());
  return [
    { text: `${money(net)} on ${size}` },
    { text: `funding ${money(funding)}${countsText(funding)}` },
    { text: `price ${money(heldPrice(shown))}` },
    { text: `fees ${money(fees)} (${feesText(shown)})` },
  ];
}

/** Returns how many events are in a figure, unless all of them are. */
function countsText({ evidence: { counted, of } }: Q): string {
  return counted === of ? "" : ` (${counted} of ${of} events)`;
}

function feesText({ fees, held: { terms } }: ShownComparison): string {
  const [long, short] = SIDES.map((side) => {
    return `${terms.fee[side].times(10_000).toFixed()} bp${fees[side].isAssumed ? ", assumed" : ""}`;
  });
  return long === short ? `${long}` : `long ${long}; short ${short}`;
}

/** `-0.0942 %, usual -0.0045 ± 0.0664` */
function basisText(shown: ShownComparison): string {
  const now = basisNow(shown);
  if (now.value === null) return unknownText(now);
  const usual = rateText(basisMean(shown)).replace(" %", "");
  const sd = figureText(basisSd(shown), "percent").replace("%", "");
  return `${rateText(now)}, usual ${usual} ± ${sd}`;
}

const yearlyText = (q: Q) => `${figureText(q, "yearly", true)} %/yr`;

const unknownPiece = (q: Q, more = ""): Piece => ({
  text: `${unknownText(q)}${more}`,
  tone: "absent",
});
