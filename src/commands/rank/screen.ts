import { groupBy } from "../../base/collections.js";
import {
  MARKET_CATALOG,
  type MarketOf,
  marketHeld,
  marketRate7d,
} from "../../figures/catalog/market.js";
import * as pairs from "../../figures/catalog/pair.js";
import type { Column } from "../../output/table/column.js";
import { renderSections, tableSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import { isEstimate } from "../../run/screen/figure-field.js";
import { shortExchanges } from "../../run/screen/position-columns.js";
import { MARKET_DATA, PAIR_DATA, type Ranking } from "../../run/screen/ranking.js";
import { column, type Table, type TableColumn } from "../../run/screen/screen.js";
import { dayText } from "../../run/screen/why.js";

type PairOf = pairs.PairOf;
const { backBy, daysBack, halfRange, heldSize, holder, PAIR_CATALOG, pairAsset, pairHeld } = pairs;
const { pairRate7d, pairRate30d, rateNext7d } = pairs;

/** Returns short names for places, the exchanges of no two alike: `okx`, `bin:BTCUSDT`. */
function shortPlaces(places: readonly string[]): (place: string) => string {
  const exchangeOf = (place: string) => place.split(":")[0] ?? "";
  const short = shortExchanges(places.map(exchangeOf));
  return (place) => place.replace(/^[^:]*/, short);
}

/** Returns the places of a pair: `okx/binance`. */
const pairText = ({ long, short }: PairOf, nameOf = (place: string) => place) =>
  `${nameOf(long.names.place)}/${nameOf(short.names.place)}`;

/** Returns the table of a ranking. @param rows those to be shown */
export function rankTable(rows: readonly PairOf[], empty: string): Table<PairOf> {
  const nameOf = shortPlaces(
    rows.flatMap(({ long, short }) => [long.names.place, short.names.place]),
  );
  const pair: TableColumn<PairOf> = {
    key: "pair",
    header: "%/yr",
    kind: "text",
    priority: 0,
    isWhole: true,
    value: (p) => pairText(p),
    texts: (p) => [pairText(p), pairText(p, nameOf)],
  };
  return {
    ...PAIR_DATA,
    catalog: PAIR_CATALOG,
    columns: [
      pair,
      column(pairAsset, { header: "asset", isWhole: true }),
      column(pairRate7d, { priority: 3 }),
      column(pairRate30d, { priority: 4 }),
      column(rateNext7d),
      HALF_RANGE,
      column(backBy, BACK),
      column(pairHeld, HELD),
    ],
    empty,
  };
}

const HALF_RANGE: TableColumn<PairOf> = {
  key: "rate_next_7d_half",
  header: "±",
  kind: "yearly",
  priority: 0,
  value: (p) => halfRange(p).value?.toFixed(),
};

/** The day, or that it is none of the next 30; `–` without a range. */
const BACK: Partial<TableColumn<PairOf>> = {
  align: "right",
  texts: (p) => {
    const time = backBy(p);
    if (time !== null) return [dayText(time as number)];
    const isKnown = halfRange(p).value !== null && daysBack(p) === undefined;
    return [isKnown ? "not in 30d" : "–"];
  },
};

/** Name and size of the position that holds a pair. */
const HELD: Partial<TableColumn<PairOf>> = {
  isWhole: true,
  blank: (p) => holder(p) === undefined,
  texts: (p) => {
    const size = inSentence("size", heldSize(p).value?.abs().toFixed());
    return [`${pairHeld(p)} ${size}${holder(p)?.isTurned === true ? " reversed" : ""}`];
  },
};

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
  ...MARKET_DATA,
  catalog: MARKET_CATALOG,
  columns: MARKET_CATALOG.map((it) => column(it)),
  empty: "No markets.",
};

/** Returns the grid: assets down and exchanges across. */
export function gridSection(
  ranking: Ranking,
  head: readonly Section[],
  foot: readonly Section[],
): Section {
  const lines = linesOf(ranking);
  return {
    async render(look) {
      const table = tableSection(lines, columnsOf(lines, (look.width ?? WIDE) < WIDE));
      const parts = [head, [table], foot].map((it) => renderSections(it, look));
      return (await Promise.all(parts)).filter((it) => it !== "").join("\n");
    },
  };
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
      key: "",
      header: "%/yr, 7d",
      kind: "text",
      isWhole: true,
      value: ({ asset }) => asset,
      blank: ({ asset }) => asset === "",
    },
    ...exchanges.map(([exchange], at) => cellColumn(exchange, nameOf(exchange), at + 1)),
    {
      key: "/",
      header: "best pair",
      kind: "text",
      isWhole: true,
      value: ({ best }) => best && pairText(best, nameOf),
      blank: ({ best }) => best === undefined,
    },
    {
      key: "//",
      header: "next 7d",
      kind: "yearly",
      signed: true,
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
    key: exchange,
    header,
    kind: "yearly",
    signed: true,
    priority,
    align: "right",
    value: (line) => rate(line)?.value?.toFixed(),
    about: (line) => isEstimate(rate(line)?.evidence ?? { doubts: [] }),
    texts: (line) => {
      const market = of(line);
      const side = market && marketHeld(market);
      if (!side) return undefined;
      return [`${SIDES[side]}${inSentence("yearly", rate(line)?.value?.toFixed(), true)}`];
    },
    blank: (line) => of(line) === undefined,
  };
}
