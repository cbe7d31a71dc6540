import type { Span } from "../../archive/read/coverage.js";
import { type Field, type Look, own, plain } from "../../output/record.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";

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

/** The portfolio of something; null where it belongs to several. */
export interface Owned {
  readonly portfolio?: string | null;
  readonly portfolio_id: string | null;
}

/** The portfolio of a row. */
export const PORTFOLIO: readonly Field<Owned>[] = [
  plain("portfolio", "text|null", "Name of the portfolio; null if it has none.", (it) => {
    return it.portfolio;
  }),
  own("portfolio_id", "text|null", "Identifier of the portfolio; null of several."),
];

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

/** Returns a section with lines of text. */
export function linesSection(lines: readonly string[]): Section {
  return {
    render: async (look) =>
      (await Promise.all(lines.map((line) => textSection(line).render(look)))).join(""),
  };
}
