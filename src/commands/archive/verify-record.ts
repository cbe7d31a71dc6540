import type { Verified } from "../../archive/status.js";
import { isoTime } from "../../base/time/moment.js";
import { answer, each, type Field, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { counted } from "../../output/text/words.js";
import { ARCHIVE, linesSection } from "./fields.js";

/** What a verification found, and where. */
interface ShownVerified extends Verified {
  readonly where: string;
}

type Damaged = Verified["damaged"][number];
type Contradiction = Verified["contradictions"][number];

const DAMAGED: readonly Field<Damaged>[] = [
  own("file", "text", "Name of the file, relative to the archive.", { header: "damaged file" }),
  own("reason", "text", "What is wrong with it.", { header: "what is wrong" }),
];

const SOUND = "Whether no file is damaged and no record is missing; otherwise the exit code is 9.";

/** `archive status --verify`. */
export const ARCHIVE_VERIFY = answer<ShownVerified>("archive-verify", [
  ARCHIVE,
  plain("sound", "flag", SOUND, isSound),
  own("files", "count", "Files that can be read."),
  own("rows", "count", "Rows in them, all versions."),
  each("damaged", "Files that cannot be used.", ({ damaged }) => damaged, DAMAGED),
  own("missing", "texts", "What was recorded as answered, and is not there."),
  each("contradictions", "Events with different values in one answer.", (it) => it.contradictions, [
    plain("market_id", "integer", "Market identifier.", (it: Contradiction) => it.marketId),
    own<Contradiction>("time", "moment", "Time of the event."),
  ]),
  plain("unknown_files", "texts", "Files that are not carry's, and are left alone.", (it) => {
    return it.unknown;
  }),
]);

/** Reports whether no file is damaged and no record is missing. */
export function isSound({ damaged, missing }: Verified): boolean {
  return damaged.length === 0 && missing.length === 0;
}

/** View of a verification: its findings, or rows of damaged files. */
export function verifiedView(verified?: ShownVerified): View<Damaged> {
  const page = verified && { page: () => [linesSection(findings(verified))] };
  return viewOf(DAMAGED, { ...page, empty: "No file is damaged." });
}

function findings(verified: ShownVerified): string[] {
  const { where, files, rows, damaged, missing, contradictions, unknown } = verified;
  return [
    ...damaged.map(({ file, reason }) => `damaged: ${file}: ${reason}`),
    ...missing.map((text) => `missing: ${text}`),
    ...contradictions.map(
      ({ marketId, time }) =>
        `contradiction: market ${marketId} at ${isoTime(time)}: one answer had different values`,
    ),
    ...unknown.map((name) => `not of carry, and left alone: ${name}`),
    isSound(verified)
      ? `${where}: ${counted(files, "file")} with ${counted(rows, "row")} can be read, and no record is missing.`
      : `${where} is damaged.`,
  ];
}
