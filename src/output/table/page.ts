import { formatCell } from "../text/format.js";
import type { Kind } from "../text/kind.js";
import type { Look } from "../text/look.js";
import { createPainter, type Tone } from "../text/paint.js";
import { rulerFor } from "../text/ruler.js";
import { readable } from "../text/safe-text.js";
import type { Column, Total } from "./column.js";
import type { Mark } from "./mark.js";

import type { Section } from "./section.js";

/**
 * Aligned lines of label and value.
 * @param explained marks that are explained below them
 */
export function pairsSection(
  pairs: readonly Total[],
  title?: string,
  explained: readonly Mark[] = [],
): Section {
  const legend = explained.map(({ sign, meaning }) => textSection(`${sign} ${meaning}`));
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderDetail } = await import("./detail.js");
      const lines = await Promise.all(legend.map(({ render }) => render(look)));
      return [await renderDetail(pairs, look), ...lines].join("");
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
      const { text, dropped } = await renderTable(rows, columns, { ...look, header: true });
      if (dropped.length === 0) return text;
      const note = `left out at this width: ${dropped.join(", ")}`;
      return text + (await textSection(note, "label").render(look));
    },
  };
}

/**
 * Figures in columns of label and figure with their decimal points aligned; all below each other
 * where there is no room for them side by side.
 */
export function figuresSection(columns: readonly (readonly Total[])[], title?: string): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderTable } = await import("./table.js");
      const length = Math.max(0, ...columns.map((totals) => totals.length));
      const rows = Array.from({ length }, (_, row) => row);
      const cells = columns.flatMap((totals, at) => figureColumns(totals, at, look));
      const { text, dropped } = await renderTable(rows, cells, { ...look, header: false });
      return dropped.length === 0 ? text : pairsSection(columns.flat()).render(look);
    },
  };
}

/** A row is its place in the list of figures. */
function figureColumns(totals: readonly Total[], at: number, look: Look): Column<number>[] {
  const blank = (row: number) => totals[row] === undefined;
  return [
    {
      key: `label ${at}`,
      header: "",
      kind: "prose",
      priority: at,
      blank,
      value: (row) => totals[row]?.label,
    },
    {
      key: `figure ${at}`,
      header: "",
      kind: "any",
      align: "right",
      signed: true,
      tone: (row) => totals[row]?.tone,
      priority: at,
      blank,
      value: (row) => {
        const { kind = "any", value, signed, about } = totals[row] ?? {};
        if (value == null) return null;
        return `${about ? "~" : ""}${formatCell(kind, value, look, signed)}`;
      },
      note: (row) => {
        const { trail, note } = totals[row] ?? {};
        const said = [trail?.trim(), note === undefined ? undefined : `(${note})`];
        return said.filter((it) => it !== undefined).join(" ") || undefined;
      },
    },
  ];
}

/** Sentences, broken between words where they are too wide. */
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
  const texts = [];
  for (const { title, render } of sections) {
    const heading = title === undefined ? "" : await textSection(title, "heading").render(look);
    texts.push(heading + (await render(look)));
  }
  return texts.join("\n");
}
