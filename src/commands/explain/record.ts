import { answer, each, type Field, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { pairsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { KINDS, type Meaning } from "./meaning.js";

/** A word with all that it means. */
export interface Explained {
  readonly word: string;
  readonly meanings: readonly Meaning[];
}

const PROSE = { kind: "prose" } as const;

const MEANING: readonly Field<Meaning>[] = [
  own("kind", KINDS, "What the word is the name of.", { header: "kind" }),
  own("subject", "text?", "What a figure or a fact is of.", { header: "of" }),
  own("name", "text", "Its name in data and on the command line.", { header: "name" }),
  own("heading", "text?", "What tables call it, if not by its name.", { header: "heading" }),
  plain("is", "text", "What it is.", { of: ({ help }) => help, header: "is", ...PROSE }),
  own("formula", "text?", "Formula of a figure.", { header: "formula", ...PROSE }),
  own("unit", "text?", "Unit of a figure.", { header: "unit" }),
  own("base", "text?", "What a percentage is of.", { header: "base" }),
  plain("unknown_when", "text?", "When a figure is unknown.", {
    ...{ of: ({ unknownWhen }) => unknownWhen, header: "– when", ...PROSE },
  }),
  plain("left_out", "text?", "What is not in a figure.", {
    ...{ of: ({ leftOut }) => leftOut, header: "left out", ...PROSE },
  }),
  own("severity", "text?", "How grave a cause is.", { header: "severity" }),
  own("worth", "text?", "What the value of a cause is.", { header: "worth" }),
  own("values", "text?", "Values of a fact or a setting.", { header: "values", ...PROSE }),
  own("default", "text?", "Default of a setting.", { header: "default" }),
  own("environment", "text?", "Environment variable of a setting.", { header: "environment" }),
];

/** What a word means, as an answer. */
export const EXPLAIN = answer<Explained>("explain", [
  own("word", "text", "The word, as it was typed."),
  each("meanings", "All that it means.", ({ meanings }) => meanings, MEANING),
]);

/** View of a word: a page, or a row for each meaning. */
export function wordView(explained?: Explained): View<Meaning> {
  const page = explained && { page: () => explained.meanings.map(sectionOf) };
  return viewOf(MEANING, { ...page, empty: "Nothing." });
}

/** What the title of a section says already. */
const IN_TITLE: ReadonlySet<string> = new Set(["kind", "subject", "name", "base"]);

function sectionOf(meaning: Meaning): Section {
  const { kind, subject = kind, name, unit, base } = meaning;
  const lines = MEANING.flatMap(({ name: field, json, columns: [column] }) => {
    const value = IN_TITLE.has(field) ? undefined : json(meaning);
    if (value === undefined || column === undefined) return [];
    const text = field === "unit" ? measured(unit, base) : value;
    return [{ label: column.header, kind: "text" as const, value: text }];
  });
  return pairsSection(lines, `${name}: ${subject}`);
}

/** Returns a unit with what it is of: `percent per year of size`. */
function measured(unit = "", base?: string): string {
  const words = unit.replaceAll("_", " ").replace("usd", "USD");
  return base === undefined ? words : `${words} of ${base}`;
}
