import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import { type Emphasis, type Look, type Tone, toneOf } from "../text/look.js";
import type { Kind } from "../text/numbers.js";
import type { Ruler } from "../text/ruler.js";
import type { Column } from "./column.js";

/** A text with its appearance. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
  readonly emphasis?: Emphasis | undefined;
}

/** A formatted value. */
interface SheetCell extends Cell {
  /** Shorter text for a narrow table. */
  readonly short?: string;
}

/** Returns the emphasis of a cell. */
export type EmphasisOf<Row> = (row: Row, column: Column<Row>) => Emphasis | undefined;

/** A column of a table with formatted values. */
export interface SheetColumn
  extends Pick<Column<never>, "key" | "kind" | "group" | "narrowest" | "isWhole" | "isOptional"> {
  readonly header: string;
  readonly priority: number;
  readonly alignRight: boolean;
  readonly cells: readonly SheetCell[];
}

/** A column with its width. */
export interface MeasuredColumn extends SheetColumn {
  /** Text of each cell, with decimal points aligned. */
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

const BLANK: SheetCell = { text: "", tone: "absent" };

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
    const isAbout = value != null && column.about?.(row) === true;
    return {
      text: bounded(readable(whole, look), look),
      ...(short !== undefined && { short: bounded(readable(short, look), look) }),
      tone: isAbout ? "absent" : toneOf(value, column.tone?.(row)),
      emphasis: emphasisOf?.(row, column),
    };
  });
  const { key, kind, group, narrowest, isWhole, isOptional, priority = 0 } = column;
  const alignRight =
    column.align === "right" || NUMBERS.has(kind) || (kind === "any" && areNumbers(cells));
  const header = bounded(readable(column.header, look), look);
  return { key, kind, group, narrowest, isWhole, isOptional, priority, header, alignRight, cells };
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
  const plain = column.cells.map(({ text }) => text);
  const isAligned = column.alignRight && column.kind !== "text" && !BRIEF.has(column.kind);
  const texts = isAligned ? alignDecimals(plain) : plain;
  const widest = texts.reduce((width, text) => Math.max(width, ruler.width(text)), 1);
  return { ...column, texts, width: Math.max(widest, ruler.width(column.header)) };
}

/** Cuts the texts of a column at a width, with an ellipsis. */
export function cutTexts(column: MeasuredColumn, width: number, cut: Cut): MeasuredColumn {
  if (column.width <= width) return column;
  const { ruler, ellipsis } = cut;
  const texts = column.cells.map(({ text }) => {
    if (ruler.width(text) <= width) return text;
    return ruler.start(text, width - ruler.width(ellipsis)).trimEnd() + ellipsis;
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
    for (const { text } of cells) yield text;
  }
}

const NUMBER = /^([+-]?[\d,]+)(?:\.\d+)?%?$/;

/** Reports whether every present value is a number, for a field of unknown type. */
function areNumbers(cells: readonly SheetCell[]): boolean {
  return cells.every(({ text, tone }) => tone === "absent" || NUMBER.test(text));
}

/** Pads texts at the end so that the decimal points of numbers line up when all are aligned to the right. */
function alignDecimals(texts: readonly string[]): string[] {
  const tails = texts.map((text) => {
    const whole = NUMBER.exec(text)?.[1];
    return whole === undefined ? undefined : text.length - whole.length;
  });
  const longest = tails.reduce((max: number, tail) => Math.max(max, tail ?? 0), 0);
  return texts.map((text, at) => text + " ".repeat(longest - (tails[at] ?? longest)));
}
