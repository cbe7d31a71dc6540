import type { Look } from "../output/text/look.js";
import { createPainter, type Emphasis, type Tone } from "../output/text/paint.js";
import { type Ruler, rulerFor } from "../output/text/ruler.js";
import { visible } from "../output/text/safe-text.js";

/** A piece of a line. */
export interface Piece {
  readonly text: string;
  readonly tone?: Tone;
  readonly emphasis?: Emphasis;
}

/** Writes lines that are never wider than the screen. */
export interface Brush {
  /** Columns of the screen. */
  readonly width: number;
  /** The pieces with a separator between them, cut where there is no more room. */
  line(pieces: readonly Piece[], separator?: string): string;
  /** The first of several ways to say it that fits whole; the last one, cut, where none does. */
  firstThatFits(ways: readonly (readonly Piece[])[]): string;
  /** Pieces to the left, and one at the right edge where there is room for it. */
  split(pieces: readonly Piece[], right: Piece, separator?: string): string;
  /** A text broken between words. */
  paragraph(piece: Piece): string[];
}

/* What is said may hold any character, so that the ruler has to know wide ones, too. */
const WIDE = "漢";

/** @param look with the width of the screen */
export async function createBrush(look: Look): Promise<Brush> {
  const paint = await createPainter(look.color);
  const width = look.width ?? 80;
  const ruler = await rulerFor([WIDE]);
  const dot = look.unicode ? " · " : " | ";
  const painted = ({ text, tone = "plain", emphasis }: Piece) => paint(text, tone, emphasis);
  const cut = look.unicode ? "…" : "...";
  const fitted = (pieces: readonly Piece[], separator: string) =>
    fitPieces(pieces.map(safe), { separator, cut, width }, ruler);
  const line = (pieces: readonly Piece[], separator = dot) =>
    fitted(pieces, separator).pieces.map(painted).join("");
  const fits = (pieces: readonly Piece[]) =>
    ruler.width(pieces.map((piece) => safe(piece).text).join(dot)) <= width;
  return {
    width,
    line,
    firstThatFits: (ways) => line(ways.find(fits) ?? ways.at(-1) ?? []),
    split(pieces, right, separator = dot) {
      const left = fitted(pieces, separator);
      const edge = safe(right);
      const gap = width - left.width - ruler.width(edge.text);
      const line = left.pieces.map(painted).join("");
      return gap < 2 || edge.text === "" ? line : line + " ".repeat(gap) + painted(edge);
    },
    paragraph: (piece) =>
      ruler.wrap(visible(piece.text), width).map((text) => painted({ ...piece, text })),
  };
}

function safe(piece: Piece): Piece {
  return { ...piece, text: visible(piece.text) };
}

interface Fit {
  readonly separator: string;
  /** Stands for what was cut off. */
  readonly cut: string;
  readonly width: number;
}

/** The pieces that fit, the last of them cut between two words where it has to be. */
function fitPieces(pieces: readonly Piece[], { separator, cut, width }: Fit, ruler: Ruler) {
  const kept: Piece[] = [];
  let used = 0;
  for (const piece of pieces) {
    const lead = kept.length === 0 ? "" : separator;
    const room = width - used - ruler.width(lead);
    if (room < 2 * cut.length) break;
    const whole = ruler.width(piece.text) <= room;
    const [part = ""] = whole ? [] : ruler.wrap(piece.text, room - ruler.width(cut));
    const text = whole ? piece.text : part + cut;
    if (lead !== "") kept.push({ text: lead, tone: "label" });
    kept.push({ ...piece, text });
    used += ruler.width(lead) + ruler.width(text);
    if (!whole) break;
  }
  return { pieces: kept, width: used };
}
