import { type Piece, renderPieces } from "../../output/table/page.js";
import { createPainter, type Look } from "../../output/text/look.js";

/** A line of a page: what it is about, and what is said of it. */
export interface Row {
  readonly label: string;
  readonly pieces: readonly Piece[];
}

/** What is between two pieces of a line. */
export const GAP = "   ";

/** Width of labels with the space behind them. */
const LABEL = 10;

/** Returns the width that pieces have beside their label. */
export function room({ width }: Look): number {
  return width === undefined ? Number.POSITIVE_INFINITY : Math.max(10, width - LABEL);
}

/** Draws rows: dim labels, and pieces beside them in as few lines as they need. */
export async function renderRows(rows: readonly Row[], look: Look): Promise<string> {
  const paint = await createPainter(look.color);
  const width = look.width === undefined ? undefined : room(look);
  let text = "";
  for (const { label, pieces } of rows) {
    const lines = (await renderPieces(pieces, GAP, { ...look, width })).split("\n").slice(0, -1);
    const heads = lines.map((_, at) => (at === 0 ? label : "").padEnd(LABEL));
    text += lines.map((line, at) => `${paint(heads[at] ?? "", "label")}${line}\n`).join("");
  }
  return text;
}
