import type { HeldSide } from "../../analytics/market/held-markets.js";
import type { Measure } from "../../analytics/measure.js";
import { distinctLengths } from "../../base/names/distinct-start.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import type { Column, View } from "../../output/table/column.js";
import { type Mark, signsOf } from "../../output/table/mark.js";
import { tableSection, textSection } from "../../output/table/page.js";
import { counted } from "../../output/text/counted.js";
import { timeText } from "../../output/text/format.js";
import type { Tone } from "../../output/text/paint.js";
import { marketsText } from "../../views/market/markets-text.js";
import { notedSection, pageOf } from "../../views/past/noted-section.js";
import { YOUNG } from "../../views/position/run.js";
import type { BestPair, MatrixAsset, RatedMarket } from "./figures.js";
import { matrixRows, ratedMarkets, type ShownMatrix } from "./record.js";

/** A line of the matrix: an asset, or further markets of it on exchanges that it has above. */
interface Line {
  readonly asset: string;
  /** Symbol of the markets of a further line. */
  readonly symbol?: string;
  /** By exchange. */
  readonly cells: Map<string, RatedMarket>;
  readonly best?: BestPair | undefined;
}

/** Width of a terminal below which exchanges are shortened. */
const WIDE = 100;
const SHORTEST = 3;
/** Rates that are shown brighter, percent per year. */
const BRIGHT = 10;

const LONG: Mark = { sign: "L", meaning: "held: an open position is long there" };
const SHORT: Mark = { sign: "S", meaning: "held: an open position is short there" };
const SIDES: Readonly<Record<HeldSide | "none", readonly Mark[]>> = {
  ...{ long: [LONG], short: [SHORT], both: [LONG, SHORT], none: [] },
};

/** View of a matrix: assets down and exchanges across, or with chosen columns a market per row. */
export function matrixView(shown: ShownMatrix): View<RatedMarket> {
  const lines = shown.matrix.assets.flatMap(linesOf);
  const isHeld = ({ cells }: Line, { key }: Column<Line>) =>
    shown.held?.has(cells.get(key)?.market.id ?? 0) === true ? "held" : undefined;
  const page = pageOf(({ width = WIDE }) => {
    const columns = columnsOf(lines, shown, width < WIDE);
    const table = tableSection(lines, columns, titleOf(shown), isHeld);
    const none = textSection("No market with a listed asset and exchange.");
    return [notedSection(lines.length === 0 ? none : table, notesOf(shown, lines))];
  });
  return { ...matrixRows(shown.held), page: () => [page] };
}

/**
 * Returns the lines of an asset. Of several markets on one exchange, the known one with the lowest id is
 * in the first line, and others are in a line by their symbol.
 */
function linesOf({ asset, markets, best }: MatrixAsset): Line[] {
  const isUnknown = ({ annualised }: RatedMarket) => Number(annualised.value === null);
  const lines: [Line, ...Line[]] = [{ asset, cells: new Map(), best }];
  for (const rated of markets.toSorted((a, b) => isUnknown(a) - isUnknown(b))) {
    const { exchange } = rated.market;
    if (exchange === undefined) continue;
    const symbol = symbolOf(rated.market);
    const isIts = (line: Line) => line.symbol === undefined || line.symbol === symbol;
    const line = lines.find((it) => isIts(it) && !it.cells.has(exchange));
    if (line === undefined) lines.push({ asset, symbol, cells: new Map([[exchange, rated]]) });
    else line.cells.set(exchange, rated);
  }
  return lines[0].cells.size === 0 ? [] : lines;
}

const symbolOf = ({ symbol, id }: NamedMarket) => symbol ?? String(id);

/** Returns the columns: exchanges with most known rates first, which are dropped last. */
function columnsOf(lines: readonly Line[], shown: ShownMatrix, isNarrow: boolean): Column<Line>[] {
  const known = new Map<string, number>();
  for (const [exchange, { annualised }] of lines.flatMap(({ cells }) => [...cells])) {
    known.set(exchange, (known.get(exchange) ?? 0) + Number(annualised.value !== null));
  }
  const sorted = [...known].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const lengths = distinctLengths([...known.keys()], SHORTEST);
  const nameOf = (name: string) => (isNarrow ? name.slice(0, lengths.get(name)) : name);
  return [
    {
      ...{ key: "", header: "asset", kind: "text", priority: 0 },
      value: ({ asset, symbol }) => (symbol === undefined ? asset : `${asset} ${symbol}`),
    },
    ...sorted.map(([exchange], at) => ({
      ...exchangeColumn(exchange, shown),
      ...{ header: nameOf(exchange), priority: at + 1 },
    })),
    {
      ...{ key: "/", header: "long/short", kind: "text", isWhole: true, priority: 0 },
      value: ({ best, cells }) => best && pairText(best, cells, nameOf),
      blank: ({ symbol }) => symbol !== undefined,
    },
    {
      ...rateColumn("//", shown, ({ best }) => best?.spread),
      ...{ header: "spread", priority: 0 },
      blank: ({ symbol }) => symbol !== undefined,
    },
  ];
}

function rateColumn(
  key: string,
  { window }: ShownMatrix,
  rateOf: (line: Line) => Measure | undefined,
  marksOf: (line: Line) => readonly Mark[] = () => [],
): Column<Line> {
  // Of one day all are young, as the heading says once.
  const isYoung = (line: Line) => window !== "1d" && rateOf(line)?.about === true;
  return {
    ...{ key, header: key, kind: "percent", signed: true },
    value: (line) => rateOf(line)?.value?.toFixed(),
    mark: (line) => [...(isYoung(line) ? [YOUNG] : []), ...marksOf(line)],
    note(line) {
      const { value = null, counted, of } = rateOf(line) ?? {};
      if (value === null) return signsOf(marksOf(line)) || undefined; // what is unknown has no marks
      return counted === of ? undefined : `(${counted} of ${of})`;
    },
  };
}

function exchangeColumn(exchange: string, shown: ShownMatrix): Column<Line> {
  const rateOf = ({ cells }: Line) => cells.get(exchange)?.annualised;
  const sideOf = ({ cells }: Line) => shown.held?.get(cells.get(exchange)?.market.id ?? 0);
  return {
    ...rateColumn(exchange, shown, rateOf, (line) => SIDES[sideOf(line) ?? "none"]),
    blank: ({ cells }) => !cells.has(exchange),
    tone: (line) => toneOf(Number(rateOf(line)?.value?.toFixed(2) ?? 0)),
  };
}

function toneOf(rate: number): Tone {
  if (rate === 0) return "plain";
  if (rate > 0) return rate < BRIGHT ? "above" : "high";
  return rate > -BRIGHT ? "below" : "low";
}

/** `bybit/okx`; with the symbol where the market is not in the first line of its asset. */
function pairText({ long, short }: BestPair, first: Line["cells"], name: (of: string) => string) {
  const texts = [long, short].map((market) => {
    const { id, exchange } = market;
    if (exchange === undefined) return id;
    const isFirst = first.get(exchange)?.market.id === id;
    return isFirst ? name(exchange) : `${name(exchange)}:${symbolOf(market)}`;
  });
  return texts.join("/");
}

/** `7d funding, % of notional a year: 61 of 63 markets, to 2026-06-01 12:00Z` */
function titleOf({ matrix, window }: ShownMatrix): string {
  const all = ratedMarkets(matrix);
  const known = all.filter(({ annualised }) => annualised.value !== null);
  const times = known.flatMap(({ annualised }) => annualised.asOf ?? []);
  const young = window === "1d" ? " (annualised from under 7 days)" : "";
  const of = known.length === all.length ? "" : ` of ${all.length}`;
  const to = times.length === 0 ? "" : `, to ${timeText(Math.max(...times))}`;
  return `${window} funding, % of notional a year${young}: ${known.length}${of} markets${to}`;
}

function notesOf({ matrix, unfetched, markets }: ShownMatrix, lines: readonly Line[]): string[] {
  const all = ratedMarkets(matrix);
  const unknown = (why: string) =>
    all.filter(({ annualised }) => annualised.unknown === why).map(({ market }) => market.id);
  const named = (what: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`${what}: ${marketsText(ids, markets)}`];
  const endsApart = ({ best }: Line) =>
    all.some(
      ({ market: { id }, annualised: { asOf } }) =>
        (id === best?.long.id || id === best?.short.id) && asOf !== best.spread.asOf,
    );
  const unplaced = all.length - lines.reduce((sum, { cells }) => sum + cells.size, 0);
  return [
    ...(lines.some(({ best }) => best !== undefined)
      ? ["long/short: largest spread, chosen after the fact; past funding, not a forecast"]
      : []),
    ...(lines.some(endsApart)
      ? ["spread: of the time that both markets cover, which can end before that of a cell"]
      : []),
    ...named("under 95 % covered", unknown("events_missing")),
    ...named("conflicting events", unknown("events_conflicting")),
    ...named("too few settlements", [...unknown("too_few_settlements"), ...matrix.unspaced]),
    ...named("not fetched", unfetched),
    ...(unplaced === 0
      ? []
      : [`left out: ${counted(unplaced, "market")} without a listed asset or exchange`]),
  ];
}
