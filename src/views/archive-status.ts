import type { ArchiveState, MarketState, PortfolioState } from "../archive/status.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { counted } from "../output/text/counted.js";
import { iso } from "./archive-sync.js";

/** A market of the archive. Times are ISO 8601. */
export interface MarketStateRow {
  readonly market_id: number;
  /** Exchange and symbol, where the archive has the listing's record. */
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly events: number;
  readonly holes: readonly { readonly from: string; readonly to: string; readonly lost: boolean }[];
  readonly lost_unless_synced_by: string | null;
  /** Whether the service forgets its newest events within the time that was asked for. */
  readonly attention: boolean;
}

/** What an archive has, as `-o json` prints it. */
export interface ArchiveStatusJson {
  readonly as_of: string;
  readonly archive: string;
  readonly origin: string;
  readonly created_at: string;
  readonly rows: readonly MarketStateRow[];
  readonly portfolios: readonly {
    readonly portfolio_id: string;
    readonly snapshots: number;
    readonly from: string;
    readonly to: string;
    readonly days_without: number;
  }[];
  readonly totals: {
    readonly markets: number;
    readonly events: number;
    readonly holes: number;
    readonly attention: number;
    readonly files: number;
    readonly bytes: number;
  };
}

/** What the description of an archive needs beside its state. */
export interface StatusContext {
  readonly where: string;
  readonly origin: string;
  readonly createdAt: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How long the service keeps events, ms. */
  readonly retention: number;
  readonly isEndangered: (market: MarketState) => boolean;
  readonly nameOf: (marketId: number) => string | null;
}

/** Returns the state of an archive for programs. */
export function archiveStatusJson(state: ArchiveState, context: StatusContext): ArchiveStatusJson {
  const rows = state.markets.map((market) => marketRow(market, context));
  const sum = (of: (row: MarketStateRow) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    as_of: iso(context.now),
    archive: context.where,
    origin: context.origin,
    created_at: context.createdAt,
    rows,
    portfolios: state.portfolios.map(portfolioRow),
    totals: {
      markets: rows.length,
      events: sum((row) => row.events),
      holes: sum((row) => row.holes.length),
      attention: sum((row) => Number(row.attention)),
      files: state.files,
      bytes: state.bytes,
    },
  };
}

const columns: readonly Column<MarketStateRow>[] = [
  { key: "market_id", header: "market", kind: "any", value: (row) => row.market_id },
  { key: "name", header: "name", kind: "text", priority: 3, value: (row) => row.name },
  { key: "from", header: "from", kind: "time", priority: 2, value: (row) => row.from },
  { key: "to", header: "to", kind: "time", value: (row) => row.to },
  { key: "events", header: "events", kind: "integer", value: (row) => row.events },
  { key: "holes", header: "holes", kind: "integer", value: (row) => row.holes.length },
  {
    key: "lost_unless_synced_by",
    header: "lost unless synced by",
    kind: "time",
    value: (row) => row.lost_unless_synced_by,
    tone: (row) => (row.attention ? "loss" : undefined),
  },
];

const keys = columns.map(({ key }) => key);

/** View of what an archive has: a page, or rows of markets. */
export const archiveStatusView: View<ArchiveStatusJson, MarketStateRow> = {
  rows: ({ rows }) => rows,
  columns,
  defaults: { table: keys, csv: keys },
  page: (status) => sectionsOf(status),
  empty: "The archive has no market.",
};

function sectionsOf(status: ArchiveStatusJson): Section[] {
  const { archive, origin, rows, portfolios, totals } = status;
  const size = `${counted(totals.files, "file")}, ${sizeText(totals.bytes)}`;
  const holes = rows.flatMap(({ market_id: id, holes: own }) =>
    own.map((hole) => ({ id, ...hole })),
  );
  return [
    textSection(`${archive}: records of ${origin}; ${size}`),
    rows.length === 0
      ? textSection("The archive has no market.")
      : tableSection(
          rows,
          columns.filter(({ key }) => key !== "name" || rows.some((row) => row.name !== null)),
        ),
    ...(holes.length === 0 ? [] : [tableSection(holes, HOLE_COLUMNS, "Holes")]),
    ...(portfolios.length === 0 ? [] : [tableSection(portfolios, PORTFOLIO_COLUMNS, "Snapshots")]),
  ];
}

type Hole = MarketStateRow["holes"][number] & { readonly id: number };

const HOLE_COLUMNS: readonly Column<Hole>[] = [
  { key: "market", header: "market", kind: "any", value: ({ id }) => id },
  { key: "from", header: "from", kind: "time", value: ({ from }) => from },
  { key: "to", header: "to", kind: "time", value: ({ to }) => to },
  {
    key: "what",
    header: "what of it",
    kind: "text",
    value: ({ lost }) => (lost ? "lost for good" : "the next sync asks for what is left"),
  },
];

const PORTFOLIO_COLUMNS: readonly Column<ArchiveStatusJson["portfolios"][number]>[] = [
  { key: "portfolio", header: "portfolio", kind: "id", value: (it) => it.portfolio_id },
  { key: "snapshots", header: "snapshots", kind: "integer", value: (it) => it.snapshots },
  { key: "from", header: "from", kind: "time", value: (it) => it.from },
  { key: "to", header: "to", kind: "time", value: (it) => it.to },
  { key: "gaps", header: "days without", kind: "integer", value: (it) => it.days_without },
];

function marketRow(market: MarketState, context: StatusContext): MarketStateRow {
  const { covered, holes, lostUnlessBy } = market;
  const [first, last] = [covered[0]?.start, covered.at(-1)?.end];
  return {
    market_id: market.marketId,
    name: context.nameOf(market.marketId),
    from: first === undefined ? null : iso(first),
    to: last === undefined ? null : iso(last),
    events: market.events,
    holes: holes.map(({ start, end }) => ({
      from: iso(start),
      to: iso(end),
      lost: end <= context.now - context.retention,
    })),
    lost_unless_synced_by: last === undefined ? null : iso(lostUnlessBy),
    attention: context.isEndangered(market),
  };
}

function portfolioRow({ portfolioId, snapshots, first, last, daysWithout }: PortfolioState) {
  return {
    portfolio_id: portfolioId,
    snapshots,
    from: iso(first),
    to: iso(last),
    days_without: daysWithout,
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
