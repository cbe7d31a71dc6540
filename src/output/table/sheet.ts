import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import type { Kind } from "../text/kind.js";
import type { Look } from "../text/look.js";
import { type Emphasis, type Tone, toneOf } from "../text/paint.js";
import type { Ruler } from "../text/ruler.js";
import type { Column } from "./column.js";

/** A text with its appearance. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
  readonly emphasis?: Emphasis | undefined;
}

/** A formatted value. */
export interface SheetCell extends Cell {
  /** Shorter text for a narrow table. */
  readonly short?: string;
  /** Note after the text, which is never cut; empty without one. */
  readonly note: string;
}

/** Returns the emphasis of a cell. */
export type EmphasisOf<Row> = (row: Row, column: Column<Row>) => Emphasis | undefined;

/** A column of a table with formatted values. */
export interface SheetColumn {
  readonly key: string;
  readonly header: string;
  readonly kind: Kind;
  readonly priority: number;
  readonly narrowest: number | undefined;
  readonly isWhole: boolean;
  readonly isOptional: boolean;
  readonly group: string | undefined;
  readonly alignRight: boolean;
  readonly cells: readonly SheetCell[];
}

/** A column with its width. */
export interface MeasuredColumn extends SheetColumn {
  /** Text and note of each cell, with decimal points aligned. */
  readonly texts: readonly string[];
  /** Width of header and texts in columns of the terminal. */
  readonly width: number;
}

/** Kinds that are figures. */
export const NUMBERS: ReadonlySet<Kind> = new Set<Kind>([
  "integer",
  "quantity",
  "price",
  "usd",
  "money",
  "size",
  "percent",
  "share",
  "yearly",
  "short",
  "times",
  "rate",
  "age",
  "days",
]);

/** Kinds with few digits, whose decimal points need not be aligned. */
const BRIEF: ReadonlySet<Kind> = new Set<Kind>([
  "money",
  "size",
  "share",
  "yearly",
  "short",
  "times",
]);

const BLANK: SheetCell = { text: "", note: "", tone: "absent", emphasis: undefined };

/** Formats a column of all rows. */
export function formatColumn<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  look: Look,
  emphasisOf?: EmphasisOf<Row>,
): SheetColumn {
  const cells = rows.map((row, index): SheetCell => {
    if (column.blank?.(row, rows[index - 1]) === true) return BLANK;
    const value = column.unsure?.(row) === true ? null : column.value(row);
    const [whole, short] = column.texts?.(row, look) ?? [cellText(column, row, value, look)];
    const text = bounded(readable(whole, look), look);
    const note = column.note?.(row);
    return {
      text,
      ...(short !== undefined && { short: bounded(readable(short, look), look) }),
      note: note === undefined ? "" : ` ${readable(note, look)}`,
      tone:
        value != null && column.about?.(row) === true
          ? "absent"
          : toneOf(value, column.tone?.(row)),
      emphasis: emphasisOf?.(row, column),
    };
  });
  return {
    key: column.key,
    header: bounded(readable(column.header, look), look),
    kind: column.kind,
    priority: column.priority ?? 0,
    narrowest: column.narrowest,
    isWhole: column.isWhole === true,
    isOptional: column.isOptional === true,
    group: column.group,
    alignRight:
      column.align === "right" ||
      NUMBERS.has(column.kind) ||
      (column.kind === "any" && areNumbers(cells)),
    cells,
  };
}

/** Returns the text of a cell, with `~` before an estimate. */
function cellText<Row>(
  { kind, signed, about }: Column<Row>,
  row: Row,
  value: unknown,
  look: Look,
): string {
  const text = formatCell(kind, value, look, signed);
  return value != null && about?.(row) === true ? `~${text}` : text;
}

/** Maximum length of a text of a table, which pads all cells of a column to the width of the widest. */
const LONGEST = 4_000;

/** Cuts a very long text with an ellipsis: a table is for people, and data have all of it. */
export function bounded(text: string, { unicode }: Look): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}${unicode ? "…" : "..."}`;
}

/** Measures the width of a column. */
export function measureColumn(column: SheetColumn, ruler: Ruler): MeasuredColumn {
  const texts =
    column.alignRight && column.kind !== "text" && !BRIEF.has(column.kind)
      ? alignDecimals(column.cells, ruler)
      : column.cells.map(({ text, note }) => text + note);
  const widest = texts.reduce((width, text) => Math.max(width, ruler.width(text)), 1);
  return { ...column, texts, width: Math.max(widest, ruler.width(column.header)) };
}

/** Cuts the texts of a column at a width, with an ellipsis before the note. */
export function cutTexts(column: MeasuredColumn, width: number, cut: Cut): MeasuredColumn {
  if (column.width <= width) return column;
  const { ruler, ellipsis } = cut;
  const texts = column.cells.map(({ text, note }) => {
    if (ruler.width(text + note) <= width) return text + note;
    const room = width - ruler.width(ellipsis) - ruler.width(note);
    return room < 1 ? text + note : ruler.start(text, room).trimEnd() + ellipsis + note;
  });
  return { ...column, texts, width };
}

/** Means of cutting texts. */
export interface Cut {
  readonly ruler: Ruler;
  /** Replaces the end of a cut text. */
  readonly ellipsis: string;
}

/** Yields all texts that a table of these columns may show. */
export function* textsOf(columns: readonly SheetColumn[]): Generator<string> {
  for (const { header, cells } of columns) {
    yield header;
    for (const { text, note } of cells) yield text + note;
  }
}

/** Reports whether every present value is a number, for a field of unknown type. */
function areNumbers(cells: readonly SheetCell[]): boolean {
  return cells.every(({ text, tone }) => tone === "absent" || isNumberText(text));
}

const NUMBER = /^([+-]?[\d,]+)(?:\.\d+)?%?$/;

/** Reports whether a formatted cell is a number, whose decimal point is aligned. */
function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/**
 * Returns the texts with their notes, padded at the end so that the decimal points of numbers line
 * up when all are aligned to the right.
 */
function alignDecimals(
  cells: readonly { readonly text: string; readonly note: string }[],
  ruler: Ruler,
): string[] {
  const tails = cells.map(({ text, note }) => tailWidth(text, note, ruler));
  const longest = tails.reduce((max: number, tail) => Math.max(max, tail ?? 0), 0);
  return cells.map(({ text, note }, index) => {
    const tail = tails[index];
    return text + note + (tail === undefined ? "" : " ".repeat(longest - tail));
  });
}

/** Returns the width after the integer part of a number; undefined when it is not a number. */
function tailWidth(text: string, note: string, ruler: Ruler): number | undefined {
  const whole = NUMBER.exec(text)?.[1];
  return whole === undefined ? undefined : text.length - whole.length + ruler.width(note);
}
