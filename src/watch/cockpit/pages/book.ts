import type { Big } from "big.js";
import { bookDays } from "../../../analytics/funding/book-days.js";
import type { Runs } from "../../../analytics/funding/shown-runs.js";
import type { JudgedPosition } from "../../../analytics/portfolio/status.js";
import { isUnknown } from "../../../analytics/position/reason.js";
import { severityOf } from "../../../analytics/position/stake.js";
import { toDecimal } from "../../../base/decimal.js";
import type { Position } from "../../../client/resources/position.js";
import type { Column } from "../../../output/table/column.js";
import { compact } from "../../../output/text/compact.js";
import { formatCell } from "../../../output/text/format.js";
import { sparkline } from "../../../output/text/sparkline.js";
import { continues, type PositionRow } from "../../../views/position/position-row.js";
import { positionsView } from "../../../views/position/positions.js";
import { briefReason, SEVERITY_TONES } from "../../../views/position/reason-counts.js";
import { reasonText } from "../../../views/position/reasons.js";
import { meansOf } from "../../../views/position/status-head.js";
import { portfolioColumn } from "../../../views/row-fields.js";
import type { Alerts } from "../../alerts.js";
import { definePage, type Page, type PageData } from "../page.js";

/** Alerts, whose texts stand before other reasons. */
type Ringing = Pick<Alerts, "ids" | "saidOf">;

/** Minimum width at which the trend and the portfolio have a column. */
const WIDE = 100;

export function bookPage(alerts: Ringing): Page {
  return definePage("Book", async (data, width = WIDE) => tableOf(data, width, alerts));
}

function tableOf(data: PageData, width: number, alerts: Ringing) {
  const { book } = data;
  const { status, criteria, handles, historyOf, ownerOf } = book;
  const { limits, now } = criteria;
  const judged = new Map(status.each.map((it) => [it.position.position_id, it]));
  const of = ({ position }: Pick<PositionRow, "position">) => judged.get(position.position_id);
  const view = positionsView({
    ...{ byLeg: false, performance: true, oneStatus: true },
    ...{ now, staleMs: limits.staleMs, limits, handles, historyOf },
    runsOf: (position) => of({ position })?.runs,
  });
  const isNamed = width >= WIDE && book.ownerOf().portfolio_id === null;
  const own: Column<PositionRow>[] = [
    portfolioColumn((row) => ownerOf(row.position.position_id)),
    perDayColumn((row) => of(row)?.runs),
    trendColumn((row) => trendOf(of(row), data)),
    whyColumn(of, ({ position }) => alerts.saidOf(position.position_id)),
  ];
  const table = [
    "handle",
    ...(isNamed ? ["portfolio"] : []),
    ...["pair", "size", "funding_24h", "funding_per_day", "now_apr"],
    ...(width >= WIDE ? ["trend"] : []),
    ...["performance.net_pnl", "why"],
  ];
  const { wide = [] } = view.defaults;
  const whole = {
    ...view,
    columns: [...view.columns.map(narrower), ...own],
    empty: book.heading === undefined ? view.empty : book.empty,
    defaults: {
      ...view.defaults,
      table,
      wide: [...table.slice(0, -1), ...wide.filter((key) => !table.includes(key)), "why"],
    },
  };
  const rows = worstFirst(data, alerts.ids).flatMap((it) => view.rows(it));
  return { view: whole, rows };
}

/** Returns the open positions: those of alerts first, then what needs attention, then the others. */
function worstFirst(
  { book: { status, positions } }: PageData,
  alerting: readonly string[],
): Position[] {
  const ranks = new Map(status.attention.map(({ position }, at) => [position.position_id, at]));
  const rung = new Set(alerting);
  const rank = ({ position_id: id }: Position) =>
    (ranks.get(id) ?? positions.length) - (rung.has(id) ? 2 * positions.length : 0);
  const ranked = positions.map((position) => ({ position, rank: rank(position) }));
  return ranked.sort((a, b) => a.rank - b.rank).map((it) => it.position);
}

/** Returns a column whose texts are rounded where a table is narrow. */
function rounded(
  column: Column<PositionRow>,
  round: (value: Big) => string,
): Pick<Column<PositionRow>, "texts"> {
  return {
    texts(row, look) {
      const own = column.texts?.(row, look);
      const value = toDecimal(column.value(row));
      if (own !== undefined || value === undefined) return own;
      return [formatCell(column.kind, value.toFixed(), look, column.signed), round(value)];
    },
  };
}

/** Returns a signed amount in few digits: `-2,006`, `+174`, `+20.6`, `-0.04`. */
function signed(value: Big): string {
  const size = value.abs();
  const places = size.gte(100) ? 0 : size.gte("0.05") ? 1 : 2;
  const text = formatCell("quantity", value.round(places, 1).toFixed(places), PLAIN);
  return value.gt(0) ? `+${text}` : text;
}
const PLAIN = { unicode: false, zone: "UTC" };

/** Headings, priorities and short texts of columns, for rows that fit 80 columns. */
const NARROWER: Readonly<
  Record<string, Partial<Column<PositionRow>> & { readonly round?: (value: Big) => string }>
> = {
  size: { priority: 3, round: (value) => compact(value) },
  funding_24h: { header: "24h", priority: 2, round: signed },
  now_apr: { priority: 1 },
  pair: { header: "pair", priority: 4 },
  "performance.net_pnl": { header: "net", priority: 0, round: signed },
};

function narrower(column: Column<PositionRow>): Column<PositionRow> {
  const { round, ...more } = NARROWER[column.key] ?? {};
  return { ...column, ...more, ...(round && rounded(column, round)) };
}

function perDayColumn(of: (row: PositionRow) => Runs | undefined): Column<PositionRow> {
  const column: Column<PositionRow> = {
    ...{ key: "funding_per_day", header: "7d/d", kind: "usd", signed: true, priority: 1 },
    value: (row) => of(row)?.["7d"].perDay.value?.toFixed(),
    blank: continues,
  };
  return { ...column, ...rounded(column, signed) };
}

const BARS = 6;

function trendColumn(of: (row: PositionRow) => Trend): Column<PositionRow> {
  return {
    ...{ key: "trend", header: "30d", kind: "text", priority: 9 },
    value: (row) => (of(row).length === 0 ? null : ""),
    texts(row, look) {
      const chart = sparkline(of(row), look);
      return chart.trim() === "" ? undefined : [chart];
    },
    blank: continues,
  };
}

/** Trends that were computed: of 500 positions they take longer than a key may. */
const TRENDS = new WeakMap<JudgedPosition, Trend>();

/** Means of the funding a day over equal spans, USD. */
type Trend = readonly (number | null)[];

function trendOf(judged: JudgedPosition | undefined, { book }: PageData): Trend {
  if (judged === undefined) return [];
  const known = TRENDS.get(judged);
  if (known !== undefined) return known;
  const days = bookDays([judged], { now: book.criteria.now, historyOf: book.historyOf });
  const trend = meansOf(days, days.length / BARS);
  TRENDS.set(judged, trend);
  return trend;
}

function whyColumn(
  of: (row: PositionRow) => JudgedPosition | undefined,
  said: (row: PositionRow) => readonly string[],
): Column<PositionRow> {
  const reasons = (row: PositionRow) => {
    const all = of(row)?.reasons ?? [];
    return [...all.filter((it) => !isUnknown(it)), ...all.filter(isUnknown)];
  };
  return {
    ...{ key: "why", header: "why", kind: "text", priority: 0, blank: continues },
    value: (row) => [...said(row), ...reasons(row).map(briefReason)].join("; "),
    tone: (row) => {
      const [gravest] = reasons(row);
      return gravest && (isUnknown(gravest) ? "label" : SEVERITY_TONES[severityOf(gravest)]);
    },
    texts(row) {
      const position = of(row)?.position;
      const texts = reasons(row).map((it) => reasonText(it, position));
      const brief = [...new Set(reasons(row).map(briefReason))];
      return [[...said(row), ...texts].join("; "), [...said(row), ...brief].join("; ")];
    },
  };
}
