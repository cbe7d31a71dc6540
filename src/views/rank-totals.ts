import type { Total } from "../output/table/column.js";
import type { ShownRanking } from "./shown-ranking.js";

/** Returns what was ranked, what the columns mean, and what is left out. */
export function rankTotals(shown: ShownRanking): Total[][] {
  const { by, ranking } = shown;
  return [
    countLine(shown),
    ...(ranking.ranked.length === 0 ? [] : meanings(shown)),
    ...leftOutLines(shown),
    ...(by === "pair" && ranking.judged > 1 ? [afterTheFact(shown)] : []),
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

function meanings({ by, ranking }: ShownRanking): Total[][] {
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
    said("1d to 30d:", `${of}, percent of the notional per year; not compounded`),
    said("worst 7d:", `the least of 7 days in a row in the last 30, per year${overlap}`),
    said("order:", "by worst 7d, then 30d"),
    said("markets:", "assets, exchanges and ids as listed; the listing is not documented"),
    said(
      "not in it:",
      "prices, fees, slippage, and how much can be traded; settled is not expected",
    ),
  ];
}

function leftOutLines({ by, ranking, markets, terms }: ShownRanking): Total[][] {
  const { leftOut, unspaced } = ranking;
  const { minDays, maxHoles } = terms;
  const limits = [
    ...(minDays === undefined ? [] : [`fewer than ${minDays} covered days`]),
    ...(maxHoles === undefined ? [] : [`more than ${maxHoles} holes`]),
  ].join(" or ");
  const nameless = by === "pair" ? markets.filter(({ asset }) => asset === undefined).length : 0;
  return [
    ...(leftOut === 0 ? [] : [said("left out:", `${leftOut} with ${limits}`)]),
    ...(unspaced.length === 0
      ? []
      : [said("left out:", `too few settled events: ${idsText(unspaced)}`)]),
    ...(nameless === 0
      ? []
      : [said("left out:", `${marketsText(nameless)} without a listed asset, in no pair`)]),
  ];
}

const MOST_IDS = 8;

function idsText(ids: readonly number[]): string {
  const rest = ids.length - MOST_IDS;
  const named = `market${ids.length === 1 ? "" : "s"} ${ids.slice(0, MOST_IDS).join(", ")}`;
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function marketsText(count: number): string {
  return count === 1 ? "1 market" : `${count} markets`;
}

function afterTheFact({ ranking }: ShownRanking): Total[] {
  return said(
    "after the fact:",
    `the first rows are the best of ${ranking.judged} pairs in the time they are judged by; the best of many have been lucky too`,
  );
}

function said(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
