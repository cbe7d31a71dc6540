import {
  type Cause,
  type Reconcilable,
  type ReconciledLine,
  verdictsOf,
} from "../analytics/reconcile.js";
import type { Reconciled, Verdict } from "../analytics/reconciled.js";
import { sourced } from "../output/formats/exact-json.js";
import { jsonOf } from "../output/record.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Tone } from "../output/text/paint.js";
import type { Sourced } from "../output/text/sourced.js";
import { SIZE } from "./position-funding-fields.js";
import { capitalJson, capitalSection } from "./reconcile-capital.js";

/** A line with its position. */
export interface ReconcileRow extends ReconciledLine {
  readonly position: Reconcilable;
}

const WHAT: Readonly<Record<Reconciled, string>> = {
  leg_funding: "funding of the leg",
  funding_pnl: "funding of the legs",
  fees_paid: "fees paid",
  net_pnl: "net PnL of its parts",
};

const CAUSES: Readonly<Record<Cause, string>> = {
  market_unknown: "no market id",
  size_unknown: "the size before it was closed is not known",
  legs_alike: "the archive cannot tell legs apart that are alike",
  size_changed: "the size changed between two snapshots around an event",
  closing_unknown: "the time of closing is not known",
  quantity_negative: "negative quantity",
  funding_unknown: "settled funding is not available",
  events_missing: "nobody has the events of a part of the time",
  override_left_out: "the performance leaves out the funding override",
  close_fee_missing: "no closing fee of a closed leg",
  not_sent: "the service sends no figure",
};

const UNEXPLAINED = "no known cause";

/** A sum of events at the quantity of now is no explanation once the size has changed. */
const AT_QUANTITY = `${UNEXPLAINED}: explained only while the size was constant`;
const AT_RECORDED = `${UNEXPLAINED}, at the sizes that the archive has recorded`;

const TONES: Partial<Record<Verdict, Tone>> = { unexplained: "loss", unknown: "absent" };

const usd = { kind: "usd", signed: true, tone: (): Tone => "plain" } as const;

const columns: readonly Column<ReconcileRow>[] = [
  {
    key: "asset",
    header: "asset",
    kind: "text",
    priority: 3,
    value: ({ position }) => position.asset,
  },
  {
    key: "position_id",
    header: "id",
    kind: "id",
    priority: 4,
    value: ({ position }) => position.position_id,
  },
  { key: "what", header: "what", kind: "text", priority: 0, value: (row) => row.what },
  {
    key: "leg",
    header: "leg",
    kind: "text",
    priority: 1,
    value: ({ leg }) => leg && `${leg.side} ${leg.exchange} ${leg.symbol}`,
  },
  {
    key: "service",
    header: "service",
    ...usd,
    priority: 1,
    value: (row) => row.service?.toFixed(),
  },
  { key: "own", header: "own sum", ...usd, priority: 1, value: (row) => row.own?.toFixed() },
  {
    key: "events",
    header: "events",
    kind: "text",
    priority: 5,
    value: ({ events }) => events && `${events.counted} of ${events.of}`,
    blank: ({ what }) => what !== "leg_funding",
  },
  {
    key: "difference",
    header: "difference",
    ...usd,
    priority: 0,
    value: (row) => row.difference?.toFixed(),
  },
  {
    key: "verdict",
    header: "verdict",
    kind: "text",
    priority: 0,
    value: (row) => row.verdict,
    tone: (row) => TONES[row.verdict],
  },
  { key: "cause", header: "cause", kind: "text", priority: 2, value: causeText },
];

const keys = columns.map(({ key }) => key);

/** Keys of the columns of `positions reconcile`. */
export const RECONCILE_COLUMNS: readonly string[] = keys;

function causeText({ verdict, cause, size }: ReconcileRow): string | undefined {
  if (verdict === "unexplained") {
    if (size === undefined) return UNEXPLAINED;
    return size.recordedSince === undefined ? AT_QUANTITY : AT_RECORDED;
  }
  return cause === undefined ? undefined : CAUSES[cause];
}

/** View of reconciled positions: a page, or a row for each line. */
export function reconcileView(rows: readonly ReconcileRow[] = []): View<unknown, ReconcileRow> {
  const shown = columns.filter(
    ({ key }) => !["asset", "position_id", "leg", "cause"].includes(key),
  );
  return {
    rows: () => rows,
    columns,
    defaults: { table: keys, csv: keys },
    page: () => [
      tableSection(rows, [OF_POSITION, ...shown.map(named)]),
      ...causesOf(rows).map((line) => textSection(line)),
      textSection(summaryOf(rows)),
      capitalSection(positionsOf(rows)),
    ],
    empty: "No positions.",
  };
}

/** Position of a line on a page, shown once for its lines. */
const OF_POSITION: Column<ReconcileRow> = {
  key: "position",
  header: "position",
  kind: "text",
  priority: 0,
  value: ({ position }) => `${position.asset} ${position.position_id.slice(0, 8)}`,
  blank: (row, above) => row.position === above?.position,
};

/** Shows what is compared in words, with the leg, whose name is wrapped and never cut. */
function named(column: Column<ReconcileRow>): Column<ReconcileRow> {
  if (column.key !== "what") return column;
  return {
    ...column,
    kind: "prose",
    narrowest: 18,
    value: ({ what, leg }) =>
      leg === undefined ? WHAT[what] : `funding ${leg.side} ${leg.exchange} ${leg.symbol}`,
  };
}

/** Returns each cause with the number of its lines: `explained (20): ...`. */
function causesOf(rows: readonly ReconcileRow[]): string[] {
  const found = new Map<string, ReconcileRow[]>();
  for (const row of rows) {
    const cause = causeText(row);
    if (cause === undefined) continue;
    const key = `${row.verdict} ${cause}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found].map(([key, own]) => {
    const { verdict = "unknown" } = own[0] ?? {};
    return `${verdict} (${own.length}): ${key.slice(verdict.length + 1)}${coverage(own)}`;
  });
}

/** Describes what own sums that lack events are made of: `, 118 of 214 are counted`. */
function coverage(rows: readonly ReconcileRow[]): string {
  const sum = (which: "counted" | "of") =>
    rows.reduce((total, { events }) => total + (events?.[which] ?? 0), 0);
  return sum("counted") < sum("of") ? `, ${sum("counted")} of ${sum("of")} are counted` : "";
}

function summaryOf(rows: readonly ReconcileRow[]): string {
  const { equal, explained, unexplained, unknown } = verdictsOf(rows);
  return `${rows.length} lines: ${equal} equal, ${explained} explained, ${unexplained} unexplained, ${unknown} unknown. A difference of at most 0.01 counts as equal.`;
}

function positionsOf(rows: readonly ReconcileRow[]): Reconcilable[] {
  return [...new Set(rows.map(({ position }) => position))];
}

/** Returns the lines as printed; their shape is that of `carry schema reconcile`. */
export function reconcileItem(rows: readonly ReconcileRow[]): Sourced<unknown> {
  const positions = positionsOf(rows);
  return sourced({
    inputs: { position_ids: positions.map((it) => it.position_id), tolerance: 0.01 },
    rows: rows.map(rowJson),
    totals: verdictsOf(rows),
    capital: positions.map(capitalJson),
  });
}

function rowJson({ position, leg, events, size, ...line }: ReconcileRow) {
  const { what, service, own, difference, verdict, cause } = line;
  return {
    position_id: position.position_id,
    asset: position.asset,
    what,
    leg_id: leg?.leg_id,
    ...{ service, own, difference, verdict, cause },
    ...(events !== undefined && { events_counted: events.counted, events_of: events.of }),
    ...(size !== undefined && jsonOf(SIZE, size)),
  };
}
