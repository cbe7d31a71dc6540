import type { Span } from "../../archive/read/coverage.js";
import type { Correction } from "../../archive/sync/differences.js";
import type { TakenSnapshot } from "../../archive/sync/snapshot.js";
import type { SyncedMarket } from "../../archive/sync/sync-funding.js";
import type { FundingRow } from "../../archive/tables.js";
import {
  answer,
  each,
  type Field,
  group,
  inner,
  own,
  plain,
  shown,
  viewOf,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { timeText } from "../../output/text/format.js";
import { counted } from "../../output/text/words.js";
import {
  ARCHIVE,
  linesSection,
  MARKET_ID,
  type Owned,
  PORTFOLIO,
  rangeFields,
  total,
} from "./fields.js";

/** A snapshot and the name of its portfolio. */
type OwnSnapshot = TakenSnapshot & Owned;

/** Result of a sync. Times are milliseconds since the epoch. */
interface ShownSync {
  readonly where: string;
  readonly rows: readonly SyncedMarket[];
  /** One of each portfolio. */
  readonly snapshots: readonly OwnSnapshot[];
  readonly now: number;
}

const MARKET: readonly Field<SyncedMarket>[] = [
  MARKET_ID,
  ...rangeFields<SyncedMarket>("what was answered", ({ covered }) => covered),
  own("events", "count", "Events in the answer.", { header: "events" }),
  own("added", "count", "Events that the archive did not have.", { header: "new" }),
  plain("corrected", "count", "Events that the archive had with other values.", {
    of: correctedIn,
    header: "corrected",
  }),
  each(
    "lost",
    "Ranges that were not recorded, and that the service no longer keeps.",
    ({ lost }) => lost,
    rangeFields<Span>("the range", (it) => it),
  ),
  shown({ key: "lost", header: "lost", kind: "integer", value: ({ lost }) => lost.length }),
];

const VALUES: readonly Field<FundingRow>[] = [
  own("funding_rate", "text|null", "Settled rate as sent, a decimal fraction of the notional."),
  own("mark_price", "text|null", "Mark price at the event, as sent."),
  own("funding_interval", "integer|null", "Funding period; its unit is not documented."),
];

const CORRECTION: readonly Field<Correction>[] = [
  MARKET_ID,
  plain("time", "moment", "Time of the event.", (it) => it.funding_time),
  inner("before", "What the archive had.", ({ before }) => before, VALUES),
  inner("now", "What the service has now.", ({ now }) => now, VALUES),
];

const TAKEN: readonly Field<OwnSnapshot>[] = [
  ...PORTFOLIO,
  plain("time", "moment", "When the positions were listed.", (it) => it.snapshot_at),
  own("positions", "count", "Number of positions."),
  own("open", "count", "Number of open positions."),
  own("written", "count", "Rows of positions written; closed ones only when something changed."),
];

/** `archive sync`. */
export const ARCHIVE_SYNC = answer<ShownSync>("archive-sync", [
  plain("as_of", "moment", "The service's time at the end of the sync.", ({ now }) => now),
  ARCHIVE,
  each("rows", "Markets that answered.", ({ rows }) => rows, MARKET),
  each(
    "corrections",
    "Events whose values the service has changed.",
    ({ rows }) => rows.flatMap(({ corrections }) => corrections),
    CORRECTION,
  ),
  each(
    "snapshots",
    "The snapshots that were taken, one of each portfolio.",
    (it) => it.snapshots,
    TAKEN,
  ),
  group("totals", "Sums over the markets.", [
    total("markets", "Markets that answered.", () => 1),
    total<SyncedMarket>("events", "Events in the answers.", ({ events }) => events),
    total<SyncedMarket>("added", "Events that the archive did not have.", ({ added }) => added),
    total("corrected", "Events that the archive had with other values.", correctedIn),
    total<SyncedMarket>("lost", "Ranges that are lost for good.", ({ lost }) => lost.length),
  ]),
]);

/** View of a sync: one line unless it is quiet, corrections and what is lost; rows of markets for csv. */
export function syncedView(synced?: ShownSync, isQuiet = false): View<SyncedMarket> {
  const page = synced && { page: () => [linesSection(linesOf(synced, isQuiet))] };
  return viewOf(MARKET, { ...page, empty: "Nothing was requested." });
}

function linesOf(synced: ShownSync, isQuiet: boolean): string[] {
  const corrections = synced.rows.flatMap((it) => it.corrections.map(correctionLine));
  const lost = synced.rows.flatMap(({ market_id: id, lost: spans }) =>
    spans.map(
      ({ start, end }) =>
        `lost: market ${id}, ${timeText(start)} to ${timeText(end)}: it was not recorded, and the service no longer keeps it`,
    ),
  );
  return [...(isQuiet ? [] : [summaryLine(synced)]), ...corrections, ...lost];
}

function summaryLine({ rows, snapshots }: ShownSync): string {
  const added = rows.reduce((sum, it) => sum + it.added, 0);
  const corrected = rows.reduce((sum, it) => sum + correctedIn(it), 0);
  const parts = snapshots.map((it) => {
    const of = snapshots.length > 1 ? ` of ${it.portfolio ?? it.portfolio_id}:` : " of";
    return `snapshot${of} ${counted(it.positions, "position")}, ${it.open} open`;
  });
  if (rows.length > 0 || parts.length === 0) {
    const markets = counted(rows.length, "market");
    parts.unshift(`${markets}: ${counted(added, "new event")}, ${corrected} corrected`);
  }
  return `Recorded ${parts.join("; ")}.`;
}

function correctedIn({ corrections }: SyncedMarket): number {
  return corrections.length;
}

function correctionLine({ market_id: id, funding_time: time, before, now }: Correction): string {
  const fields = [
    ["", before.funding_rate, now.funding_rate],
    ["mark price ", before.mark_price, now.mark_price],
    ["interval ", before.funding_interval, now.funding_interval],
  ] as const;
  const changes = fields
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name}${was ?? "null"} -> ${is ?? "null"}`);
  return `corrected: market ${id} ${timeText(time)} ${changes.join(", ")}`;
}

/** A market that would be synced, and the range that would be requested. */
interface PlannedRow extends Span {
  readonly market_id: number;
  /** Until when the archive has its events; undefined when it has none. */
  readonly known_until: number | undefined;
}

/** What a sync would request. Times are milliseconds since the epoch. */
interface ShownPlan {
  readonly where: string;
  readonly rows: readonly PlannedRow[];
  /** Positions of the snapshot that would be taken; undefined without one. */
  readonly positions: number | undefined;
}

const PLANNED: readonly Field<PlannedRow>[] = [
  MARKET_ID,
  ...rangeFields<PlannedRow>("the range that would be requested", (it) => it),
  own("known_until", "moment|null", "End of what the archive has; null when it has nothing.", {
    header: "in the archive until",
  }),
];

const POSITIONS = "Positions of the snapshot that would be taken; null without one.";

/** `archive sync --dry-run`. */
export const ARCHIVE_PLAN = answer<ShownPlan>("archive-plan", [
  ARCHIVE,
  each("rows", "Markets whose settled funding would be requested.", ({ rows }) => rows, PLANNED),
  group("totals", "Sums over the markets, and the snapshot.", [
    total("markets", "Number of markets.", () => 1),
    own("positions", "integer|null", POSITIONS),
  ]),
]);

/** View of what a sync would request. */
export const plannedView = viewOf(PLANNED, { empty: "No settled funding would be requested." });
