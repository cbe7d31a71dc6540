import type { Big } from "big.js";
import { descending } from "../../base/decimal.js";
import { readable } from "../../base/safe-text.js";
import { type CommonCause, commonCauses } from "../../figures/catalog/causes.js";
import * as group from "../../figures/catalog/group.js";
import { leverage, moveOf } from "../../figures/catalog/leg.js";
import { name } from "../../figures/catalog/position.js";
import { causeSpec, type Gravity } from "../../figures/causes.js";
import type { Group } from "../../figures/subjects.js";
import type { Section } from "../../output/table/section.js";
import { formatCell, inSentence } from "../../output/text/format.js";
import { createPainter } from "../../output/text/paint.js";
import { headText } from "../../run/heading.js";
import { signText, toneOf } from "../../run/position-columns.js";
import { causeWord, whyOf } from "../../run/why.js";

/** A line about a cause: how many positions have it, what it is worth, and who carries it. */
interface Line {
  readonly gravity: Gravity;
  readonly count: number;
  readonly noun: string;
  readonly worth: string;
  readonly who: readonly string[];
}

/** Returns the causes of a book, a line each; what is not known is one line. */
export function causeSection(book: Group, nameOf: (exchange: string) => string): Section[] {
  const all = commonCauses(book.members);
  const known = all.filter(({ cause }) => causeSpec(cause).severity !== "unknown");
  const unknown = all.filter(({ cause }) => causeSpec(cause).severity === "unknown");
  const lines = [...known.map((it) => lineOf(it, book, nameOf)), ...unknownLine(unknown)];
  return lines.length === 0 ? [] : [linesSection(lines)];
}

/** Draws lines in columns, each with as many of its parts as there is room for. */
function linesSection(lines: readonly Line[]): Section {
  const widest = (of: (line: Line) => string) => Math.max(...lines.map((it) => of(it).length));
  const [nouns, worths] = [widest(({ noun }) => noun), widest(({ worth }) => worth)];
  return {
    async render(look) {
      const paint = await createPainter(look.color);
      const drawn = lines.map(({ gravity, count, noun, worth, who }) => {
        const sign = `${signText(gravity, look)} ${String(count).padStart(2)}`;
        const middle = ` ${noun.padEnd(nouns)} ${worth.padStart(worths)}  `;
        const room = (look.width ?? Number.POSITIVE_INFINITY) - sign.length - middle.length;
        const text = readable(`${middle}${partsThatFit(who, room)}`, look).trimEnd();
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

function lineOf(it: CommonCause, book: Group, nameOf: (exchange: string) => string): Line {
  const { cause, found, value } = it;
  const { severity, isDaily } = causeSpec(cause);
  const isCost = severity === "warning" && cause !== "imbalance";
  const amount = signed(value.value, isCost);
  return {
    gravity: severity,
    count: found.length,
    noun: causeWord(cause),
    worth: value.value?.eq(0) ? "" : `${amount}${isDaily === true ? "/d" : ""}`,
    who: cause === "margin_thin" ? [marginText(it, book)] : whoText(it, nameOf),
  };
}

/** `all 10x; ±20 % needs 35.6k more margin: carry risk` */
function marginText({ found }: CommonCause, book: Group): string {
  const times = found.flatMap(({ cause }) =>
    cause.legs.map((leg) => leverage(leg).value?.toFixed()),
  );
  const [first] = times;
  const alike = times.every((it) => it === first) ? [`all ${inSentence("times", first)}`] : [];
  const add = headText(group.marginToAddOf(book), "size", false);
  const needs = `±${moveOf(book.inputs).toFixed()} % needs ${add} more margin: carry risk`;
  return [...alike, needs].join("; ");
}

/** Returns the market that carries more than half of a cause, else the three positions that carry most. */
function whoText(
  { cause, found, market }: CommonCause,
  nameOf: (exchange: string) => string,
): string[] {
  const isCost = causeSpec(cause).severity === "warning" && cause !== "imbalance";
  if (market !== undefined) {
    const { leg, positions, value } = market;
    const { exchange, side } = leg.record;
    const { asset } = leg.position.record;
    const since = [
      ...new Set(
        found.flatMap(({ position, cause: own }) =>
          positions.includes(position) ? [whyOf(position, own, nameOf).brief] : [],
        ),
      ),
    ];
    const alike = since.length === 1 && cause === "costs_funding" ? `, ${since[0]}` : "";
    return [
      `${exchange} ${asset} ${side} ${signed(value.value, isCost)} (${positions.length} positions${alike})`,
    ];
  }
  const most = found
    .toSorted((a, b) => descending(a.cause.value.value, b.cause.value.value))
    .slice(0, 3);
  return most.map(
    ({ position, cause: own }) => `${name(position)} ${signed(own.value.value, isCost)}`,
  );
}

function signed(value: Big | null, isCost: boolean): string {
  const text = value === null ? undefined : (isCost ? value.times(-1) : value).toFixed();
  return formatCell("size", text, { unicode: true, zone: "UTC" });
}

/** `○ 12 unknown      8 no market id, 4 stale mark` */
function unknownLine(all: readonly CommonCause[]): Line[] {
  if (all.length === 0) return [];
  const positions = new Set(all.flatMap(({ found }) => found.map(({ position }) => position)));
  const texts = all
    .toSorted((a, b) => b.found.length - a.found.length)
    .map(({ cause, found }) => `${found.length} ${causeWord(cause)}`);
  return [
    {
      gravity: "unknown",
      count: positions.size,
      noun: "unknown",
      worth: "",
      who: texts,
    },
  ];
}
