import type { Span } from "../../../archive/read/coverage.js";
import { type Field, type Look, own, plain } from "../../../output/record.js";
import { tableSection, textSection } from "../../../output/table/page.js";
import type { Section } from "../../../output/table/section.js";

/** The archive. */
export const ARCHIVE: Field<{ readonly where: string }> = plain(
  "archive",
  "text",
  "Directory of the archive.",
  ({ where }) => where,
);

/** The market of a row. */
export const MARKET_ID: Field<{ readonly market_id: number }> = own(
  "market_id",
  "integer",
  "Market identifier.",
  { header: "market" },
);

/** Returns the fields of the beginning and the end of a range. */
export function rangeFields<T>(
  what: string,
  of: (it: T) => Partial<Record<keyof Span, number | undefined>>,
  type: "moment" | "moment|null" = "moment",
  look: Partial<Look<T>> = {},
): Field<T>[] {
  const from = { of: (it: T) => of(it).start, header: "from", ...look };
  const to = { of: (it: T) => of(it).end, header: "to", ...look };
  return [
    plain("from", type, `Beginning of ${what}, inclusive.`, from),
    plain("to", type, `End of ${what}, exclusive.`, to),
  ];
}

/** Returns the field of a number summed over the rows. */
export function total<T>(
  name: string,
  description: string,
  of: (row: T) => number,
): Field<{ readonly rows: readonly T[] }> {
  return plain(name, "count", description, ({ rows }) => rows.reduce((sum, it) => sum + of(it), 0));
}

/** Returns a table of rows with these fields, nothing without rows. */
export function tableOf<T>(fields: readonly Field<T>[], rows: readonly T[], title?: string) {
  const columns = fields.flatMap((it) => it.columns);
  return rows.length === 0 ? [] : [tableSection(rows, columns, title)];
}

/** Returns a section with lines of text. */
export function linesSection(lines: readonly string[]): Section {
  return {
    render: async (look) =>
      (await Promise.all(lines.map((line) => textSection(line).render(look)))).join(""),
  };
}
