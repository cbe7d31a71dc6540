import type { Measure } from "../../analytics/measure.js";
import { distinctLengths } from "../../base/names/distinct-start.js";
import { marketName, type NamedMarket } from "../../base/names/market-name.js";
import type { NextLine } from "../../command/print-next.js";
import type { Column, View } from "../../output/table/column.js";
import { type Mark, signsOf } from "../../output/table/mark.js";
import { tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { timeText } from "../../output/text/format.js";
import type { Tone } from "../../output/text/paint.js";
import type { HeldSide } from "../../portfolio/markets/held.js";
import { notedSection, pageOf } from "../../views/past/noted-section.js";
import { YOUNG } from "../../views/position/run.js";
import type { BestPair, MatrixAsset, MatrixWindow, RatedMarket } from "./figures.js";
import { matrixRows, ratedMarkets, type ShownMatrix } from "./record.js";

/** A line of the matrix: an asset, or further markets of it on exchanges that it has above. */
interface Line {
  readonly asset: string;
  /** Symbol of the markets of a further line. */
  readonly symbol?: string;
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
const HELD_MARKS: Readonly<Record<HeldSide, readonly Mark[]>> = {
  ...{ long: [LONG], short: [SHORT], both: [LONG, SHORT] },
};

/** View of a matrix: assets down and exchanges across, or with chosen columns a market per row. */
export function matrixView(shown: ShownMatrix): View<RatedMarket> {
  const page = pageOf(({ width = WIDE }) => [matrixSection(shown, width < WIDE)]);
  return { ...matrixRows(shown.held), page: () => [page] };
}

function matrixSection(shown: ShownMatrix, isNarrow: boolean): Section {
  const lines = shown.matrix.assets.flatMap(linesOf);
  const notes = notesOf(shown, lines);
  if (lines.length === 0) return notedSection(textSection("No markets of an asset."), notes);
  const names = exchangesOf(lines);
  const lengths = distinctLengths(names, SHORTEST);
  const shorten = (name: string) => name.slice(0, lengths.get(name));
  const columns = [
    ASSET,
    ...names.map((name, at) =>
      exchangeColumn(name, isNarrow ? shorten(name) : name, at + 1, shown),
    ),
    bestColumn(lines, isNarrow ? shorten : (name) => name),
    spreadColumn(shown),
  ];
  const isHeld = ({ cells }: Line, { key }: Column<Line>) =>
    shown.held?.has(cells.get(key)?.market.id ?? 0) === true ? "held" : undefined;
  return notedSection(tableSection(lines, columns, titleOf(shown), isHeld), notes);
}

/**
 * Returns the lines of an asset. Of several markets on one exchange, the known one with the lowest id is
 * in the first line, and others are in a line by their symbol.
 */
function linesOf({ asset, markets, best }: MatrixAsset): Line[] {
  const isUnknown = ({ annualised }: RatedMarket) => Number(annualised.value === null);
  const lines: [Line, ...Line[]] = [{ asset, cells: new Map(), best }];
  for (const rated of markets.toSorted((a, b) => isUnknown(a) - isUnknown(b))) {
    const { market } = rated;
    const { exchange } = market;
    if (exchange === undefined) continue;
    const symbol = symbolOf(market);
    const isIts = (line: Line) => line.symbol === undefined || line.symbol === symbol;
    const line = lines.find((it) => isIts(it) && !it.cells.has(exchange));
    if (line === undefined) lines.push({ asset, symbol, cells: new Map([[exchange, rated]]) });
    else line.cells.set(exchange, rated);
  }
  return lines[0].cells.size === 0 ? [] : lines;
}

/** Returns the exchanges, the one with most known rates first. */
function exchangesOf(lines: readonly Line[]): string[] {
  const known = new Map<string, number>();
  for (const { cells } of lines) {
    for (const [exchange, { annualised }] of cells) {
      known.set(exchange, (known.get(exchange) ?? 0) + Number(annualised.value !== null));
    }
  }
  const names = [...known].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return names.map(([name]) => name);
}

const isFurther = ({ symbol }: Line) => symbol !== undefined;
const symbolOf = ({ symbol, id }: NamedMarket) => symbol ?? String(id);

const ASSET: Column<Line> = {
  ...{ key: "", header: "asset", kind: "text", priority: 0 },
  value: ({ asset, symbol }) => (symbol === undefined ? asset : `${asset} ${symbol}`),
};

function exchangeColumn(
  exchange: string,
  header: string,
  priority: number,
  { held, window }: ShownMatrix,
): Column<Line> {
  const rateOf = ({ cells }: Line) => cells.get(exchange)?.annualised;
  const sideOf = ({ cells }: Line) => {
    const side = held?.get(cells.get(exchange)?.market.id ?? 0);
    return side === undefined ? [] : HELD_MARKS[side];
  };
  return {
    ...{ key: exchange, header, kind: "percent", signed: true, priority },
    value: (line) => rateOf(line)?.value?.toFixed(),
    blank: (line) => !line.cells.has(exchange),
    tone: (line) => toneOf(rateOf(line)),
    mark: (line) => [...youngMarks(window, rateOf(line)), ...sideOf(line)],
    note: (line) => {
      const { value = null, counted, of } = rateOf(line) ?? {};
      if (value === null) return signsOf(sideOf(line)) || undefined; // has no marks
      return counted === of ? undefined : `(${counted} of ${of})`;
    },
  };
}

function toneOf(rate: Measure | undefined): Tone {
  const value = Number((rate?.value ?? 0).toFixed(2));
  if (value === 0) return "plain";
  if (value > 0) return value >= BRIGHT ? "high" : "above";
  return value <= -BRIGHT ? "low" : "below";
}

/** `bybit/okx`; with the symbol where the market is not in the first line of its asset. */
function bestColumn(lines: readonly Line[], nameOf: (exchange: string) => string): Column<Line> {
  const first = lines.filter(({ symbol }) => symbol === undefined);
  const plain = new Set(
    first.flatMap(({ cells }) => [...cells.values()].map(({ market }) => market)),
  );
  const textOf = (market: NamedMarket) => {
    const { id, exchange } = market;
    if (exchange === undefined) return String(id);
    return nameOf(exchange) + (plain.has(market) ? "" : `:${symbolOf(market)}`);
  };
  return {
    ...{ key: "/", header: "long/short", kind: "text", isWhole: true, priority: 0 },
    value: ({ best }) => best && `${textOf(best.long)}/${textOf(best.short)}`,
    blank: isFurther,
  };
}

const spreadColumn = ({ window }: ShownMatrix): Column<Line> => ({
  ...{ key: "//", header: "spread", kind: "percent", signed: true, priority: 0 },
  value: ({ best }) => best?.spread.value?.toFixed(),
  mark: ({ best }) => youngMarks(window, best?.spread),
  blank: isFurther,
});

/** Returns the mark of a rate over less than 7 days; of one day the heading says it once. */
function youngMarks(window: MatrixWindow, rate: Measure | undefined): readonly Mark[] {
  return window !== "1d" && rate?.about === true ? [YOUNG] : [];
}

/** `7d funding, % of notional a year: 61 of 63 markets, to 2026-06-01 12:00Z` */
function titleOf({ matrix, window }: ShownMatrix): string {
  const all = ratedMarkets(matrix);
  const known = all.filter(({ annualised }) => annualised.value !== null);
  const times = known.flatMap(({ annualised }) => annualised.asOf ?? []);
  const to = times.length === 0 ? "" : `, to ${timeText(Math.max(...times))}`;
  const of = known.length === all.length ? "" : ` of ${all.length}`;
  const young = window === "1d" ? " (annualised from under 7 days)" : "";
  return `${window} funding, % of notional a year${young}: ${known.length}${of} markets${to}`;
}

function notesOf({ matrix, unfetched }: ShownMatrix, lines: readonly Line[]): string[] {
  const all = ratedMarkets(matrix);
  const placed = new Set(lines.flatMap(({ cells }) => [...cells.values()]));
  const unknown = (why: string) =>
    all.filter(({ annualised }) => annualised.unknown === why).map(({ market }) => market.id);
  const named = (what: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`${what}: ${ids.length === 1 ? "market" : "markets"} ${firstOf(ids)}`];
  const unplaced = all.filter((it) => !placed.has(it)).length;
  return [
    ...(lines.some(({ best }) => best !== undefined)
      ? ["long/short: largest spread, chosen after the fact; past funding, not a forecast"]
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

/** Returns the commands that show more of the asset with the largest spread. */
export function nextLines({ matrix }: ShownMatrix): NextLine[] {
  const [first] = matrix.assets;
  if (first?.best === undefined) return [];
  const name = (market: NamedMarket) => marketName(market) ?? String(market.id);
  const { long, short } = first.best;
  return [
    ["funding", "rank", first.asset],
    ["funding", "compare", name(long), name(short)],
  ];
}
