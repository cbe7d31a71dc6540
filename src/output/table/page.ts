import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import { createPainter, type Look, type Section, type Tone } from "../text/look.js";
import type { Kind } from "../text/numbers.js";
import { rulerFor } from "../text/ruler.js";
import type { Column, Labelled, View } from "./column.js";

/** Returns a section of aligned lines of label and value. */
export function pairsSection(pairs: readonly Labelled[], title?: string): Section {
  return {
    title,
    async render(look) {
      const { renderDetail } = await import("./table.js");
      return renderDetail(pairs, look);
    },
  };
}

/**
 * Returns the columns that a table has unless others are chosen.
 * @param look where it is shown; in a pipe it has those of `--wide`, too
 */
export function tableColumns<T, Row>(
  { columns, defaults: { table, wide = table } }: View<T, Row>,
  look?: Look,
): Column<Row>[] {
  const isPiped = look !== undefined && look.width === undefined;
  return columns.filter(({ key }) => (isPiped ? wide : table).includes(key));
}

/** Returns a section with a table, which drops columns on a narrow terminal like any other. */
export function tableSection<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  title?: string,
): Section {
  return {
    title,
    async render(look) {
      const { renderTable } = await import("./table.js");
      const { text, dropped } = await renderTable(rows, columns, look);
      if (dropped.length === 0) return text;
      const note = `left out at this width: ${dropped.join(", ")}`;
      return text + (await textSection(note, "label").render(look));
    },
  };
}

/** Returns a section of text, wrapped between words. */
export function textSection(text: string, tone: Tone = "plain"): Section {
  return {
    async render(look) {
      const safe = readable(text, look);
      const ruler = await rulerFor([safe]);
      const paint = await createPainter(look.color);
      const lines = ruler.wrap(safe, look.width ?? Number.POSITIVE_INFINITY);
      return lines.map((line) => `${paint(line.trimEnd(), tone)}\n`).join("");
    },
  };
}

/** Returns footnotes: a dim line each. */
export function notesSection(notes: readonly string[]): Section[] {
  return notes.map((note) => textSection(note, "label"));
}

/** A line of a comparison: the same figure of several items. */
export interface ComparedLine {
  readonly label: string;
  readonly kind: Kind;
  readonly signed?: boolean;
  readonly values: readonly unknown[];
}

/** Returns a section that compares items side by side: one column per item, one line per figure. */
export function sideBySideSection(
  heads: readonly string[],
  lines: readonly ComparedLine[],
): Section {
  const labels: Column<ComparedLine> = {
    key: "label",
    header: "",
    kind: "text",
    value: (line) => line.label,
  };
  const columns = heads.map((header, index): Column<ComparedLine> => {
    return {
      key: String(index),
      header,
      kind: "text",
      align: "right",
      value: ({ values }) => values[index],
      texts: ({ kind, signed, values }, look) => [formatCell(kind, values[index], look, signed)],
    };
  });
  return tableSection(lines, [labels, ...columns]);
}

/** Draws sections one right below the other. */
export async function renderSections(sections: readonly Section[], look: Look): Promise<string> {
  let text = "";
  for (const { render } of sections) text += await render(look);
  return text;
}

/** Draws the sections of a page, separated by empty lines. */
export async function renderPage(sections: readonly Section[], look: Look): Promise<string> {
  const texts = [];
  for (const { title, render } of sections) {
    const heading = title === undefined ? "" : await textSection(title, "heading").render(look);
    texts.push(heading + (await render(look)));
  }
  return texts.join("\n");
}

/** A part of a line that is not broken unless it is wider than the terminal. */
export interface Piece {
  readonly text: string;
  /** Text for where the line is too narrow for all pieces. */
  readonly short?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Whether it is left out where it would need a line of its own. */
  readonly isOptional?: boolean;
}

/** Draws pieces side by side in as few lines as they need. @param between what is between two pieces */
export async function renderPieces(
  pieces: readonly Piece[],
  between: string,
  look: Look,
): Promise<string> {
  const limit = look.width ?? Number.POSITIVE_INFINITY;
  const ruler = await rulerFor(pieces.map(({ text }) => text));
  const needed = pieces.reduce((sum, { text }) => sum + ruler.width(text), 0);
  const isNarrow = needed + between.length * (pieces.length - 1) > limit;
  const all = pieces.map(({ text, short = text, ...more }) => {
    return { ...more, text: readable(isNarrow ? short : text, look) };
  });
  const paint = await createPainter(look.color);
  const lines: string[] = [];
  let free = 0;
  for (const { text, tone = "plain", isOptional = false } of all) {
    const size = ruler.width(text);
    const last = lines.length - 1;
    if (last >= 0 && between.length + size <= free) {
      lines[last] += between + paint(text, tone);
      free -= between.length + size;
    } else if (!isOptional) {
      const wrapped = ruler.wrap(text, limit);
      lines.push(...wrapped.map((line) => paint(line.trimEnd(), tone)));
      free = wrapped.length > 1 ? 0 : limit - size; // what follows a wrapped one begins a line
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
