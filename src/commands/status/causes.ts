import { readable } from "../../base/safe-text.js";
import type { Group } from "../../figures/subjects.js";
import { createPainter, type Section } from "../../output/text/look.js";
import { type CauseLine, causeLines } from "../../run/screen/cause-lines.js";
import { signText, toneOf } from "../../run/screen/position-columns.js";

/** Returns the causes of a book, a line each; what is not known is one line. */
export function causeSection(book: Group, nameOf: (exchange: string) => string): Section[] {
  const lines = causeLines(book, { nameOf });
  return lines.length === 0 ? [] : [linesSection(lines)];
}

/** Draws lines in columns, each with as many of its parts as there is room for. */
function linesSection(lines: readonly CauseLine[]): Section {
  const widest = (of: (line: CauseLine) => string) => Math.max(...lines.map((it) => of(it).length));
  const [nouns, worths] = [widest(({ noun }) => noun), widest(({ worth }) => worth)];
  return {
    async render(look) {
      const paint = await createPainter(look.color);
      const drawn = lines.map(({ gravity, count, noun, worth, who, see }) => {
        const sign = `${signText(gravity, look)} ${String(count).padStart(2)}`;
        const middle = ` ${noun.padEnd(nouns)} ${worth.padStart(worths)}  `;
        const room = (look.width ?? Number.POSITIVE_INFINITY) - sign.length - middle.length;
        const parts = see === undefined ? who : [`${who.join(", ")}: ${see}`];
        const text = readable(`${middle}${partsThatFit(parts, room)}`, look).trimEnd();
        return `${paint(sign, toneOf(gravity))}${text}\n`;
      });
      return drawn.join("");
    },
  };
}

/** Joins the first parts that fit, at least one. */
function partsThatFit(parts: readonly string[], room: number): string {
  for (let count = parts.length; count > 1; count--) {
    const text = parts.slice(0, count).join(", ");
    if (text.length <= room) return text;
  }
  return (parts[0] ?? "").slice(0, Math.max(0, room));
}
