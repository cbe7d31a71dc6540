import type { Span } from "../archive/read/spans.js";
import type { Correction } from "../archive/sync/correction.js";
import type { TakenSnapshot } from "../archive/sync/snapshot.js";
import type { SyncedMarket } from "../archive/sync/sync-funding.js";
import type { FundingRow } from "../archive/tables.js";
import type { Column, View } from "../output/table/column.js";
import { textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { counted } from "../output/text/counted.js";
import { formatTime } from "../output/text/format-time.js";

/** What came of a sync. Times are milliseconds since the epoch. */
export interface SyncOutcome {
  readonly markets: readonly SyncedMarket[];
  readonly snapshot: TakenSnapshot | undefined;
  readonly dailyRows: number;
  readonly now: number;
}

/** A market as it was synced. Times are ISO 8601. */
export interface SyncedRow {
  readonly market_id: number;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly added: number;
  readonly corrected: number;
  readonly lost: readonly { readonly from: string; readonly to: string }[];
}

/** The result of a sync as `-o json` prints it. */
export interface SyncedJson {
  readonly as_of: string;
  readonly archive: string;
  readonly rows: readonly SyncedRow[];
  readonly corrections: readonly CorrectionJson[];
  readonly snapshot: (Omit<TakenSnapshot, "snapshot_at"> & { readonly snapshot_at: string }) | null;
  readonly totals: {
    readonly markets: number;
    readonly events: number;
    readonly added: number;
    readonly corrected: number;
    readonly lost: number;
    readonly daily_rows: number;
  };
}

interface CorrectionJson {
  readonly market_id: number;
  readonly funding_time: string;
  readonly before: ValuesJson;
  readonly now: ValuesJson;
}

type ValuesJson = Pick<FundingRow, "funding_rate" | "mark_price" | "funding_interval">;

/** Returns a time as json has it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the result of a sync for programs. @param where the archive */
export function syncedJson(outcome: SyncOutcome, where: string): SyncedJson {
  const { markets, snapshot, dailyRows, now } = outcome;
  const rows = markets.map((market) => ({
    market_id: market.market_id,
    from: iso(market.covered.start),
    to: iso(market.covered.end),
    events: market.events,
    added: market.added,
    corrected: market.corrections.length,
    lost: market.lost.map(spanJson),
  }));
  const sum = (of: (row: SyncedRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    as_of: iso(now),
    archive: where,
    rows,
    corrections: markets.flatMap(({ corrections }) => corrections.map(correctionJson)),
    snapshot:
      snapshot === undefined ? null : { ...snapshot, snapshot_at: iso(snapshot.snapshot_at) },
    totals: {
      markets: rows.length,
      events: sum((row) => row.events),
      added: sum((row) => row.added),
      corrected: sum((row) => row.corrected),
      lost: sum((row) => row.lost.length),
      daily_rows: dailyRows,
    },
  };
}

/** View of a sync: one line and the corrections; rows of markets for csv. */
export const syncedView: View<SyncedJson, SyncedRow> = {
  rows: ({ rows }) => rows,
  columns: [
    column("market_id", "market", "any"),
    column("from", "from", "time"),
    column("to", "to", "time"),
    column("events", "events", "integer"),
    column("added", "new", "integer"),
    column("corrected", "corrected", "integer"),
    { ...column("lost", "lost", "integer"), value: ({ lost }) => lost.length },
  ],
  defaults: {
    table: ["market_id", "from", "to", "events", "added", "corrected", "lost"],
    csv: ["market_id", "from", "to", "events", "added", "corrected", "lost"],
  },
  page: (synced) => linesOf(synced),
  empty: "Nothing was asked for.",
};

/** A market that would be synced. */
export interface PlannedRow {
  readonly market_id: number;
  readonly from: string;
  readonly to: string;
  /** Until when the archive has its events; null when it has none. */
  readonly known_until: string | null;
}

/** View of what a sync would ask for. */
export const plannedView: View<PlannedRow> = {
  rows: (row) => [row],
  columns: [
    plannedColumn("market_id", "market", "any"),
    plannedColumn("from", "from", "time"),
    plannedColumn("to", "to", "time"),
    plannedColumn("known_until", "in the archive until", "time"),
  ],
  defaults: {
    table: ["market_id", "from", "to", "known_until"],
    csv: ["market_id", "from", "to", "known_until"],
  },
  empty: "No market would be asked for.",
};

function linesOf(synced: SyncedJson): Section[] {
  const { corrections, rows } = synced;
  const lost = rows.flatMap(({ market_id: id, lost: spans }) =>
    spans.map(
      ({ from, to }) =>
        `lost: market ${id}, ${short(from)} to ${short(to)}: it was not recorded, and the service no longer keeps it`,
    ),
  );
  const lines = [summaryLine(synced), ...corrections.map(correctionLine), ...lost];
  return [
    {
      render: async (look) =>
        (await Promise.all(lines.map((line) => textSection(line).render(look)))).join(""),
    },
  ];
}

function summaryLine({ totals, snapshot, rows }: SyncedJson): string {
  const { markets, added, corrected, daily_rows: daily } = totals;
  const parts = [
    ...(rows.length === 0 && snapshot !== null
      ? []
      : [`${counted(markets, "market")}: ${counted(added, "new event")}, ${corrected} corrected`]),
    ...(daily === 0 ? [] : [`${counted(daily, "daily aggregate")}`]),
    ...(snapshot === null
      ? []
      : [`snapshot of ${counted(snapshot.positions, "position")}, ${snapshot.open} open`]),
  ];
  return `Recorded ${parts.join("; ")}.`;
}

function correctionLine({
  market_id: id,
  funding_time: time,
  before,
  now,
}: CorrectionJson): string {
  const fields = [
    ["", before.funding_rate, now.funding_rate],
    ["mark price ", before.mark_price, now.mark_price],
    ["interval ", before.funding_interval, now.funding_interval],
  ] as const;
  const changes = fields
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name}${was ?? "null"} -> ${is ?? "null"}`);
  return `corrected: market ${id} ${short(time)} ${changes.join(", ")}`;
}

function correctionJson({ market_id, funding_time, before, now }: Correction): CorrectionJson {
  return {
    market_id,
    funding_time: iso(funding_time),
    before: valuesOf(before),
    now: valuesOf(now),
  };
}

function valuesOf({ funding_rate, mark_price, funding_interval }: FundingRow): ValuesJson {
  return { funding_rate, mark_price, funding_interval };
}

function spanJson({ start, end }: Span) {
  return { from: iso(start), to: iso(end) };
}

function short(time: string): string {
  return formatTime(time, "UTC") ?? time;
}

function column(key: keyof SyncedRow, header: string, kind: Column<SyncedRow>["kind"]) {
  return { key, header, kind, value: (row: SyncedRow) => row[key] } as const;
}

function plannedColumn(key: keyof PlannedRow, header: string, kind: Column<PlannedRow>["kind"]) {
  return { key, header, kind, value: (row: PlannedRow) => row[key] } as const;
}
