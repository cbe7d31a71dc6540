import { dotOf, visible } from "../base/safe-text.js";
import { createPainter, type Emphasis, type Look, type Tone } from "../output/text/look.js";
import { type Ruler, rulerFor } from "../output/text/ruler.js";

/** A part of a line. */
export interface Piece {
  readonly text: string;
  readonly tone?: Tone;
  readonly emphasis?: Emphasis;
}

/** Creates lines that are never wider than the screen. */
export type Brush = Awaited<ReturnType<typeof createBrush>>;

/* Texts may contain any character, so the ruler has to measure wide ones, too. */
const WIDE = "漢";

/** @param look with the width of the screen */
export async function createBrush(look: Look) {
  const paint = await createPainter(look.color);
  const width = look.width ?? 80;
  const ruler = await rulerFor([WIDE]);
  const dot = dotOf(look);
  const painted = ({ text, tone = "plain", emphasis }: Piece) => paint(text, tone, emphasis);
  const cut = look.unicode ? "…" : "...";
  const fitted = (pieces: readonly Piece[], separator: string) =>
    fitPieces(pieces.map(safe), { separator, cut, width }, ruler);
  /** Joins pieces with a separator, cut at the width of the screen. */
  const line = (pieces: readonly Piece[], separator = dot) =>
    fitted(pieces, separator).pieces.map(painted).join("");
  return {
    /** Width of the screen in columns. */
    width,
    line,
    /** Joins the first pieces that fit whole, and one at the right edge. @param rest counts those left out */
    whole(
      pieces: readonly Piece[],
      right: Piece,
      { separator = dot, rest }: { separator?: string; rest?: (count: number) => string } = {},
    ): string {
      const room = width - (right.text === "" ? 0 : ruler.width(safe(right).text) + 2);
      const withRest = (count: number) => {
        const left = pieces.length - count;
        const said = left === 0 ? undefined : rest?.(left);
        return [...pieces.slice(0, count), ...(said === undefined ? [] : [{ text: said }])];
      };
      const fitsIn = (some: readonly Piece[]) =>
        ruler.width(some.map((piece) => safe(piece).text).join(separator)) <= room;
      let count = pieces.length;
      while (count > 1 && !fitsIn(withRest(count))) count--;
      return this.split(withRest(count), right, separator);
    },
    /** Joins pieces at the left, and puts one at the right edge if there is room. */
    split(pieces: readonly Piece[], right: Piece, separator = dot): string {
      const left = fitted(pieces, separator);
      const edge = safe(right);
      const gap = width - left.width - ruler.width(edge.text);
      const line = left.pieces.map(painted).join("");
      return gap < 2 || edge.text === "" ? line : line + " ".repeat(gap) + painted(edge);
    },
    /** Wraps a text between words. */
    paragraph: (piece: Piece) =>
      ruler.wrap(visible(piece.text), width).map((text) => painted({ ...piece, text })),
  };
}

function safe(piece: Piece): Piece {
  return { ...piece, text: visible(piece.text) };
}

interface Fit {
  readonly separator: string;
  /** Mark in place of the text that was cut off. */
  readonly cut: string;
  readonly width: number;
}

/** Returns the pieces that fit, the last one cut between two words if necessary. */
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
