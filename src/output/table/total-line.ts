import type { Look } from "../text/look.js";
import { toneOf } from "../text/paint.js";
import { type Piece, renderPieces } from "../text/pieces.js";
import type { Total } from "./column.js";
import { figureText } from "./figure-text.js";

/**
 * Draws the figures below a table, side by side: `funding +1,234.56   net PnL +987.00 (48 of 50)`.
 * A line that is too wide is broken between two figures. Empty without figures.
 */
export function renderTotals(totals: readonly Total[], look: Look): Promise<string> {
  const pieceOf = (total: Total): Piece => {
    const { label, value, trail = "", note } = total;
    const after = note === undefined ? trail : `${trail} (${note})`;
    return { text: `${label} ${figureText(total, look)}${after}`, tone: toneOf(value) };
  };
  return renderPieces(totals.map(pieceOf), "   ", look);
}
