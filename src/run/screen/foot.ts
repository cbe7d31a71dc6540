import type { Fig } from "../../figures/figure.js";
import { DOUBTS, NOT_APPLICABLE, UNKNOWN } from "../../figures/unknown.js";
import { notesSection, renderSections, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import { joined } from "./heading.js";

/** How many rows have each cause of doubt, or of being unknown. */
type Counts = ReadonlyMap<string, number>;

function countsOf<S>(rows: readonly S[], figures: readonly Fig<S>[]) {
  const estimates = new Map<string, number>();
  const unknown = new Map<string, number>();
  const count = (counts: Map<string, number>, texts: readonly string[]) => {
    for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (const row of rows) {
    const all = figures.map((of) => of(row));
    const doubts = all.flatMap(({ value, evidence }) => (value === null ? [] : evidence.doubts));
    const causes = all.flatMap(({ value, unknown: cause }) =>
      value === null && cause && !NOT_APPLICABLE.has(cause) ? [cause] : [],
    );
    count(
      estimates,
      doubts.map((it) => DOUBTS[it][0]),
    );
    count(
      unknown,
      causes.map((it) => UNKNOWN[it][0]),
    );
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
      const whole = joined(partOf("~", estimates), partOf("–", unknown), ...more);
      const sums = joined(sumOf("~", estimates, "estimates"), sumOf("–", unknown, "unknown"));
      const short = sums === "" ? joined(...more) : joined(sums, ...which, ...more);
      const { width = Number.POSITIVE_INFINITY } = look;
      const text = whole.length <= width ? whole : short;
      return text === "" ? "" : textSection(text, "label").render(look);
    },
  };
}

function partOf(sign: string, counts: Counts): string {
  const all = [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count} ${text}`);
  return all.length === 0 ? "" : `${sign} ${all.join(", ")}`;
}

function sumOf(sign: string, counts: Counts, noun: string): string {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  return sum === 0 ? "" : `${sign} ${sum} ${noun}`;
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
  return { render: (look) => renderSections(notesSection(lines), look) };
}
