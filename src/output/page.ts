import type { Column, Kind, Total } from "./column.js";
import { formatCell } from "./format.js";
import type { Look } from "./look.js";

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

/** A line of a comparison: the same figure of several things. */
export interface ComparedLine {
  readonly label: string;
  readonly kind: Kind;
  readonly signed?: boolean;
  readonly values: readonly unknown[];
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
        }),
      );
      return tableSection(lines, [labels, ...columns]).render(look);
    },
  };
}

/** The sections of a page one below the other, with an empty line between them. */
export async function renderPage(sections: readonly Section[], look: Look): Promise<string> {
  const texts = [];
  for (const section of sections) {
    const body = await section.render(look);
    texts.push(section.title === undefined ? body : `${section.title}\n${body}`);
  }
  return texts.join("\n");
}
