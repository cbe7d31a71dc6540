import { effectiveFunding, notionalOf, pricePnlOf } from "../../analytics/position/leg.js";
import { returnOnMargin } from "../../analytics/position/return-on-margin.js";
import { createHandles } from "../../base/names/handle.js";
import type { LegDetail, PositionDetail } from "../../client/resources/position.js";
import type { Column, View } from "../../output/table/column.js";
import { legColumns } from "../../views/position/leg-columns.js";
import { PERFORMANCE_AS_SENT, performanceColumns } from "../../views/position/performance.js";
import { continues, legRows, type PositionRow } from "../../views/position/position-row.js";
import { handleColumn, positionColumns } from "../../views/position/positions.js";
import { runColumns } from "../../views/position/run.js";
import { detailPage, type PageOptions } from "./page.js";

export interface DetailViewOptions extends PageOptions {
  /** True for one row per leg; false for one row per position, without columns of a leg. */
  readonly byLeg?: boolean;
}

/** View of full positions: as a page, or with one row per leg. */
export function positionDetailView(options: DetailViewOptions): View<PositionDetail, DetailRow> {
  const { byLeg = true, performance = false } = options;
  const { handles = createHandles(false) } = options;
  const columns = [
    handleColumn(handles),
    ...positionColumns,
    ...detailColumns,
    ...legColumns(options),
    ...legDetailColumns,
    ...legAnalysisColumns,
    returnColumn(options),
    ...performanceColumns(options),
    ...runColumns(options.runsOf),
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
    page: (position) => detailPage(position, { ...options, handles }),
    empty: "No positions.",
  };
}

/** A full position with one of its legs. */
export interface DetailRow extends PositionRow {
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

/** Column of the return on margin; shown only with `--columns`. */
function returnColumn(clock: PageOptions): Column<DetailRow> {
  return {
    ...{ key: "return_on_margin", header: "on margin", kind: "percent", signed: true },
    value: ({ position }) => returnOnMargin(position, clock).value.value?.toFixed(),
    blank: continues,
  };
}

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

/** Computed columns of a leg; shown only with `--columns`. */
const legAnalysisColumns: Column<DetailRow>[] = [
  {
    ...legColumn("notional", "notional", "usd", () => null),
    value: ({ position, legs: [leg] }) => leg && notionalOf(leg, position.status)?.toFixed(),
  },
  legColumn("price_pnl", "price PnL", "usd", (leg) => pricePnlOf(leg)?.toFixed(), true),
];
