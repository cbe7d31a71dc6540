import type { Identity } from "../../archive/archive.js";
import type { Span } from "../../archive/read/coverage.js";
import type { ArchiveState, MarketState, PortfolioState } from "../../archive/status.js";
import { type ListedMarket, marketHandle } from "../../base/names/market-name.js";
import { isoTime } from "../../base/time/moment.js";
import { answer, each, type Field, group, own, plain, shown, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import { counted } from "../../output/text/words.js";
import { ARCHIVE, type Owned, PORTFOLIO, rangeFields, total } from "./fields.js";

/** A gap of a market. */
interface Hole extends Span, NameParts {
  /** Whether the service no longer keeps any of it. */
  readonly lost: boolean;
}

/** What a market is named by. */
interface NameParts
  extends Pick<MarketState, "marketId">,
    Pick<ListedMarket, "exchange" | "symbol"> {}

/** A market of the archive, as it is shown. */
interface MarketRow extends MarketState, NameParts {
  readonly holes: readonly Hole[];
  /** Whether the service forgets its newest events within 5 days. */
  readonly attention: boolean;
}

/** What an archive has, as it is shown. */
interface ShownArchive {
  readonly where: string;
  readonly identity: Identity;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly state: ArchiveState;
  readonly rows: readonly MarketRow[];
  readonly portfolios: readonly PortfolioRow[];
}

interface PortfolioRow extends PortfolioState, Owned {}

const LOST = "Whether the service no longer keeps any of it; otherwise a sync requests the rest.";

const HOLE: readonly Field<Hole>[] = [
  shown({ key: "market", header: "market", kind: "text", isWhole: true, value: nameOf }),
  ...rangeFields<Hole>("the gap", (it) => it),
  own("lost", "flag", LOST, {
    header: "what of it",
    kind: "text",
    value: ({ lost }) => (lost ? "lost for good" : "the next sync requests the rest"),
  }),
];

const MARKET: readonly Field<MarketRow>[] = [
  plain("market_id", "integer", "Market identifier.", {
    of: ({ marketId }) => marketId,
    header: "id",
  }),
  own("exchange", "text|null", "Exchange identifier; null without the listing's record."),
  own("symbol", "text|null", "Market symbol on the exchange; null likewise."),
  shown({ key: "name", header: "market", kind: "text", isWhole: true, value: nameOf }),
  ...rangeFields<MarketRow>(
    "what was recorded",
    ({ covered }) => ({ start: covered[0]?.start, end: covered.at(-1)?.end }),
    "moment|null",
    { priority: 2 },
  ),
  own("events", "count", "Events, each once.", { header: "events", priority: 1 }),
  each("holes", "Ranges between those that were recorded.", ({ holes }) => holes, HOLE),
  shown({ key: "holes", header: "gaps", kind: "integer", value: ({ holes }) => holes.length }),
  plain("lost_unless_synced_by", "moment|null", "When the service forgets what follows `to`.", {
    of: ({ covered, lostUnlessBy }) => (covered.length === 0 ? null : lostUnlessBy),
    header: "lost unless synced by",
    tone: ({ attention }) => (attention ? "warning" : undefined),
  }),
  own("attention", "flag", "Whether that is within 5 days."),
];

const RECORDED: readonly Field<PortfolioRow>[] = [
  ...PORTFOLIO,
  shown({
    key: "portfolio",
    header: "portfolio",
    kind: "id",
    value: (it) => it.portfolio ?? it.portfolio_id,
  }),
  own("snapshots", "count", "Number of snapshots.", { header: "snapshots" }),
  plain("from", "moment", "Time of the first snapshot.", { of: (it) => it.first, header: "from" }),
  plain("to", "moment", "Time of the last snapshot.", { of: (it) => it.last, header: "to" }),
  plain("days_without", "count", "UTC days between them without a snapshot.", {
    of: ({ daysWithout }) => daysWithout,
    header: "days without",
  }),
];

/** `archive status`. */
export const ARCHIVE_STATUS = answer<ShownArchive>("archive-status", [
  plain("as_of", "moment", "Time of the state.", ({ now }) => now),
  ARCHIVE,
  plain("origin", "text", "Base URL of the service whose records these are.", ({ identity }) => {
    return identity.origin;
  }),
  plain("created_at", "moment", "When the archive was created.", ({ identity }) => {
    return isoTime(Date.parse(identity.created_at));
  }),
  each("rows", "Markets.", ({ rows }) => rows, MARKET),
  each("portfolios", "Portfolios with snapshots.", (it) => it.portfolios, RECORDED),
  group("totals", "Sums over the markets, and the files.", [
    total("markets", "Number of markets.", () => 1),
    total<MarketRow>("events", "Events of all markets.", ({ events }) => events),
    total<MarketRow>("holes", "Gaps of all markets.", ({ holes }) => holes.length),
    total<MarketRow>("attention", "Markets that are about to lose events.", (it) => {
      return Number(it.attention);
    }),
    plain("files", "count", "Number of Parquet files.", ({ state }) => state.files),
    plain("bytes", "count", "Their size, bytes.", ({ state }) => state.bytes),
  ]),
]);

const NO_MARKET = "The archive has no market.";

/** View of what an archive has: a page, or rows of markets. */
export function archiveStatusView(status?: ShownArchive): View<MarketRow> {
  const page = status && { page: () => sectionsOf(status) };
  return viewOf(MARKET, { ...page, empty: NO_MARKET });
}

function sectionsOf({ where, identity, state, rows, portfolios }: ShownArchive): Section[] {
  const { files, bytes } = state;
  const size = `${counted(files, "file")}, ${sizeText(bytes)}`;
  const holes = rows.flatMap((it) => it.holes);
  const shown = MARKET.filter(({ name }) => name !== "market_id");
  return [
    textSection(`${where}: records of ${identity.origin}; ${size}`),
    ...(rows.length === 0 ? [textSection(NO_MARKET)] : tableOf(shown, soonestFirst(rows))),
    ...tableOf(HOLE, holes, "Gaps"),
    ...tableOf(RECORDED, portfolios, "Snapshots"),
  ];
}

/** Returns a table of rows with these fields, nothing without rows. */
function tableOf<T>(fields: readonly Field<T>[], rows: readonly T[], title?: string): Section[] {
  const columns = fields.flatMap((it) => it.columns);
  return rows.length === 0 ? [] : [tableSection(rows, columns, title)];
}

/** Sorts markets by when the service forgets their newest events, which are lost unless synced. */
function soonestFirst(rows: readonly MarketRow[]): MarketRow[] {
  const at = ({ covered, lostUnlessBy }: MarketRow) =>
    covered.length === 0 ? Number.POSITIVE_INFINITY : lostUnlessBy;
  return rows.toSorted((a, b) => at(a) - at(b) || 0);
}

function nameOf({ marketId: id, exchange, symbol }: NameParts): string {
  return marketHandle({ id, asset: undefined, exchange, symbol });
}

function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
