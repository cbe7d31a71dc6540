import { effectiveFunding } from "../../analytics/position/leg.js";
import { createHandles, type Handles } from "../../base/names/handle.js";
import type { LegDetail, PositionDetail } from "../../client/resources/position.js";
import type { Column, View } from "../../output/table/column.js";
import { legColumns } from "../../views/position/leg-columns.js";
import { PERFORMANCE_AS_SENT, performanceColumns } from "../../views/position/performance.js";
import { legRows, type PositionRow, type ServiceClock } from "../../views/position/position-row.js";
import { handleColumn, positionColumns } from "../../views/position/positions.js";

interface DetailViewOptions extends ServiceClock, Pick<View<PositionDetail>, "page"> {
  /** True for one row per leg; false for one row per position, without columns of a leg. */
  readonly byLeg?: boolean;
  /** Whether the performance was requested. */
  readonly performance?: boolean;
  readonly handles?: Handles;
}

/** View of full positions as the service sent them: as a page, or with one row per leg. */
export function positionDetailView(options: DetailViewOptions): View<PositionDetail, DetailRow> {
  const { byLeg = true, performance = false, handles = createHandles(false), page } = options;
  const columns = [
    handleColumn(handles),
    ...positionColumns,
    ...detailColumns,
    ...legColumns(options),
    ...legDetailColumns,
    ...performanceColumns(options),
  ] as const;
  const keys = [
    ...["position_id", "portfolio_id", "asset", "status", "note", "opened_at", "closed_at"],
    ...[...legColumns(options), ...legDetailColumns].map((column) => column.key),
    ...(performance ? PERFORMANCE_AS_SENT : []),
  ];
  return {
    rows: (position) => (byLeg ? legRows(position) : [{ position, legs: position.legs }]),
    sent: ({ position, legs }) => ({ ...position, legs }),
    columns,
    defaults: { table: keys, csv: keys },
    ...(page !== undefined && { page }),
    empty: "No positions.",
  };
}

/** A full position with one of its legs. */
interface DetailRow extends PositionRow {
  readonly position: PositionDetail;
  readonly legs: readonly LegDetail[];
}

const detailColumns: Column<DetailRow>[] = [
  {
    key: "portfolio_id",
    header: "portfolio",
    kind: "text",
    value: (row) => row.position.portfolio_id,
  },
  { key: "note", header: "note", kind: "text", value: (row) => row.position.note },
];

function legColumn(
  key: string,
  header: string,
  kind: Column<DetailRow>["kind"],
  value: (leg: LegDetail) => unknown,
  signed = false,
): Column<DetailRow> {
  return {
    key: `legs.${key}`,
    header,
    kind,
    signed,
    value: ({ legs: [leg] }) => leg && value(leg),
  };
}

const legDetailColumns: Column<DetailRow>[] = [
  legColumn("leg_id", "leg id", "text", (leg) => leg.leg_id),
  legColumn("close_price", "close price", "price", (leg) => leg.close_price),
  legColumn("open_fee_paid", "open fee", "usd", (leg) => leg.open_fee_paid),
  legColumn("close_fee_paid", "close fee", "usd", (leg) => leg.close_fee_paid),
  legColumn("funding.calculated", "calculated", "usd", (leg) => leg.funding.calculated, true),
  legColumn("funding.override", "override", "usd", (leg) => leg.funding.override, true),
  legColumn("funding", "funding", "usd", effectiveFunding, true),
];
