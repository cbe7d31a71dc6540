import { condensed } from "./condense.js";
import type { ToolResult } from "./tool.js";

/** Maximum number of rows in a result. */
export const MOST_ROWS = 20;
/** Maximum length of a result, characters: below 8,000 tokens, where an id of 36 takes 24. */
const MOST_CHARACTERS = 12_000;

/**
 * Returns the JSON text of a result: its head and as many rows from an offset as fit, with how many
 * there are and where the next ones begin.
 */
export function pageOf({ head, rows, notes = [] }: ToolResult, offset = 0): string {
  const facts = { ...(condensed(head) as object), ...(notes.length > 0 && { notes }) };
  if (rows === undefined) return fitted(facts);
  let shown = rows.slice(offset, offset + MOST_ROWS).map(condensed);
  for (;;) {
    const next = offset + shown.length;
    const text = JSON.stringify({
      ...facts,
      rows: shown,
      matched: rows.length,
      ...(next < rows.length && { next_offset: next }),
    });
    if (text.length <= MOST_CHARACTERS || shown.length <= 1) return cut(text);
    shown = shown.slice(0, -1);
  }
}

/** Returns a result without rows; long lists in it lose their ends, which is said. */
function fitted(facts: Readonly<Record<string, unknown>>): string {
  for (let most = MOST_ROWS; ; most = Math.floor(most / 2)) {
    const text = JSON.stringify(facts, (_key, value: unknown) =>
      Array.isArray(value) && value.length > most
        ? [...value.slice(0, most), `… and ${value.length - most} more`]
        : value,
    );
    if (text.length <= MOST_CHARACTERS || most === 0) return cut(text);
  }
}

/** The last resort, for a single row that is too long. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)}… (cut: ${text.length} characters)`;
}
