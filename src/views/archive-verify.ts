import type { CheckedTable, Verified } from "../archive/verify/verify.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { iso } from "./archive-sync.js";

/** What a verification found, as `-o json` prints it. */
export interface VerifiedJson {
  readonly archive: string;
  readonly sound: boolean;
  readonly rows: readonly CheckedTable[];
  readonly damaged: Verified["damaged"];
  readonly missing: readonly string[];
  readonly contradictions: readonly { readonly market_id: number; readonly funding_time: string }[];
  readonly unknown_files: readonly string[];
  readonly decimals_beyond_18: number;
}

/** Returns what a verification found for programs. */
export function verifiedJson(verified: Verified, where: string): VerifiedJson {
  const { tables, damaged, missing, contradictions, unknown, longDecimals } = verified;
  return {
    archive: where,
    sound: damaged.length === 0 && missing.length === 0,
    rows: tables,
    damaged,
    missing,
    contradictions: contradictions.map(({ marketId, time }) => ({
      market_id: marketId,
      funding_time: iso(time),
    })),
    unknown_files: unknown,
    decimals_beyond_18: longDecimals,
  };
}

const columns: readonly Column<CheckedTable>[] = [
  { key: "table", header: "table", kind: "text", value: (row) => row.table },
  { key: "files", header: "files", kind: "integer", value: (row) => row.files },
  { key: "rows", header: "rows", kind: "integer", value: (row) => row.rows },
  { key: "bytes", header: "bytes", kind: "integer", value: (row) => row.bytes },
];

const keys = columns.map(({ key }) => key);

/** View of a verification: a page, or rows of tables. */
export const verifiedView: View<VerifiedJson, CheckedTable> = {
  rows: ({ rows }) => rows,
  columns,
  defaults: { table: keys, csv: keys },
  page: (verified) => [tableSection(verified.rows, columns), findings(verified)],
  empty: "The archive has no table.",
};

/** Longest list of things of a kind; json has all of them. */
const MOST_TOLD = 20;

function findings(verified: VerifiedJson): Section {
  const { damaged, missing, contradictions, unknown_files: unknown, sound } = verified;
  const lines = [
    ...some(damaged.map(({ file, reason }) => `damaged: ${file}: ${reason}`)),
    ...some(missing.map((text) => `missing: ${text}`)),
    ...some(
      contradictions.map(
        ({ market_id: id, funding_time: time }) =>
          `contradiction: market ${id} at ${time}: one answer had different values`,
      ),
    ),
    ...some(unknown.map((name) => `not of carry, and left alone: ${name}`)),
    ...(verified.decimals_beyond_18 === 0
      ? []
      : [
          `${verified.decimals_beyond_18} decimals do not fit DECIMAL(38,18): a database would round them`,
        ]),
    sound ? "All files can be read, and no record is missing." : "The archive is damaged.",
  ];
  return {
    async render(look) {
      const texts = await Promise.all(lines.map((line) => textSection(line).render(look)));
      return texts.join("");
    },
  };
}

function some(lines: readonly string[]): string[] {
  const left = lines.length - MOST_TOLD;
  return [...lines.slice(0, MOST_TOLD), ...(left > 0 ? [`… and ${left} more`] : [])];
}
