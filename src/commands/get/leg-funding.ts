import type { Leg, LegDetail, PositionDetail } from "../../client/resources/position.js";
import type { SizeSource } from "../../figures/engine/funding/leg-size.js";
import { type Field, type Fields, own, plain, shown } from "../../output/record.js";

/** A row of figures of a position. */
export interface PositionRow {
  readonly position: PositionDetail;
  /** Name of the position. */
  readonly handle: string;
}

/** Returns the fields of who a position is; a table has its name, and its id with `--wide`. */
export function whoFields<T extends PositionRow>(): Field<T>[] {
  return [
    shown({
      key: "handle",
      header: "position",
      kind: "text",
      priority: 0,
      isWhole: true,
      value: ({ handle }) => handle,
    }),
    plain("portfolio_id", "text|null", "Identifier of its portfolio.", ({ position }) => {
      return position.portfolio_id;
    }),
    plain("position_id", "text", "Position identifier (uuid).", {
      of: ({ position }) => position.position_id,
      header: "id",
      kind: "id",
      priority: 9,
      isWide: true,
    }),
    plain("asset", "text", "Asset symbol.", ({ position }) => position.asset),
  ];
}

/** Returns the look of a column of signed US dollars. */
export const signedUsd = (header: string, priority: number) =>
  ({ header, kind: "usd", signed: true, priority }) as const;

/** Names of a leg, its market, and its identifier. */
export const LEG: Fields<LegDetail> = [
  own("leg_id", "text?", "Leg identifier (uuid)."),
  own("side", "text", "Side of the leg: long or short."),
  own("exchange", "text", "Exchange identifier."),
  own("symbol", "text", "Market symbol on the exchange."),
  own("market_id", "integer|null", "Market identifier."),
];

const SIZES = "Whether events count at the sizes of snapshots, or at the current quantity.";
const SINCE = "Time of the first of these snapshots (ISO 8601).";
const UNSIZED = "Events between two snapshots with different sizes, which are not counted.";
const ALIKE = "Whether the archive cannot tell the leg from another one of the position.";

/** Where the sizes of a leg come from. */
export const SIZE: Fields<SizeSource> = [
  plain("sizes", ["recorded", "now"], SIZES, ({ recordedSince }) => {
    return recordedSince === undefined ? "now" : "recorded";
  }),
  plain("recorded_since", "time?", SINCE, ({ recordedSince }) => recordedSince),
  plain("events_without_size", "count", UNSIZED, ({ unsized }) => unsized),
  plain("legs_alike", "flag?", ALIKE, ({ alike }) => alike),
];

/** Names a leg: `long binance BTCUSDT`. */
export function legName({ side, exchange, symbol }: Leg): string {
  return `${side} ${exchange} ${symbol}`;
}
