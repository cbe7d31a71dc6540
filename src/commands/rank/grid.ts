import { groupBy } from "../../base/collections.js";
import {
  MARKET_CATALOG,
  type MarketOf,
  marketHeld,
  marketRate7d,
} from "../../figures/catalog/market.js";
import { type PairOf, rateNext7d } from "../../figures/catalog/pair.js";
import type { Column, View } from "../../output/table/column.js";
import { renderSections, tableSection } from "../../output/table/page.js";
import { formatCell } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { isEstimate } from "../../run/screen/figure-field.js";
import { MARKET_DATA, type Ranking } from "../../run/screen/ranking.js";
import { column, type Table, tableView } from "../../run/screen/screen.js";
import { pairText, shortPlaces } from "./table.js";

/** A line of the grid: an asset, or a further market of it on exchanges that it has above. */
interface Line {
  readonly asset: string;
  /** By exchange. */
  readonly cells: Map<string, MarketOf>;
  /** The pair of the asset that is likely to be paid most, in its first line. */
  readonly best: PairOf | undefined;
}

/** Width of a terminal below which exchanges are shortened. */
const WIDE = 100;

/** The markets, one a row, which data and chosen columns have. */
export const MARKET_TABLE: Table<MarketOf> = {
  ...{ ...MARKET_DATA, catalog: MARKET_CATALOG, empty: "No markets." },
  columns: MARKET_CATALOG.map((it) => column(it)),
};

/** View of the grid: assets down and exchanges across. */
export function gridView(
  ranking: Ranking,
  head: readonly Section[],
  foot: readonly Section[],
): View<MarketOf> {
  const lines = linesOf(ranking);
  const page: Section = {
    async render(look) {
      const table = tableSection(lines, columnsOf(lines, (look.width ?? WIDE) < WIDE));
      const parts = [head, [table], foot].map((it) => renderSections(it, look));
      return (await Promise.all(parts)).filter((it) => it !== "").join("\n");
    },
  };
  return { ...tableView(MARKET_TABLE), page: () => [page] };
}

/** Returns the assets, the one with the best pair first. */
function linesOf({ pairs, markets }: Ranking): Line[] {
  const keyOf = ({ names }: MarketOf) => names.asset?.toLowerCase();
  const best = new Map<string | undefined, PairOf>();
  for (const pair of pairs) if (!best.has(keyOf(pair.long))) best.set(keyOf(pair.long), pair);
  const groups = groupBy(markets, keyOf);
  groups.delete(undefined);
  const keys = new Set([...best.keys(), ...[...groups.keys()].sort()]);
  return [...keys].flatMap((key) => {
    const lines: Line[] = [];
    for (const it of groups.get(key) ?? []) {
      const { asset = "", exchange } = it.names;
      if (exchange === undefined) continue;
      const room = lines.find(({ cells }) => !cells.has(exchange));
      if (room !== undefined) room.cells.set(exchange, it);
      else {
        const isFirst = lines.length === 0;
        lines.push({
          asset: isFirst ? asset : "",
          cells: new Map([[exchange, it]]),
          best: isFirst ? best.get(key) : undefined,
        });
      }
    }
    return lines;
  });
}

/** Returns the columns: exchanges with most markets first, which are dropped last. */
function columnsOf(lines: readonly Line[], isNarrow: boolean): Column<Line>[] {
  const all = groupBy(
    lines.flatMap(({ cells }) => [...cells.keys()]),
    (exchange) => exchange,
  );
  const exchanges = [...all].sort(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  const places = lines.flatMap(({ best }) => (best ? [best.long, best.short] : []));
  const short = shortPlaces([...all.keys(), ...places.map(({ names }) => names.place)]);
  const nameOf = (place: string) => (isNarrow ? short(place) : place);
  return [
    {
      ...{ key: "", header: "%/yr, 7d", kind: "text", isWhole: true, priority: 0 },
      value: ({ asset }) => asset,
      blank: ({ asset }) => asset === "",
    },
    ...exchanges.map(([exchange], at) => cellColumn(exchange, nameOf(exchange), at + 1)),
    {
      ...{ key: "/", header: "best pair", kind: "text", isWhole: true, priority: 0 },
      value: ({ best }) => best && pairText(best, nameOf),
      blank: ({ best }) => best === undefined,
    },
    {
      ...{ key: "//", header: "next 7d", kind: "yearly", signed: true, priority: 0 },
      value: ({ best }) => best && rateNext7d(best).value?.toFixed(),
      about: ({ best }) => best !== undefined && isEstimate(rateNext7d(best).evidence),
      blank: ({ best }) => best === undefined,
    },
  ];
}

const SIDES = { long: "L ", short: "S ", both: "LS " } as const;

/** Returns the column of an exchange: `L +12` where an open position is long in the market. */
function cellColumn(exchange: string, header: string, priority: number): Column<Line> {
  const of = ({ cells }: Line) => cells.get(exchange);
  const rate = (line: Line) => {
    const market = of(line);
    return market && marketRate7d(market);
  };
  return {
    ...{ key: exchange, header, kind: "yearly", signed: true, priority, align: "right" },
    value: (line) => rate(line)?.value?.toFixed(),
    about: (line) => isEstimate(rate(line)?.evidence ?? { doubts: [] }),
    texts: (line, look) => {
      const market = of(line);
      const side = market && marketHeld(market);
      if (!side) return undefined;
      return [`${SIDES[side]}${formatCell("yearly", rate(line)?.value?.toFixed(), look, true)}`];
    },
    blank: (line) => of(line) === undefined,
  };
}
