import { drawFrame } from "./frame.js";
import type { Look } from "./look.js";
import { padEnd, padStart, textWidth, wrapText } from "./measure.js";
import { createPainter, type Tone } from "./paint.js";
import type { SheetColumn } from "./sheet.js";

/** A table whose columns have found their widths. */
export interface Grid {
  readonly columns: readonly SheetColumn[];
  readonly widths: readonly number[];
  /** How many rows there are. */
  readonly rows: number;
}

/** Draws the columns side by side, one line a row where no text has to be wrapped. */
export function renderGrid(grid: Grid, look: Look & { readonly header: boolean }): string {
  const paint = createPainter(look.color);
  const frame = drawFrame(grid.widths, look.unicode);
  let drawn = "";
  const draw = (texts: readonly string[], toneOf: (column: SheetColumn) => Tone) => {
    for (const cells of linesOf(texts, grid)) {
      const painted = grid.columns.map((column, at) => paint(cells[at] ?? "", toneOf(column)));
      drawn += `${frame.line(painted).trimEnd()}\n`;
    }
  };
  if (look.header) {
    draw(
      grid.columns.map(({ header }) => header),
      () => "heading",
    );
    drawn += `${paint(frame.rule, "label")}\n`;
  }
  for (let row = 0; row < grid.rows; row++) {
    draw(
      grid.columns.map(({ texts }) => texts[row] ?? ""),
      ({ cells }) => cells[row]?.tone ?? "plain",
    );
  }
  return drawn;
}

/** The lines that a row takes, each as cells padded to the widths. */
function linesOf(texts: readonly string[], { columns, widths }: Grid): string[][] {
  const wrapped = texts.map((text, at) => wrapText(text, widths[at] ?? textWidth(text)));
  const height = wrapped.reduce((max, lines) => Math.max(max, lines.length), 1);
  return Array.from({ length: height }, (_, line) =>
    columns.map(({ alignRight }, at) => {
      const pad = alignRight ? padStart : padEnd;
      return pad(wrapped[at]?.[line] ?? "", widths[at] ?? 0);
    }),
  );
}
