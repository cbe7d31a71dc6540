import { BOTH_SIDES, type Side } from "../analytics/market/by-side.js";
import type { Leg, LegDetail, Position } from "../client/resources/position.js";
import {
  type Field,
  type Fields,
  group,
  type Look,
  own,
  part,
  plain,
  shown,
} from "../output/record.js";
import type { Column } from "../output/table/column.js";
import { pickColumn } from "../output/table/pick-column.js";

/** Names of a position. */
export const POSITION: readonly Field<Pick<Position, "position_id" | "asset">>[] = [
  own("position_id", "text", "Position identifier (uuid)."),
  own("asset", "text", "Asset symbol."),
];

/** Returns columns of a list as those of an answer, with their own priorities. */
export function picked<T>(
  columns: readonly Column<T>[],
  ...keys: readonly (readonly [key: string, priority: number])[]
): Field<T>[] {
  return keys.map(([key, priority]) => shown({ ...pickColumn(columns, key), priority }));
}

/** Names of a leg. */
const LEG_NAME: readonly Field<Pick<Leg, "side" | "exchange" | "symbol">>[] = [
  own("side", "text", "Side of the leg: long or short."),
  own("exchange", "text", "Exchange identifier."),
  own("symbol", "text", "Market symbol on the exchange."),
];

/** Names of a leg, and its market. */
export const LEG: readonly Field<Leg>[] = [
  ...LEG_NAME,
  own("market_id", "integer|null", "Market identifier."),
];

/** Returns an object of fields for each side of a hedge. */
export function bothSides<T>(fields: (side: Side) => Fields<T>): Field<T>[] {
  return BOTH_SIDES.map((side) => group(side, `The ${side} side.`, fields(side)));
}

/** Names of a leg, its market, and its identifier. */
export const WHOLE_LEG: readonly Field<LegDetail>[] = [
  own("leg_id", "text?", "Leg identifier (uuid)."),
  ...LEG,
];

/** Returns the field of whether the legs of a position were checked. */
export function legsChecked<T extends { readonly isUnchecked: boolean }>(look?: Look<T>): Field<T> {
  const description = "False if a leg may be closed and the full position could not be fetched.";
  const of = ({ isUnchecked }: T) => !isUnchecked;
  return plain("legs_checked", "flag", description, look === undefined ? of : { of, ...look });
}

/** Why a figure is unknown. */
interface Reason {
  readonly code: string;
  readonly text: string | undefined;
}

/** Returns the field of why a figure is unknown, left out if it is known. */
export function reason<T>(
  help: string,
  codes: readonly string[],
  of: (it: T) => Reason | undefined,
): Field<T> {
  return part("unknown", help, of, [
    own<Reason>("code", codes, "Kind of the reason."),
    own<Reason>("text", "text", "The reason in words."),
  ]);
}

/** Time of the service. */
export const SERVICE_TIME: Field<{ readonly now: number }> = plain(
  "service_time",
  "time",
  "Time of the service (ISO 8601).",
  ({ now }) => now,
);

/** Returns a field of an input that is a number with a unit: `{"value": 300, "unit": "seconds"}`. */
export function quantity<T>(
  name: string,
  unit: string,
  help: string,
  of: (it: T) => unknown,
): Field<T> {
  return group(name, help, [
    plain("value", "number", `Number of ${unit}.`, of),
    plain("unit", [unit], "Unit of the value.", () => unit),
  ]);
}

/** Values of `--asset` and `--exchange`, which select positions. */
export interface Filtered {
  readonly filters?: {
    readonly asset?: readonly string[] | undefined;
    readonly exchange?: readonly string[] | undefined;
  };
}

/** The portfolio of something; null where it belongs to several. */
export interface Owned {
  readonly portfolio?: string | null;
  readonly portfolio_id: string | null;
  /** Whether it is one of several, which a table then names. */
  readonly isOneOfSeveral?: true;
}

/** Returns the column of the portfolio of a row, where there are several. */
export function portfolioColumn<T>(ownerOf: (row: T) => Owned): Column<T> {
  return {
    ...{ key: "portfolio", header: "portfolio", kind: "text", priority: 1 },
    ifAny: (row) => ownerOf(row).isOneOfSeveral === true,
    value: (row) => {
      const { portfolio, portfolio_id: id } = ownerOf(row);
      return portfolio ?? id?.slice(0, 8) ?? null;
    },
  };
}

/** Returns the fields of the portfolio of a row. */
function portfolioFields<T>(ownerOf: (row: T) => Owned): Field<T>[] {
  return [
    plain("portfolio", "text|null", "Name of the portfolio; null if it has none.", {
      ...{ ...portfolioColumn(ownerOf), of: (row) => ownerOf(row).portfolio },
    }),
    plain("portfolio_id", "text|null", OF_SEVERAL, (row) => ownerOf(row).portfolio_id),
  ];
}

const OF_SEVERAL = "Portfolio identifier (uuid); null of several portfolios.";

/** The portfolio of a row. */
export const PORTFOLIO: Field<Owned>[] = portfolioFields((row) => row);

/** Returns the portfolio of a position; without an id, that of something about all positions. */
export type OwnerOf = (positionId?: string) => Owned;

/** Totals of a portfolio. */
export interface OwnTotals<T> extends Owned {
  readonly totals: T;
}
