/** Separators of the cells of csv. */
export const DELIMITERS = [",", ";", "|", "\t"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** How csv is written, for readers that do not follow RFC 4180. */
export interface Dialect {
  readonly delimiter: Delimiter;
  readonly eol: "\n" | "\r\n";
  /** Whether the file begins with a byte order mark, by which spreadsheets recognise UTF-8. */
  readonly bom: boolean;
}

/** The dialect of RFC 4180. */
export const RFC_4180: Dialect = { delimiter: ",", eol: "\r\n", bom: false };
