import type { FigureUnknown } from "../../analytics/figure-unknown.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { inSentence } from "../../output/text/format.js";
import { textLine } from "../../views/sum-total.js";
import { RANK_WINDOWS } from "./figures.js";
import type { RankOrder } from "./orders.js";
import type { ShownRanking } from "./words.js";

/** Returns what was ranked, what the columns mean, and what is left out. */
export function rankTotals(shown: ShownRanking): Total[][] {
  const { by, ranking } = shown;
  return [
    countLine(shown),
    ...(ranking.ranked.length === 0 ? [] : meanings(shown)),
    ...leftOutTexts(shown).map((text) => textLine("left out:", text)),
    ...(by === "pair" && ranking.judged > 1 ? [afterTheFact(shown)] : []),
    ...heldOutLines(shown),
  ];
}

/** `pairs 20 of 136   as of 2026-06-01 12:00Z` */
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

function meanings(shown: ShownRanking): Total[][] {
  const { by, ranking } = shown;
  const of =
    by === "pair"
      ? "the short market's settled rate minus the long market's"
      : "what the short side was paid";
  const windows = ranking.ranked.find(({ worstWeek: it }) => it.counted === it.of)?.worstWeek;
  const overlap =
    windows === undefined
      ? ""
      : ` (${windows.of} windows overlap, ${windows.independent} independent)`;
  return [
    textLine("1d to 30d:", `${of}, percent of the notional per year; not compounded`),
    textLine("worst 7d:", `the least of 7 days in a row in the last 30, per year${overlap}`),
    textLine("±30d:", "standard error of 30d"),
    ...(by === "pair"
      ? [
          textLine(
            "shrunk:",
            "what of 30d is expected to be more than luck, by ± and the other pairs",
          ),
        ]
      : []),
    ...feeLines(shown),
    ...partLines(shown),
    textLine("order:", orderText(shown)),
    textLine("markets:", "assets, exchanges and ids as listed; the listing is not documented"),
    textLine(
      "not in it:",
      "prices, fees, slippage, and how much can be traded; settled is not expected",
    ),
  ];
}

function feeLines({ terms: { fee } }: ShownRanking): Total[][] {
  if (fee === undefined) return [];
  const fills = `four fills at ${fee.times(10_000).toFixed()}bps`;
  return [
    textLine("net 30d:", `30d less ${fills} in 30 days, per year`),
    textLine("earned in:", `days at 30d that pay ${fills}; – if it pays nothing`),
  ];
}

const ORDERS: Readonly<Record<RankOrder, string>> = {
  shrunk: "by shrunk, then 30d",
  worst: "by worst 7d, then 30d",
  mean: "by 30d",
  "7d": "by 7d, then 30d",
};

/** Returns what the rows are ordered by, and why not by what was asked for. */
function orderText({ by, ranking, terms }: ShownRanking): string {
  const { order, tauSquared } = ranking;
  const text = `${ORDERS[order]}${by === "market" && order !== "worst" ? ", by size" : ""}`;
  if (by === "market" || (terms.order ?? "shrunk") === order) return `${text}; complete ones first`;
  const why =
    tauSquared === undefined
      ? "shrunk needs 8 pairs with a standard error"
      : "the pairs differ no more than by luck";
  return `${text}, since ${why}; complete ones first`;
}

/** Explains the notes beside rates that are partial or not known. */
function partLines({ ranking, top }: ShownRanking): Total[][] {
  const rows = ranking.ranked.slice(0, top);
  const rates = rows.flatMap(({ windows }) => RANK_WINDOWS.map((window) => windows[window]));
  const isShown = (why: FigureUnknown) => rates.some(({ unknown }) => unknown === why);
  const isPartial = rows.some(({ windows: { "1d": day, "3d": days, "7d": week } }) =>
    [day, days, week].some((it) => it.unknown === undefined && it.counted !== it.of),
  );
  return [
    ...(isShown("events_missing") || isPartial
      ? [
          textLine(
            "1d to 30d (n of m):",
            "periods without a missing event; under 95 % of them the rate is –",
          ),
        ]
      : []),
    ...(isShown("too_few_settlements")
      ? [textLine("(too few):", "less than a day, or fewer than 3 settlements of a market")]
      : []),
    ...(ranking.conflicting.length === 0
      ? []
      : [
          textLine(
            "(conflict):",
            `${marketsText(ranking.conflicting)}: different values of one event; rates over it are –`,
          ),
        ]),
  ];
}

/** Returns what is not ranked, and why. */
export function leftOutTexts({ by, ranking, markets, unfetched, terms }: ShownRanking): string[] {
  const { leftOut, unspaced } = ranking;
  const { minDays, maxHoles } = terms;
  const limits = [
    ...(minDays === undefined ? [] : [`fewer than ${minDays} covered days`]),
    ...(maxHoles === undefined ? [] : [`more than ${maxHoles} holes`]),
  ].join(" or ");
  const nameless = by === "pair" ? markets.filter(({ asset }) => asset === undefined).length : 0;
  return [
    ...(leftOut === 0 ? [] : [`${leftOut} with ${limits}`]),
    ...(unfetched.length === 0
      ? []
      : [`no settled funding could be fetched: ${marketsText(unfetched)}`]),
    ...(unspaced.length === 0 ? [] : [`too few settled events: ${marketsText(unspaced)}`]),
    ...(nameless === 0
      ? []
      : [`${counted(nameless, "market")} without a listed asset, in no pair`]),
  ];
}

function afterTheFact({ ranking }: ShownRanking): Total[] {
  return textLine(
    "after the fact:",
    `the first rows are the best of ${ranking.judged} pairs in the time they are judged by; the best of many have been lucky too`,
  );
}

/** `held out: the ten best of the first 15 days paid +1.20% a year in the 15 days after, all 136 pairs +0.40%` */
function heldOutLines({ ranking: { heldOut } }: ShownRanking): Total[][] {
  if (heldOut === undefined) return [];
  const [best, all] = [heldOut.best, heldOut.all].map((it) => inSentence("percent", it, true));
  return [
    textLine(
      "held out:",
      `the ten best of the first 15 days paid ${best} a year in the 15 days after, all ${heldOut.counted} pairs ${all}`,
    ),
  ];
}

/** Names markets by their ids: `markets 4, 5`, and beyond 8 `and 3 more`. */
function marketsText(ids: readonly number[]): string {
  return `market${ids.length === 1 ? "" : "s"} ${firstOf(ids)}`;
}
