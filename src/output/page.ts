import type { Column, Kind, Mark, Total } from "./column.js";
import { formatCell } from "./format.js";
import type { Look } from "./look.js";
import { createPainter } from "./paint.js";
import { rulerFor } from "./ruler.js";
import { visible } from "./safe-text.js";

/** A part of a page about one thing. */
export interface Section {
  readonly title?: string;
  render(look: Look): Promise<string>;
}

/** Aligned lines of label and value. */
export function pairsSection(pairs: readonly Total[], title?: string): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderDetail } = await import("./detail.js");
      return renderDetail(pairs, look);
    },
  };
}

/** A table within a page; on a narrow terminal it gives up columns like any other. */
export function tableSection<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  title?: string,
): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderTable } = await import("./table.js");
      return (await renderTable(rows, columns, { ...look, header: true })).text;
    },
  };
}

/** Figures side by side, each group beginning a line. */
export function totalsSection(lines: readonly (readonly Total[])[], title?: string): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderTotals } = await import("./total-line.js");
      let text = "";
      for (const line of lines) text += await renderTotals(line, look);
      return text;
    },
  };
}

/** Sentences, broken between words where they are too wide. */
export function textSection(text: string): Section {
  return {
    async render(look) {
      const safe = visible(text);
      const ruler = await rulerFor([safe]);
      const lines = ruler.wrap(safe, look.width ?? Number.POSITIVE_INFINITY);
      return lines.map((line) => `${line.trimEnd()}\n`).join("");
    },
  };
}

/** A line of a comparison: the same figure of several things. */
export interface ComparedLine {
  readonly label: string;
  readonly kind: Kind;
  readonly signed?: boolean;
  readonly values: readonly unknown[];
  /** A mark behind some of the values. */
  readonly marks?: readonly (Mark | undefined)[];
}

/** Several things side by side: one column each, one line a figure. */
export function sideBySideSection(
  heads: readonly string[],
  lines: readonly ComparedLine[],
  title?: string,
): Section {
  return {
    ...(title !== undefined && { title }),
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
          mark: ({ marks }) => marks?.[index],
        }),
      );
      return tableSection(lines, [labels, ...columns]).render(look);
    },
  };
}

/** The sections of a page one below the other, with an empty line between them. */
export async function renderPage(sections: readonly Section[], look: Look): Promise<string> {
  const paint = await createPainter(look.color);
  const texts = [];
  for (const section of sections) {
    const body = await section.render(look);
    const title = section.title === undefined ? "" : `${paint(section.title, "heading")}\n`;
    texts.push(title + body);
  }
  return texts.join("\n");
}
