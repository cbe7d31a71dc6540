import { answer, each, type Field, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { pairsSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Meaning } from "./words.js";

/** A word with what the pages say of it. */
export interface Explained {
  readonly figure: string;
  readonly meanings: readonly Meaning[];
}

const KINDS = ["figure", "state", "reason", "mark", "word"] as const;
const IS = "What it is, as the schemas of the json say; one for each that differs.";

const MEANING: Field<Meaning>[] = [
  own("figure", "text", "The requested word.", { header: "word" }),
  own("kind", KINDS, "What the word is of.", { header: "kind" }),
  own("page", "text?", "Feature on whose page it stands.", { header: "page" }),
  own("section", "text?", "Section of the page.", { header: "section" }),
  own("formula", "text?", "Formula, or when it holds.", { header: "formula", kind: "prose" }),
  own("unit", "text?", "Unit of the figure.", { header: "unit" }),
  own("base", "text?", "What a percentage is of.", { header: "base" }),
  plain("unknown", "text?", "When it is unknown.", {
    ...{ of: ({ unknown }) => unknown, header: "– when", kind: "prose" },
  }),
  plain("left_out", "text?", "What is left out of it.", ({ leftOut }) => leftOut),
  own("is", "texts", IS),
  own("text", "texts", "The paragraphs of the section."),
  plain("printed_by", "texts", "Commands that print it.", ({ printedBy }) => printedBy),
];

/** What a word means, as an answer. */
export const EXPLAIN = answer<Explained>("explain", [
  own("figure", "text", "The requested word."),
  each("meanings", "What each page says of it.", ({ meanings }) => meanings, MEANING),
]);

/** View of a word: a page, or a row for each meaning. */
export function wordView(explained?: Explained): View<Meaning> {
  const page = explained && { page: () => explained.meanings.flatMap(sectionsOf) };
  return viewOf(MEANING, { ...page, empty: "Nothing." });
}

function sectionsOf(meaning: Meaning): Section[] {
  const { figure: word, section, page, is, formula, measured, unknown, text } = meaning;
  const lines = [
    ...is.map((it) => ["is", it] as const),
    ["formula", formula] as const,
    ["unit", measured?.replaceAll("_", " ")] as const,
    ["– when", unknown] as const,
    ["printed by", meaning.printedBy.join(", ") || undefined] as const,
  ];
  const told = lines.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, kind: "text" as const, value }],
  );
  const title = page === undefined ? word : `${word}: ${section}`;
  const texts = text.map((it) => textSection(it));
  return told.length === 0
    ? [{ ...(texts[0] ?? textSection("")), title }, ...texts.slice(1)]
    : [pairsSection(told, title), ...texts];
}
