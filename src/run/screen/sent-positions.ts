import { asSent, doubtedFields } from "../../base/as-sent.js";
import type { Leg, Performance, Position } from "../../client/resources/position.js";
import type { Owner } from "../../figures/subjects.js";
import type { Column, View } from "../../output/table/column.js";
import { Several } from "../../output/text/format.js";
import type { Kind } from "../../output/text/numbers.js";

/** A row of positions as they were sent: a position with all its legs, or with one of them. */
export interface SentRow<P extends Position = Position> {
  readonly position: P;
  readonly legs: P["legs"];
}

/** How positions as they were sent are shown. */
export interface SentOptions {
  /** Whether each leg has a row. */
  readonly byLeg: boolean;
  /** Whether the performance was requested. */
  readonly performance: boolean;
  /** Returns the portfolio of a position; undefined where there is one alone. */
  readonly ownerOf?: ((positionId: string) => Owner) | undefined;
  /** Returns the text of an empty listing. */
  readonly whyEmpty?: () => string;
}

/** Returns the view of positions as the service sent them: its fields alone, by their paths in json. */
export function sentPositionsView({
  byLeg,
  performance,
  ownerOf,
  whyEmpty,
}: SentOptions): View<Position, SentRow> {
  const owners = ownerOf === undefined ? [] : ownerColumns(ownerOf);
  const own = POSITION_COLUMNS.map(({ key }) => key);
  const keys = [
    ...[...own, ...LEG_COLUMNS.map(({ key }) => key)],
    ...(performance ? PERFORMANCE_COLUMNS.map(({ key }) => key) : []),
    ...owners.map(({ key }) => key),
  ];
  return {
    rows: (position) => rowsOf(position, byLeg),
    isListing: true,
    columns: [...POSITION_COLUMNS, ...LEG_COLUMNS, ...PERFORMANCE_COLUMNS, ...owners],
    defaults: { table: keys, csv: keys },
    get empty() {
      return whyEmpty?.() ?? "No positions.";
    },
  };
}

/** Returns the rows of a position: one, or one for each leg; a position without legs has one. */
export function rowsOf<P extends Position>(position: P, byLeg: boolean): readonly SentRow<P>[] {
  if (!byLeg || position.legs.length === 0) return [{ position, legs: position.legs }];
  return position.legs.map((leg) => ({ position, legs: [leg] as unknown as P["legs"] }));
}

/** Columns of the position's own fields. */
export const POSITION_COLUMNS: readonly Column<SentRow>[] = [
  ofPosition("position_id", "id", "id", 1),
  ofPosition("asset", "asset", "text", 0),
  ofPosition("status", "status", "text", 0),
  ofPosition("opened_at", "opened", "time", 9),
  ofPosition("closed_at", "closed", "time", 9),
];

function ofPosition(
  key: "position_id" | "asset" | "status" | "opened_at" | "closed_at",
  header: string,
  kind: Kind,
  priority: number,
): Column<SentRow> {
  return {
    ...{ key, header, kind, priority },
    value: ({ position }) => position[key],
    unsure: ({ position }) => doubtedFields(position).includes(key),
  };
}

/** Columns of the fields of legs, which are joined where a row has several. */
export const LEG_COLUMNS: readonly Column<SentRow>[] = [
  ofLegs("side", "side", "text", 0),
  ofLegs("market_id", "market", "any", 8),
  ofLegs("exchange", "exchange", "text", 0, "+"),
  ofLegs("symbol", "symbol", "text", 4),
  ofLegs("leverage", "leverage", "quantity", 7),
  ofLegs("quantity", "quantity", "quantity", 2),
  ofLegs("open_price", "open price", "price", 6),
  ofLegs("mark_price", "mark price", "price", 3),
  ofLegs("mark_price_updated_at", "mark time", "time", 9),
];

function ofLegs(
  name: keyof Leg & string,
  header: string,
  kind: Kind,
  priority: number,
  separator = ", ",
): Column<SentRow> {
  const of = (leg: Leg) => asSent(leg)[name];
  return {
    ...{ key: `legs.${name}`, header, kind, priority },
    value({ legs }) {
      const [leg] = legs;
      if (leg === undefined) return null;
      return legs.length === 1 ? of(leg) : new Several(legs.map(of), separator);
    },
    unsure: ({ legs }) => legs.some((leg) => asSent(leg) !== leg && leg[name] === null),
  };
}

/** Columns of the performance. */
export const PERFORMANCE_COLUMNS: readonly Column<SentRow>[] = [
  ofPerformance("funding_pnl", "funding", "usd", (it) => it.funding_pnl),
  ofPerformance("fees.paid", "fees paid", "usd", (it) => it.fees.paid),
  ofPerformance("fees.estimated_exit", "exit fees", "usd", (it) => it.fees.estimated_exit),
  ofPerformance("spread_pnl.realized", "realized", "usd", (it) => it.spread_pnl.realized),
  ofPerformance("spread_pnl.unrealized", "unrealized", "usd", (it) => it.spread_pnl.unrealized),
  ofPerformance("net_pnl", "net PnL", "usd", (it) => it.net_pnl),
  ofPerformance("duration_days", "days", "quantity", (it) => it.duration_days),
  ofPerformance("apr", "APR", "percent", (it) => it.apr),
  ofPerformance("calculated_at", "calculated", "time", (it) => it.calculated_at),
];

function ofPerformance(
  key: string,
  header: string,
  kind: Kind,
  of: (performance: Performance) => unknown,
): Column<SentRow> {
  return {
    ...{ key: `performance.${key}`, header, kind, signed: kind === "usd" || kind === "percent" },
    value: ({ position }) => position.performance && of(asSent(position.performance)),
    unsure: ({ position: { performance } }) =>
      performance !== undefined && doubtedFields(performance).includes(key),
  };
}

function ownerColumns(ownerOf: (positionId: string) => Owner): Column<SentRow>[] {
  const own = ({ position }: SentRow) => ownerOf(position.position_id);
  return [
    {
      ...{ key: "portfolio", header: "portfolio", kind: "text", priority: 1 },
      value: (row) => own(row).portfolio ?? null,
    },
    {
      ...{ key: "portfolio_id", header: "portfolio id", kind: "id", priority: 9 },
      value: (row) => own(row).portfolio_id,
    },
  ];
}
