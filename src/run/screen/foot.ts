import { dotOf } from "../../base/safe-text.js";
import type { Fig } from "../../figures/figure.js";
import { DOUBTS, NOT_APPLICABLE, UNKNOWN } from "../../figures/unknown.js";
import { textSection } from "../../output/table/page.js";
import type { Look, Section } from "../../output/text/look.js";

/** What is doubted or unknown in a table: how many rows have each cause, most first. */
interface Counts {
  readonly estimates: ReadonlyMap<string, number>;
  readonly unknown: ReadonlyMap<string, number>;
}

function countsOf<S>(rows: readonly S[], figures: readonly Fig<S>[]): Counts {
  const estimates = new Map<string, number>();
  const unknown = new Map<string, number>();
  const count = (in_: Map<string, number>, text: string) => in_.set(text, (in_.get(text) ?? 0) + 1);
  for (const row of rows) {
    const all = figures.map((of) => of(row));
    const known = all.filter(({ value }) => value !== null);
    for (const doubt of new Set(known.flatMap(({ evidence }) => evidence.doubts))) {
      count(estimates, DOUBTS[doubt][0]);
    }
    const why = all.flatMap(({ value, unknown: cause }) =>
      value === null && cause ? [cause] : [],
    );
    for (const cause of new Set(why))
      if (!NOT_APPLICABLE.has(cause)) count(unknown, UNKNOWN[cause][0]);
  }
  const [few] = UNKNOWN.few_pairs;
  if (estimates.has(few)) unknown.delete(few); // the estimates lack the range that is unknown
  return { estimates, unknown };
}

/**
 * Returns the one line below a table: what its signs stand for, and what it leaves out, such as
 * `~ 4 stale mark · – 8 no market id · 36 closed: --status all`. Where it is too long, only how many there are.
 * @param more further parts of the line
 * @param which what tells which they are
 */
export function footSection<S>(
  rows: readonly S[],
  figures: readonly Fig<S>[],
  more: readonly string[] = [],
  which: readonly string[] = ["which: --why"],
): Section {
  return {
    async render(look) {
      const { estimates, unknown } = countsOf(rows, figures);
      const dash = look.unicode ? "–" : "-";
      const whole = [...partOf("~", estimates), ...partOf(dash, unknown), ...more];
      const sums = [...sumOf("~", estimates, "estimates"), ...sumOf(dash, unknown, "unknown")];
      const short = sums.length === 0 ? more : [...sums, ...which, ...more];
      const text = fits(whole, look) ? whole : short;
      return text.length === 0 ? "" : textSection(text.join(dotOf(look)), "label").render(look);
    },
  };
}

function partOf(sign: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const all = [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count} ${text}`);
  return [`${sign} ${all.join(", ")}`];
}

function sumOf(sign: string, counts: ReadonlyMap<string, number>, noun: string): string[] {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  return sum === 0 ? [] : [`${sign} ${sum} ${noun}`];
}

function fits(parts: readonly string[], { width = Number.POSITIVE_INFINITY, ...look }: Look) {
  return parts.join(dotOf(look)).length <= width;
}

/** Returns why figures are estimates or unknown, a line for each row that has any. */
export function whySection<S>(
  rows: readonly S[],
  figures: readonly Fig<S>[],
  nameOf: (row: S) => string,
): Section {
  const lines = rows.flatMap((row) => {
    const byText = new Map<string, string[]>();
    const add = (text: string, { id, spec }: Fig<S>) => {
      byText.set(text, [...(byText.get(text) ?? []), spec.head ?? id]);
    };
    for (const of of figures) {
      const { value, evidence, unknown } = of(row);
      if (value === null && unknown) add(`– ${UNKNOWN[unknown][1]}`, of);
      else for (const doubt of evidence.doubts) add(`~ ${DOUBTS[doubt][1]}`, of);
    }
    const parts = [...byText].map(([text, heads]) => `${heads.join(", ")} ${text}`);
    return parts.length === 0 ? [] : [`${nameOf(row)}  ${parts.join(" ")}`];
  });
  return {
    async render(look) {
      let text = "";
      for (const line of lines) text += await textSection(line, "label").render(look);
      return text;
    },
  };
}
