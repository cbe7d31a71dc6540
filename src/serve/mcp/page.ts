import { Digits } from "../../base/json-text.js";
import { visible } from "../../base/safe-text.js";
import type { Parts } from "./tools.js";

/** Maximum number of rows in a result. */
const MOST_ROWS = 20;
/** Maximum length of a result, characters: below 8,000 tokens, where an id of 36 takes 24. */
const MOST_CHARACTERS = 12_000;

/** Maximum length of what is not rows, so that some rows fit. */
const MOST_BESIDE_ROWS = MOST_CHARACTERS / 2;

interface Paged extends Parts {
  readonly notes: readonly string[];
}

/**
 * Returns the JSON text of a result: its notes, its head and as many rows from an offset as fit, with the
 * number of all rows and the offset of the next ones.
 */
export function pageOf({ head, rows, notes }: Paged, offset = 0): string {
  const first = notes.length > 0 && { notes };
  const most = rows === undefined ? MOST_CHARACTERS : MOST_BESIDE_ROWS;
  const facts = { ...first, ...fitted(condensed(head) as object, most) };
  if (rows === undefined) return cut(JSON.stringify(facts));
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

/** Shortens long lists in what is not rows; their last item says how much was cut. */
function fitted(facts: object, mostCharacters: number): object {
  for (let most = MOST_ROWS; ; most = Math.floor(most / 2)) {
    const text = JSON.stringify(facts, (_key, value: unknown) =>
      Array.isArray(value) && value.length > most
        ? [...value.slice(0, most), `… and ${value.length - most} more`]
        : value,
    );
    if (text.length <= mostCharacters || most === 0) return JSON.parse(text) as object;
  }
}

/** Cuts the text: the last resort, for a single row that is too long. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)}… (cut: ${text.length} characters)`;
}

/**
 * Returns JSON data for an agent: each figure as one text with its unit, time and coverage, and each
 * text without characters that could hide something from a reader.
 */
function condensed(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return value.map(condensed);
  if (typeof value !== "object" || value === null) return value;
  if (isFigure(value)) return figureText(value);
  const entries = Object.entries(value).map(([key, it]) => [visible(key), condensed(it)]);
  return Object.fromEntries(entries);
}

/** A figure as carry prints it in json: `carry schema status`. */
interface FigureJson {
  readonly value: number | string | null | Digits;
  readonly unit: string;
  readonly [member: string]: unknown;
}

function isFigure(value: object): value is FigureJson {
  return "value" in value && "unit" in value && typeof value.unit === "string";
}

/** Returns a figure such as `16.18 usd_per_day, as_of 2026-11-22T08:00:00.000Z, counted 3, of 3`. */
function figureText({ value, unit, ...evidence }: FigureJson): string {
  const said = Object.entries(evidence).filter(([, it]) => isPlain(it));
  return [
    value === null ? `unknown (${unit})` : `${value} ${unit}`,
    ...said.map(([name, it]) => `${name} ${it}`),
  ]
    .map(visible)
    .join(", ");
}

function isPlain(value: unknown): boolean {
  return value === true || typeof value === "number" || typeof value === "string";
}
