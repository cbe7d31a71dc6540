import { dotOf, readable } from "../../base/safe-text.js";
import { isoTime } from "../../base/time/moment.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Q } from "../../figures/measure.js";
import { UNKNOWN } from "../../figures/unknown.js";
import { type FormatContext, formatCell } from "../../output/text/format.js";
import { createPainter, type Look, type Section, type Tone } from "../../output/text/look.js";
import type { Kind } from "../../output/text/numbers.js";
import { rulerFor } from "../../output/text/ruler.js";
import { isEstimate } from "./figure-field.js";

/** Returns a figure for a heading: `+119,476`, `unknown`. @param signed whether a plus sign is shown */
export function headText(q: Q, kind: Kind, signed = true): string {
  return q.value === null ? "unknown" : formatCell(kind, q.value.toFixed(), PLAIN, signed);
}

const PLAIN = { unicode: true, zone: "UTC" } as const;

/** Returns a figure within a line: `+42,909`, `~72.2k` where it is an estimate, `–` where it is unknown. */
export function figureText(q: Q, kind: Kind, look: FormatContext, signed = false): string {
  const text = formatCell(kind, q.value?.toFixed(), look, signed);
  return q.value !== null && isEstimate(q.evidence) ? `~${text}` : text;
}

/** Returns a percentage with the digits of a rate: `+0.0200 %`. */
export function rateText(percent: Q, look: FormatContext): string {
  const rate = percent.map((it) => it.div(100));
  return figureText(rate, "rate", look, true).replace("%", " %");
}

/** Returns a line with a text at its left and one at its right end; in a pipe they follow each other. */
export function headLine(left: string, right: string, tone: Tone = "plain"): Section {
  return {
    async render(look) {
      const [start, end] = [readable(left, look), readable(right, look)];
      const paint = await createPainter(look.color);
      const ruler = await rulerFor([start, end]);
      const { width } = look;
      const room = (width ?? 0) - ruler.width(start) - ruler.width(end);
      if (end === "") return wrapped(start, look, (line) => paint(line, tone));
      if (width !== undefined && room < 2) {
        return `${await wrapped(start, look, (line) => paint(line, tone))}${paint(end, "label")}\n`;
      }
      return `${paint(start, tone)}${" ".repeat(Math.max(2, room))}${paint(end, "label")}\n`;
    },
  };
}

async function wrapped(text: string, { width }: Look, paint: (line: string) => string) {
  const ruler = await rulerFor([text]);
  const lines = ruler.wrap(text, width ?? Number.POSITIVE_INFINITY);
  return lines.map((line) => `${paint(line.trimEnd())}\n`).join("");
}

/** Returns a time as a screen shows it: `12:05Z`, with its date where it is more than a day from now. */
export function clockText(
  time: number | undefined,
  now: number,
  look: Pick<Look, "unicode" | "zone">,
): string {
  if (time === undefined) return formatCell("time", null, look);
  const text = formatCell("time", isoTime(time), look);
  return Math.abs(time - now) > DAY_MS ? text : (text.split(" ").at(-1) ?? text);
}

/** Returns of how many positions a sum is known, unless of all: `46 of 54`. */
export function countedText({ evidence: { counted, of } }: Q): string {
  return counted === undefined || counted === of ? "" : `${counted} of ${of}`;
}

/** Returns a range: `(-9.1k … -2.9k)`; why there is none where it is unknown. */
export function rangeText(
  low: Q,
  high: Q,
  look: Pick<Look, "unicode">,
  kind: Kind = "money",
): string {
  if (low.value === null || high.value === null) {
    return low.unknown === undefined ? "" : `(no range: ${UNKNOWN[low.unknown][0]})`;
  }
  const [from, to] = [headText(low, kind), headText(high, kind)];
  return `(${from} ${look.unicode ? "…" : "..."} ${to})`;
}

/** Joins the parts of a line that are there, with a dot between two of them. */
export function joinedBy(parts: readonly string[], look: Pick<Look, "unicode">): string {
  return parts.filter((it) => it !== "").join(dotOf(look));
}
