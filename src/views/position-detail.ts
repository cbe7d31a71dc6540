import { heldMs } from "../analytics/holding.js";
import { effectiveFunding, fundingOf, notionalOf, pricePnlOf } from "../analytics/leg.js";
import { decimal } from "../base/decimal.js";
import type { LegDetail, PositionDetail } from "../client/resources/position.js";
import type { Column, Total, View } from "../output/table/column.js";
import { type ComparedLine, pairsSection, sideBySideSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { formatCell } from "../output/text/format.js";
import { breakEvenLines } from "./break-even.js";
import { hedgeLines } from "./hedge.js";
import { legColumns, staleMark } from "./leg-columns.js";
import { PERFORMANCE_AS_SENT, performanceColumns } from "./performance.js";
import { legRows, type PositionRow, type ServiceClock } from "./position-row.js";
import { positionColumns } from "./positions.js";
import { type RunsOf, runColumns, runLines } from "./run.js";

export interface DetailViewOptions extends ServiceClock {
  /** One row a leg; false for one row a position, where no column of a leg is shown. */
  readonly byLeg?: boolean;
  /** The performance was asked for. */
  readonly performance?: boolean;
  /** A page ends with the ids of the legs. */
  readonly legIds?: boolean;
  /** What each is paid now; undefined where it was not asked for. */
  readonly runsOf?: RunsOf;
}

/** How a position in full looks: on a page, or as one row a leg. */
export function positionDetailView(options: DetailViewOptions): View<PositionDetail, DetailRow> {
  const { byLeg = true, performance = false, legIds = false } = options;
  const columns = [
    ...positionColumns,
    ...detailColumns,
    ...legColumns(options),
    ...legDetailColumns,
    ...legAnalysisColumns,
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
    columns,
    defaults: { table: keys, csv: keys },
    page: (position) => [
      ...detailPage(position, options),
      ...(legIds ? [legIdSection(position)] : []),
    ],
    empty: "No positions.",
  };
}

/** A position in full with one of its legs. */
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

/** What is worked out of a leg; shown when it is asked for with `--columns`. */
const legAnalysisColumns: Column<DetailRow>[] = [
  {
    ...legColumn("notional", "notional", "usd", () => null),
    value: ({ position, legs: [leg] }) => leg && notionalOf(leg, position.status)?.toFixed(),
  },
  legColumn("price_pnl", "price PnL", "usd", (leg) => pricePnlOf(leg)?.toFixed(), true),
];

function detailPage(position: PositionDetail, clock: DetailViewOptions): Section[] {
  const runs = clock.runsOf?.(position.position_id);
  const heads = position.legs.map((leg) => `${leg.side} ${leg.exchange}`);
  return [
    pairsSection(aboutPosition(position, clock)),
    ...(position.performance === undefined
      ? []
      : [pairsSection(performancePairs(position, clock), "Performance")]),
    sideBySideSection(heads, legLines(position, clock)),
    pairsSection(hedgeLines(position, clock), "Hedge"),
    ...(runs === undefined ? [] : [pairsSection(runLines(position, runs), "Paid now")]),
    pairsSection(breakEvenLines(position, clock, runs), "Break-even"),
  ];
}

function legIdSection({ legs }: PositionDetail): Section {
  const pairs = legs.map(
    ({ side, exchange, leg_id }): Total => ({
      label: `${side} ${exchange}`,
      kind: "text",
      value: leg_id,
    }),
  );
  return pairsSection(pairs, "Leg ids");
}

function aboutPosition(position: PositionDetail, clock: ServiceClock): Total[] {
  const held = heldMs(position, clock.now);
  return [
    { label: "position", kind: "text", value: position.position_id },
    { label: "asset", kind: "text", value: position.asset },
    { label: "status", kind: "text", value: position.status },
    { label: "opened", kind: "time", value: position.opened_at },
    { label: "closed", kind: "time", value: position.closed_at },
    { label: "held", kind: "age", value: held },
    { label: "note", kind: "text", value: position.note },
    { label: "portfolio", kind: "text", value: position.portfolio_id },
  ];
}

function legLines(position: PositionDetail, clock: ServiceClock): ComparedLine[] {
  const { legs, status } = position;
  const marks = legs.map((leg) => staleMark({ status, legs: [leg] }, clock));
  const line = (
    label: string,
    kind: ComparedLine["kind"],
    value: (leg: LegDetail) => unknown,
    signed = false,
  ): ComparedLine => ({ label, kind, signed, values: legs.map(value) });
  return [
    line("symbol", "text", (leg) => leg.symbol),
    line("market", "text", (leg) => leg.market_id),
    line("leverage", "quantity", (leg) => leg.leverage),
    line("quantity", "quantity", (leg) => leg.quantity),
    line("open price", "price", (leg) => leg.open_price),
    { ...line("mark price", "price", (leg) => leg.mark_price), marks },
    line("mark time", "time", (leg) => leg.mark_price_updated_at),
    line("close price", "price", (leg) => leg.close_price),
    { ...line("notional", "usd", (leg) => notionalOf(leg, status)?.toFixed()), marks },
    { ...line("price PnL", "usd", (leg) => pricePnlOf(leg)?.toFixed(), true), marks },
    line("open fee", "usd", (leg) => leg.open_fee_paid),
    line("close fee", "usd", (leg) => leg.close_fee_paid),
    line("funding", "usd", effectiveFunding, true),
    line("- calculated", "usd", (leg) => leg.funding.calculated, true),
    line("- override", "usd", (leg) => leg.funding.override, true),
  ];
}

/** Parts of a sum are below it. */
function performancePairs(position: PositionDetail, clock: ServiceClock): Total[] {
  const row: PositionRow = { position, legs: position.legs };
  const pairs = performanceColumns(clock).map(
    ({ key, header, kind, signed, value, mark }): Total => ({
      label: key.split(".").length > 2 ? `- ${header}` : header,
      kind,
      value: value(row),
      ...(signed !== undefined && { signed }),
      mark: mark?.(row),
    }),
  );
  const difference = fundingDifference(position);
  return difference === undefined ? pairs : [...pairs, difference];
}

/** Legs and performance may tell different funding, as where one was set by hand. */
function fundingDifference({ legs, performance }: PositionDetail): Total | undefined {
  const [ofLegs, told] = [fundingOf(legs), decimal(performance?.funding_pnl ?? null)];
  if (ofLegs === null || told === null) return undefined;
  if (ofLegs.minus(told).abs().lte(decimal(legs.length).div(100))) return undefined;
  const usd = (value: string) => formatCell("usd", value, { unicode: true, zone: "UTC" }, true);
  const byHand = legs.filter(({ funding }) => funding.override !== null);
  const override = byHand.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
  const why = override === "" ? "" : ` (override ${override})`;
  const value = `legs ${usd(ofLegs.toFixed())}${why}, performance ${usd(told.toFixed())}`;
  return { label: "funding differs", kind: "text", value };
}
