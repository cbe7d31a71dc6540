import { readable } from "../../base/safe-text.js";
import { isoTime } from "../../base/time/moment.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Q } from "../../figures/measure.js";
import { UNKNOWN } from "../../figures/unknown.js";
import { type Piece, renderPieces } from "../../output/table/page.js";
import { formatCell, inSentence } from "../../output/text/format.js";
import { createPainter, type Look, type Section, type Tone } from "../../output/text/look.js";
import type { Kind } from "../../output/text/numbers.js";
import { rulerFor } from "../../output/text/ruler.js";
import { isEstimate } from "./figure-field.js";

/*
 * Texts of figures for lines of a screen, and the lines. Texts are Unicode: what draws a line makes it
 * ASCII where the terminal needs that.
 */

/** Returns a figure for a heading: `+119,476`, `unknown`. @param signed whether a plus sign is shown */
export function headText(q: Q, kind: Kind, signed = true): string {
  return q.value === null ? "unknown" : inSentence(kind, q.value.toFixed(), signed);
}

/** Returns a figure within a line: `+42,909`, `~72.2k` where it is an estimate, `–` where it is unknown. */
export function figureText(q: Q, kind: Kind, signed = false): string {
  const text = inSentence(kind, q.value?.toFixed(), signed);
  return q.value !== null && isEstimate(q.evidence) ? `~${text}` : text;
}

/** Returns a percentage with the digits of a rate: `+0.0200 %`. */
export function rateText(percent: Q): string {
  const rate = percent.map((it) => it.div(100));
  return figureText(rate, "rate", true).replace("%", " %");
}

/** Returns why a figure is unknown: `– no market id`. */
export function unknownText({ unknown }: Q): string {
  return unknown === undefined ? "–" : `– ${UNKNOWN[unknown][0]}`;
}

/** Returns a time as a screen shows it: `12:05Z`, with its date where it is more than a day from now. */
export function clockText(time: number | undefined, now: number, look: Pick<Look, "zone">): string {
  if (time === undefined) return "–";
  const text = formatCell("time", isoTime(time), { unicode: true, zone: look.zone });
  return Math.abs(time - now) > DAY_MS ? text : (text.split(" ").at(-1) ?? text);
}

/** Returns of how many positions a sum is known, unless of all: `46 of 54`. */
export function countedText({ evidence: { counted, of } }: Q): string {
  return counted === undefined || counted === of ? "" : `${counted} of ${of}`;
}

/** Returns a range: `(-9.1k … -2.9k)`; why there is none where it is unknown. */
export function rangeText(low: Q, high: Q, kind: Kind = "money"): string {
  if (low.value === null || high.value === null) {
    return low.unknown === undefined ? "" : `(no range: ${UNKNOWN[low.unknown][0]})`;
  }
  return `(${headText(low, kind)} … ${headText(high, kind)})`;
}

/** Joins the parts of a line that are there, with a dot between two of them. */
export function joined(...parts: readonly string[]): string {
  return parts.filter((it) => it !== "").join(" · ");
}

/** A text, or what makes it where it depends on the width or the time zone. */
type Text = string | ((look: Look) => string);

const textIn = (text: Text, look: Look) => (typeof text === "string" ? text : text(look));

/** Returns a line with a text at its left and one at its right end; in a pipe they follow each other. */
export function headLine(left: Text, right: Text = "", tone: Tone = "plain"): Section {
  return {
    async render(look) {
      const [start, end] = [left, right].map((it) => readable(textIn(it, look), look)) as [
        string,
        string,
      ];
      const paint = await createPainter(look.color);
      const ruler = await rulerFor([start, end]);
      const { width = Number.POSITIVE_INFINITY } = look;
      const room = look.width === undefined ? 0 : width - ruler.width(start) - ruler.width(end);
      if (end !== "" && (look.width === undefined || room >= 2)) {
        return `${paint(start, tone)}${" ".repeat(Math.max(2, room))}${paint(end, "label")}\n`;
      }
      const lines = ruler.wrap(start, width).map((line) => `${paint(line.trimEnd(), tone)}\n`);
      return lines.join("") + (end === "" ? "" : `${paint(end, "label")}\n`);
    },
  };
}

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
