import type { Span } from "../../../archive/read/coverage.js";
import type { Correction } from "../../../archive/sync/differences.js";
import type { TakenSnapshot } from "../../../archive/sync/snapshot.js";
import type { SyncedMarket } from "../../../archive/sync/sync-funding.js";
import type { FundingRow } from "../../../archive/tables.js";
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
} from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";
import type { Section } from "../../../output/table/section.js";
import { counted } from "../../../output/text/counted.js";
import { timeText } from "../../../output/text/format.js";
import { ARCHIVE, linesSection, MARKET_ID, rangeFields, total } from "./fields.js";
import { type Owned, PORTFOLIO } from "./owned.js";

/** A snapshot and the name of its portfolio. */
type OwnSnapshot = TakenSnapshot & Owned;

/** Result of a sync. Times are milliseconds since the epoch. */
export interface ShownSync {
  readonly where: string;
  readonly rows: readonly SyncedMarket[];
  /** One of each portfolio. */
  readonly snapshots: readonly OwnSnapshot[];
  readonly dailyRows: number;
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
    plain("daily_rows", "count", "Daily aggregates written.", ({ dailyRows }) => dailyRows),
  ]),
]);

/** View of a sync: one line unless it is quiet, corrections and what is lost; rows of markets for csv. */
export function syncedView(synced?: ShownSync, isQuiet = false): View<SyncedMarket> {
  const page = synced && { page: () => [linesOf(synced, isQuiet)] };
  return viewOf(MARKET, { ...page, empty: "Nothing was requested." });
}

function linesOf(synced: ShownSync, isQuiet: boolean): Section {
  const lost = synced.rows.flatMap(({ market_id: id, lost: spans }) =>
    spans.map(
      ({ start, end }) =>
        `lost: market ${id}, ${timeText(start)} to ${timeText(end)}: it was not recorded, and the service no longer keeps it`,
    ),
  );
  const corrections = synced.rows.flatMap((it) => it.corrections.map(correctionLine));
  return linesSection([...(isQuiet ? [] : [summaryLine(synced)]), ...corrections, ...lost]);
}

function summaryLine({ rows, snapshots, dailyRows: daily }: ShownSync): string {
  const sum = (of: (row: SyncedMarket) => number) => rows.reduce((all, row) => all + of(row), 0);
  const parts = [
    ...(rows.length === 0 && snapshots.length > 0
      ? []
      : [
          `${counted(rows.length, "market")}: ${counted(
            sum(({ added }) => added),
            "new event",
          )}, ${sum(correctedIn)} corrected`,
        ]),
    ...(daily === 0 ? [] : [`${counted(daily, "daily aggregate")}`]),
    ...snapshots.map((it) => {
      const of = snapshots.length > 1 ? ` of ${it.portfolio ?? it.portfolio_id}:` : " of";
      return `snapshot${of} ${counted(it.positions, "position")}, ${it.open} open`;
    }),
  ];
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
