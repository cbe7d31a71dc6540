import { asSent, doubtedFields } from "../../base/as-sent.js";
import type {
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../../client/resources/position.js";
import { effectiveFunding } from "../../figures/engine/position/legs.js";
import type { Owner } from "../../figures/subjects.js";
import type { Column, View } from "../../output/table/column.js";
import { Several } from "../../output/text/format.js";
import type { Kind } from "../../output/text/numbers.js";

/** A row of positions as they were sent: a position with all its legs, or with one of them. */
interface SentRow<P extends Position = Position> {
  readonly position: P;
  readonly legs: P["legs"];
}

/** How positions as they were sent are shown. */
interface SentOptions {
  /** Whether each leg has a row. */
  readonly byLeg: boolean;
  /** Whether the performance was requested. */
  readonly performance: boolean;
}

/** How a listing of positions is shown. */
export interface ListedOptions extends SentOptions {
  /** Returns the portfolio of a position; undefined where there is one alone. */
  readonly ownerOf?: ((positionId: string) => Owner) | undefined;
  /** Returns the text of an empty listing. */
  readonly whyEmpty?: () => string;
}

/** Returns the view of positions as a listing of the service has them: its fields alone, by their paths in json. */
export function sentPositionsView({
  ownerOf,
  whyEmpty,
  ...options
}: ListedOptions): View<Position, SentRow> {
  const owners = ownerOf === undefined ? [] : ownerColumns(ownerOf);
  const columns = [...ID, ...STATE, ...TIMES, ...LEG_COLUMNS];
  return {
    ...sentView<Position>(columns, options, owners),
    isListing: true,
    get empty() {
      return whyEmpty?.() ?? "No positions.";
    },
  };
}

/** Returns the view of full positions as the service sent them: as a page, or with one row per leg. */
export function positionDetailView({
  page,
  ...options
}: Partial<SentOptions> & Pick<View<PositionDetail>, "page"> = {}): View<
  PositionDetail,
  SentRow<PositionDetail>
> {
  const own = [...ID, PORTFOLIO_ID, ...STATE, NOTE, ...TIMES];
  const columns = [...own, ...LEG_COLUMNS, ...LEG_DETAIL_COLUMNS];
  return {
    ...sentView<PositionDetail>(columns, { byLeg: true, performance: false, ...options }),
    ...(page !== undefined && { page }),
    empty: "No positions.",
  };
}

/** Returns the rows and columns of a view; those of the performance are shown where it was requested. */
function sentView<P extends Position>(
  columns: readonly Column<SentRow<P>>[],
  { byLeg, performance }: SentOptions,
  more: readonly Column<SentRow<P>>[] = [],
): Pick<View<P, SentRow<P>>, "rows" | "columns" | "defaults"> {
  const shown = [...columns, ...(performance ? PERFORMANCE_COLUMNS : []), ...more];
  const keys = shown.map(({ key }) => key);
  return {
    rows: (position) => rowsOf(position, byLeg),
    columns: [...columns, ...PERFORMANCE_COLUMNS, ...more],
    defaults: { table: keys, csv: keys },
  };
}

/** Returns the rows of a position: one, or one for each leg; a position without legs has one. */
function rowsOf<P extends Position>(position: P, byLeg: boolean): readonly SentRow<P>[] {
  if (!byLeg || position.legs.length === 0) return [{ position, legs: position.legs }];
  return position.legs.map((leg) => ({ position, legs: [leg] as unknown as P["legs"] }));
}

function ofPosition(
  key: "position_id" | "asset" | "status" | "opened_at" | "closed_at",
  header: string,
  kind: Kind,
  priority: number,
): Column<SentRow> {
  return {
    key,
    header,
    kind,
    priority,
    value: ({ position }) => position[key],
    unsure: ({ position }) => doubtedFields(position).includes(key),
  };
}

const ID = [ofPosition("position_id", "id", "id", 1)];
const STATE = [ofPosition("asset", "asset", "text", 0), ofPosition("status", "status", "text", 0)];
const TIMES = [
  ofPosition("opened_at", "opened", "time", 9),
  ofPosition("closed_at", "closed", "time", 9),
];

const PORTFOLIO_ID: Column<SentRow<PositionDetail>> = {
  key: "portfolio_id",
  header: "portfolio",
  kind: "text",
  value: ({ position }) => position.portfolio_id,
};

const NOTE: Column<SentRow<PositionDetail>> = {
  key: "note",
  header: "note",
  kind: "text",
  value: ({ position }) => position.note,
};

/** Columns of the fields of legs, which are joined where a row has several. */
const LEG_COLUMNS: readonly Column<SentRow>[] = [
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
    key: `legs.${name}`,
    header,
    kind,
    priority,
    value({ legs }) {
      const [leg] = legs;
      if (leg === undefined) return null;
      return legs.length === 1 ? of(leg) : new Several(legs.map(of), separator);
    },
    unsure: ({ legs }) => legs.some((leg) => asSent(leg) !== leg && leg[name] === null),
  };
}

function ofLegDetail(
  key: string,
  header: string,
  kind: Kind,
  value: (leg: LegDetail) => unknown,
  signed = false,
): Column<SentRow<PositionDetail>> {
  return {
    key: `legs.${key}`,
    header,
    kind,
    signed,
    value: ({ legs: [leg] }) => leg && value(leg),
  };
}

/** Columns of the fields that only a full position has of a leg. */
const LEG_DETAIL_COLUMNS = [
  ofLegDetail("leg_id", "leg id", "text", (leg) => leg.leg_id),
  ofLegDetail("close_price", "close price", "price", (leg) => leg.close_price),
  ofLegDetail("open_fee_paid", "open fee", "usd", (leg) => leg.open_fee_paid),
  ofLegDetail("close_fee_paid", "close fee", "usd", (leg) => leg.close_fee_paid),
  ofLegDetail("funding.calculated", "calculated", "usd", (leg) => leg.funding.calculated, true),
  ofLegDetail("funding.override", "override", "usd", (leg) => leg.funding.override, true),
  ofLegDetail("funding", "funding", "usd", effectiveFunding, true),
];

/** Columns of the performance. */
const PERFORMANCE_COLUMNS: readonly Column<SentRow>[] = [
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
    key: `performance.${key}`,
    header,
    kind,
    signed: kind === "usd" || kind === "percent",
    value: ({ position }) => position.performance && of(asSent(position.performance)),
    unsure: ({ position: { performance } }) =>
      performance !== undefined && doubtedFields(performance).includes(key),
  };
}

function ownerColumns(ownerOf: (positionId: string) => Owner): Column<SentRow>[] {
  return [
    {
      key: "portfolio",
      header: "portfolio",
      kind: "text",
      priority: 1,
      value: ({ position }) => ownerOf(position.position_id).portfolio ?? null,
    },
    {
      key: "portfolio_id",
      header: "portfolio id",
      kind: "id",
      priority: 9,
      value: ({ position }) => ownerOf(position.position_id).portfolio_id,
    },
  ];
}
