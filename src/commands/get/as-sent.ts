import type { LegDetail, PositionDetail } from "../../client/resources/position.js";
import { effectiveFunding } from "../../figures/engine/position/legs.js";
import type { Column, View } from "../../output/table/column.js";
import type { Kind } from "../../output/text/numbers.js";
import {
  LEG_COLUMNS,
  PERFORMANCE_COLUMNS,
  POSITION_COLUMNS,
  rowsOf,
  type SentRow,
} from "../../run/screen/sent-positions.js";

interface DetailViewOptions extends Pick<View<PositionDetail>, "page"> {
  /** True for one row per leg; false for one row per position, without columns of a leg. */
  readonly byLeg?: boolean;
  /** Whether the performance was requested. */
  readonly performance?: boolean;
}

type DetailRow = SentRow<PositionDetail>;

/** View of full positions as the service sent them: as a page, or with one row per leg. */
export function positionDetailView({
  byLeg = true,
  performance = false,
  page,
}: DetailViewOptions): View<PositionDetail, DetailRow> {
  const columns = [
    ...[...POSITION_COLUMNS, ...detailColumns],
    ...[...LEG_COLUMNS, ...legDetailColumns, ...PERFORMANCE_COLUMNS],
  ];
  const keys = [
    ...["position_id", "portfolio_id", "asset", "status", "note", "opened_at", "closed_at"],
    ...[...LEG_COLUMNS, ...legDetailColumns].map(({ key }) => key),
    ...(performance ? PERFORMANCE_COLUMNS.map(({ key }) => key) : []),
  ];
  return {
    rows: (position) => rowsOf(position, byLeg),
    columns,
    defaults: { table: keys, csv: keys },
    ...(page !== undefined && { page }),
    empty: "No positions.",
  };
}

const detailColumns: Column<DetailRow>[] = [
  {
    ...{ key: "portfolio_id", header: "portfolio", kind: "text" },
    value: ({ position }) => position.portfolio_id,
  },
  { key: "note", header: "note", kind: "text", value: ({ position }) => position.note },
];

function legColumn(
  key: string,
  header: string,
  kind: Kind,
  value: (leg: LegDetail) => unknown,
  signed = false,
): Column<DetailRow> {
  return {
    ...{ key: `legs.${key}`, header, kind, signed },
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
