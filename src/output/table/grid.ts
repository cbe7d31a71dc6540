import type { Look } from "../text/look.js";
import type { Emphasis, Painter, Tone } from "../text/paint.js";
import type { Ruler } from "../text/ruler.js";
import { drawFrame } from "./frame.js";
import type { MeasuredColumn } from "./sheet.js";

/** A table with the widths of its columns. */
export interface Grid {
  readonly columns: readonly MeasuredColumn[];
  readonly widths: readonly number[];
  /** Number of rows. */
  readonly rows: number;
}

interface Style {
  readonly tone: Tone;
  readonly emphasis?: Emphasis | undefined;
}

const HEADING: Style = { tone: "heading" };
const PLAIN: Style = { tone: "plain" };

/** Draws the columns side by side, one line per row unless a text is wrapped. */
export function renderGrid(
  grid: Grid,
  look: Look & { readonly header: boolean },
  ruler: Ruler,
  paint: Painter,
): string {
  const frame = drawFrame(grid.widths, look.unicode);
  let drawn = "";
  const draw = (texts: readonly string[], styleOf: (column: MeasuredColumn) => Style) => {
    for (const cells of linesOf(texts, grid, ruler, look)) {
      const signs: (string | undefined)[] = [];
      const painted = grid.columns.map((column, at) => {
        const { tone, emphasis } = styleOf(column);
        const text = cells[at] ?? "";
        const arrow = arrowOf(emphasis, look);
        if (arrow === undefined) return paint(text, tone, emphasis);
        if (text.startsWith(" ")) return paint(withArrow(text, arrow), tone, emphasis);
        signs[at] = arrow; // the cell is full; the frame has a space before it
        return paint(text, tone, emphasis);
      });
      drawn += `${frame.line(painted, signs).trimEnd()}\n`;
    }
  };
  if (look.header) {
    draw(
      grid.columns.map(({ header }) => header),
      () => HEADING,
    );
    drawn += `${paint(frame.rule, "label")}\n`;
  }
  for (let row = 0; row < grid.rows; row++) {
    draw(
      grid.columns.map(({ texts }) => texts[row] ?? ""),
      ({ cells }) => cells[row] ?? PLAIN,
    );
  }
  return drawn;
}

/** Returns the arrow that shows, without colours, whether a figure rose or fell. */
function arrowOf(emphasis: Emphasis | undefined, { color, unicode }: Look): string | undefined {
  if (color || (emphasis !== "risen" && emphasis !== "fallen")) return undefined;
  if (emphasis === "risen") return unicode ? "↑" : "^";
  return unicode ? "↓" : "v";
}

/** Replaces the last space before the figure by the arrow. */
function withArrow(text: string, arrow: string): string {
  return text.replace(/ (?=\S)/, arrow);
}

/**
 * Returns the lines of a row as padded cells. Without a limit of the width, a text wider than its
 * column stays on one line and shifts the cells after it.
 */
function linesOf(
  texts: readonly string[],
  { columns, widths }: Grid,
  ruler: Ruler,
  look: Look,
): string[][] {
  const isFree = look.width === undefined;
  const wrapped = texts.map((text, at) => (isFree ? [text] : ruler.wrap(text, widths[at] ?? 0)));
  const height = wrapped.reduce((max, lines) => Math.max(max, lines.length), 1);
  return Array.from({ length: height }, (_, line) =>
    columns.map(({ alignRight }, at) => {
      const text = wrapped[at]?.[line] ?? "";
      const width = widths[at] ?? 0;
      return alignRight ? ruler.padStart(text, width) : ruler.padEnd(text, width);
    }),
  );
}
