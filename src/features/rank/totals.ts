import type { FigureUnknown } from "../../analytics/figure-unknown.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { inSentence } from "../../output/text/format.js";
import { marketsText } from "../../views/market/markets-text.js";
import { textLine } from "../../views/sum-total.js";
import { RANK_WINDOWS } from "./figures.js";
import type { RankOrder } from "./orders.js";
import type { ShownRanking } from "./words.js";

/** Returns what was ranked, in which order, and what the best of the first 15 days received after. */
export function rankLead(shown: ShownRanking): Total[][] {
  const isEmpty = shown.ranking.ranked.length === 0;
  return isEmpty
    ? [countLine(shown)]
    : [countLine(shown), textLine("order:", orderText(shown)), ...heldOutLines(shown)];
}

/** `pairs 20 (of 136)   as of 2026-06-01 12:00Z` */
function countLine({ by, ranking, top }: ShownRanking): Total[] {
  const rows = ranking.ranked.slice(0, top);
  const times = rows.flatMap(({ windows }) => windows["30d"].asOf ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const time = (label: string, at: number): Total => ({
    label,
    kind: "time",
    value: new Date(at).toISOString(),
  });
  return [
    {
      label: by === "pair" ? "pairs" : "markets",
      kind: "integer",
      value: rows.length,
      ...(rows.length < ranking.judged && { note: `of ${ranking.judged}` }),
    },
    ...(times.length === 0 ? [] : [time("as of", last)]),
    ...(times.length === 0 || first === last ? [] : [time("earliest row", first)]),
  ];
}

const ORDERS: Readonly<Record<RankOrder, string>> = {
  shrunk: "by shrunk, then 30d",
  worst: "by worst 7d, then 30d",
  mean: "by 30d",
  "7d": "by 7d, then 30d",
};

/** Returns what the rows are ordered by, and why not by what was requested. */
function orderText({ by, ranking, terms }: ShownRanking): string {
  const { order, tauSquared } = ranking;
  const text = `${ORDERS[order]}${by === "market" && order !== "worst" ? ", by size" : ""}`;
  if (by === "market" || (terms.order ?? "shrunk") === order) return text;
  return tauSquared === undefined
    ? `${text}, since shrunk needs 8 pairs with a standard error`
    : `${text}, since the pairs differ no more than by luck`;
}

/** `held out: best 10 of days 1-15: +1.20% a year in days 16-30, all 136 +0.40%` */
function heldOutLines({ ranking: { heldOut } }: ShownRanking): Total[][] {
  if (heldOut === undefined) return [];
  const [best, all] = [heldOut.best, heldOut.all].map((it) => inSentence("percent", it, true));
  const text = `best 10 of days 1-15: ${best} a year in days 16-30`;
  return [textLine("held out:", `${text}, all ${heldOut.counted} ${all}`)];
}

/** Returns the footnotes: on notes beside figures, what is left out, and limits of any ranking. */
export function rankFootnotes(shown: ShownRanking): string[] {
  const { by, ranking, terms } = shown;
  const fee = terms.fee?.times(10_000).toFixed();
  const lucky =
    by === "pair" && ranking.judged > 1 ? `; the best of ${ranking.judged} were lucky too` : "";
  return [
    ...(fee === undefined ? [] : [`net 30d, break-even after: of four fills at ${fee}bps`]),
    ...partNotes(shown),
    ...leftOutTexts(shown).map((text) => `left out: ${text}`),
    ...(by === "pair" ? [] : ["percent a year of notional that the short side received"]),
    `past funding, not a forecast; no prices, fees, slippage${lucky}: carry explain rank`,
  ];
}

/** Explains the notes beside rates that are partial or unknown. */
function partNotes({ ranking, top, markets }: ShownRanking): string[] {
  const rows = ranking.ranked.slice(0, top);
  const rates = rows.flatMap(({ windows }) => RANK_WINDOWS.map((window) => windows[window]));
  const isShown = (why: FigureUnknown) => rates.some(({ unknown }) => unknown === why);
  const isPartial = rows.some(({ windows: { "1d": day, "3d": days, "7d": week } }) =>
    [day, days, week].some((it) => it.unknown === undefined && it.counted !== it.of),
  );
  const isBound = rows.some(({ worstWeek }) => worstWeek.bound !== undefined);
  const conflicting = marketsText(ranking.conflicting, markets);
  return [
    ...(isShown("events_missing") || isPartial
      ? ["(n of m): periods without a missing event; under 95 % of them unknown"]
      : []),
    ...(isBound ? ["≤: at most, since some of the windows of 7 days have missing events"] : []),
    ...(isShown("too_few_settlements")
      ? ["(too few): less than a day, or fewer than 3 settlements of a market"]
      : []),
    ...(ranking.conflicting.length === 0
      ? []
      : [`(conflict): different values of one event: ${conflicting}`]),
  ];
}

/** Returns what is not ranked, and why. */
export function leftOutTexts({ by, ranking, markets, unfetched, terms }: ShownRanking): string[] {
  const { leftOut, unspaced } = ranking;
  const { minDays, maxGaps } = terms;
  const limits = [
    ...(minDays === undefined ? [] : [`fewer than ${minDays} covered days`]),
    ...(maxGaps === undefined ? [] : [`more than ${maxGaps} gaps`]),
  ].join(" or ");
  const nameless = by === "pair" ? markets.filter(({ asset }) => asset === undefined).length : 0;
  return [
    ...(leftOut === 0 ? [] : [`${leftOut} with ${limits}`]),
    ...(unfetched.length === 0
      ? []
      : [`no settled funding could be fetched: ${marketsText(unfetched, markets)}`]),
    ...(unspaced.length === 0 ? [] : [`too few settled events: ${marketsText(unspaced, markets)}`]),
    ...(nameless === 0
      ? []
      : [`${counted(nameless, "market")} without a listed asset, in no pair`]),
  ];
}
