import { readable } from "../../base/safe-text.js";
import {
  backBy,
  daysBack,
  halfRange,
  heldSize,
  holder,
  PAIR_CATALOG,
  type PairOf,
  pairAsset,
  pairHeld,
  pairRate7d,
  pairRate30d,
  rateNext7d,
} from "../../figures/catalog/pair.js";
import { formatCell } from "../../output/text/format.js";
import { shortExchanges } from "../../run/screen/position-columns.js";
import { PAIR_DATA } from "../../run/screen/ranking.js";
import { column, type Table, type TableColumn } from "../../run/screen/screen.js";
import { dayText } from "../../run/screen/why.js";

/** Returns short names for places, the exchanges of no two alike: `okx`, `bin:BTCUSDT`. */
export function shortPlaces(places: readonly string[]): (place: string) => string {
  const exchangeOf = (place: string) => place.split(":")[0] ?? "";
  const short = shortExchanges(places.map(exchangeOf));
  return (place) => place.replace(/^[^:]*/, short);
}

/** Returns the places of a pair: `okx/binance`. */
export const pairText = ({ long, short }: PairOf, nameOf = (place: string) => place) =>
  `${nameOf(long.names.place)}/${nameOf(short.names.place)}`;

/** Returns the table of a ranking. @param rows those to be shown */
export function rankTable(rows: readonly PairOf[], empty: string): Table<PairOf> {
  const nameOf = shortPlaces(
    rows.flatMap(({ long, short }) => [long.names.place, short.names.place]),
  );
  const pair: TableColumn<PairOf> = {
    ...{ key: "pair", header: "%/yr", kind: "text", priority: 0, isWhole: true },
    value: (p) => pairText(p),
    texts: (p, look) => [readable(pairText(p), look), readable(pairText(p, nameOf), look)],
  };
  return {
    ...{ ...PAIR_DATA, catalog: PAIR_CATALOG, empty },
    columns: [
      ...[pair, column(pairAsset, { header: "asset", isWhole: true })],
      ...[column(pairRate7d, { priority: 3 }), column(pairRate30d, { priority: 4 })],
      ...[column(rateNext7d), HALF_RANGE, column(backBy, BACK), column(pairHeld, HELD)],
    ],
  };
}

const HALF_RANGE: TableColumn<PairOf> = {
  ...{ key: "rate_next_7d_half", header: "±", kind: "yearly", priority: 0 },
  value: (p) => halfRange(p).value?.toFixed(),
};

/** The day, or that it is none of the next 30; `–` without a range. */
const BACK: Partial<TableColumn<PairOf>> = {
  ...{ priority: 0, align: "right" },
  texts: (p, look) => {
    const time = backBy(p);
    if (time !== null) return [dayText(time as number)];
    const isKnown = halfRange(p).value !== null && daysBack(p) === undefined;
    return [isKnown ? "not in 30d" : formatCell("time", null, look)];
  },
};

/** Name and size of the position that holds a pair. */
const HELD: Partial<TableColumn<PairOf>> = {
  ...{ priority: 0, isWhole: true },
  blank: (p) => holder(p) === undefined,
  texts: (p, look) => {
    const size = formatCell("size", heldSize(p).value?.abs().toFixed(), look);
    return [`${pairHeld(p)} ${size}${holder(p)?.isTurned === true ? " reversed" : ""}`];
  },
};
