import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import type { Kind } from "../text/kind.js";
import type { Look } from "../text/look.js";
import { createPainter, type Tone } from "../text/paint.js";
import { rulerFor } from "../text/ruler.js";
import type { Column, Labelled, View } from "./column.js";
import type { Section } from "./section.js";
import type { EmphasisOf } from "./sheet.js";

/** Returns a section of aligned lines of label and value. */
export function pairsSection(pairs: readonly Labelled[], title?: string): Section {
  return {
    ...(title !== undefined && { title }),
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
  emphasis?: EmphasisOf<Row>,
): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderTable } = await import("./table.js");
      const { text, dropped } = await renderTable(rows, columns, {
        ...look,
        ...(emphasis && { emphasis }),
      });
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
  return {
    render(look) {
      const labels: Column<ComparedLine> = {
        key: "label",
        header: "",
        kind: "text",
        value: (line) => line.label,
      };
      const columns = heads.map(
        (header, index): Column<ComparedLine> => ({
          key: String(index),
          header,
          kind: "text",
          align: "right",
          signed: true,
          value: ({ kind, signed, values }) => {
            const value = values[index];
            return value == null ? null : formatCell(kind, value, look, signed);
          },
        }),
      );
      return tableSection(lines, [labels, ...columns]).render(look);
    },
  };
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
