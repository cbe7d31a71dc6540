import { TABLE_NAMES } from "../../../archive/tables.js";
import type { Contradiction } from "../../../archive/verify/check-events.js";
import type { TableDigest } from "../../../archive/verify/digest.js";
import type { CheckedTable, Verified } from "../../../archive/verify/verify.js";
import { isoTime } from "../../../base/time/iso-time.js";
import { answer, each, type Field, own, plain, viewOf } from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";
import type { Section } from "../../../output/table/section.js";
import { ARCHIVE, linesSection, SIZE_TOTALS, tableOf } from "./fields.js";

/** What a verification found, and where. */
export interface ShownVerified extends Verified {
  readonly where: string;
  readonly rows: readonly CheckedTable[];
  /** With --digest. */
  readonly digest: readonly TableDigest[];
}

const TABLE: readonly Field<CheckedTable>[] = [
  own("table", TABLE_NAMES, "Name of the table.", { header: "table" }),
  own("files", "count", "Files that can be read.", { header: "files" }),
  own("rows", "count", "Rows, all versions.", { header: "rows" }),
  own("bytes", "count", "Size of the files, bytes.", { header: "bytes" }),
];

const DIGEST: readonly Field<TableDigest>[] = [
  own("table", TABLE_NAMES, "Name of the table.", { header: "table" }),
  own("month", "text", "UTC month, YYYY-MM.", { header: "month" }),
  own(
    "rows",
    "count",
    "Rows, all versions, equal ones once; of coverage those that touch are one.",
    {
      header: "rows",
    },
  ),
  own(
    "sum",
    "text|null",
    "Exact sum of funding_rate, of net_pnl of positions, of quantity of legs, of positions of snapshots, of events of coverage; null of others.",
    { header: "sum" },
  ),
  own("sha256", "text", "SHA-256 over the sorted rows, without dated and writer_*.", {
    header: "sha256",
  }),
];

const SOUND = "Whether no file is damaged and no record is missing; otherwise the exit code is 9.";
const UNKNOWN = "Files that are not carry's, and are left alone.";
const FILE = "Name of the file, relative to the archive.";

/** `archive verify`. */
export const ARCHIVE_VERIFY = answer<ShownVerified>("archive-verify", [
  ARCHIVE,
  plain("sound", "flag", SOUND, isSound),
  each("rows", "Tables.", ({ rows }) => rows, TABLE),
  SIZE_TOTALS,
  each("damaged", "Files that cannot be used.", ({ damaged }) => damaged, [
    own<Verified["damaged"][number]>("file", "text", FILE),
    own("reason", "text", "What is wrong with it."),
  ]),
  texts("missing", "What was recorded as answered, and is not there.", "What is missing.", (it) => {
    return it.missing;
  }),
  each(
    "contradictions",
    "Events with different values in one answer.",
    ({ contradictions }) => contradictions,
    [
      plain(
        "market_id",
        "integer",
        "Market identifier.",
        ({ marketId }: Contradiction) => marketId,
      ),
      own<Contradiction>("time", "moment", "Time of the event."),
    ],
  ),
  texts("unknown_files", UNKNOWN, FILE, ({ unknown }) => unknown),
  plain("decimals_beyond_18", "count", "Decimals that DECIMAL(38,18) would round.", (it) => {
    return it.longDecimals;
  }),
  each("digest", "Months of tables, with --digest.", ({ digest }) => digest, DIGEST),
]);

function texts(
  name: string,
  help: string,
  ofEach: string,
  of: (it: ShownVerified) => readonly string[],
): Field<ShownVerified> {
  const items = { type: "string", description: ofEach };
  return { ...plain(name, "texts", help, of), schema: { type: "array", description: help, items } };
}

/** Reports whether no file is damaged and no record is missing. */
export function isSound({ damaged, missing }: Verified): boolean {
  return damaged.length === 0 && missing.length === 0;
}

/** View of a verification: a page, or rows of tables. */
export function verifiedView(verified?: ShownVerified): View<CheckedTable> {
  const page = verified && {
    page: () => [...tableOf(TABLE, verified.rows), findings(verified)],
  };
  return viewOf(TABLE, { ...page, empty: "The archive has no table." });
}

/** View of a verification with --digest: the same page with the digests, or their rows. */
export function digestView(verified?: ShownVerified): View<TableDigest> {
  const page = verified && {
    page: () => [...tableOf(DIGEST, verified.digest), findings(verified)],
  };
  return viewOf(DIGEST, { ...page, empty: "The archive has no table." });
}

/** Maximum number of findings of a kind in text; json has all of them. */
const MOST_TOLD = 20;

function findings(verified: Verified): Section {
  const { damaged, missing, contradictions, unknown, longDecimals } = verified;
  return linesSection([
    ...some(damaged.map(({ file, reason }) => `damaged: ${file}: ${reason}`)),
    ...some(missing.map((text) => `missing: ${text}`)),
    ...some(
      contradictions.map(
        ({ marketId, time }) =>
          `contradiction: market ${marketId} at ${isoTime(time)}: one answer had different values`,
      ),
    ),
    ...some(unknown.map((name) => `not of carry, and left alone: ${name}`)),
    ...(longDecimals === 0
      ? []
      : [`${longDecimals} decimals do not fit DECIMAL(38,18): a database would round them`]),
    isSound(verified)
      ? "All files can be read, and no record is missing."
      : "The archive is damaged.",
  ]);
}

function some(lines: readonly string[]): string[] {
  const left = lines.length - MOST_TOLD;
  return [...lines.slice(0, MOST_TOLD), ...(left > 0 ? [`… and ${left} more`] : [])];
}
