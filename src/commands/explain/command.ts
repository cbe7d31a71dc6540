import { UsageError } from "../../base/usage-error.js";
import { answer, each, type Field, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { pairsSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import { nearestTo } from "../../output/text/words.js";
import { defineCommand } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { printComputed, printerOf } from "../../run/print.js";
import { KINDS, knownWords, type Meaning, meaningsOf } from "./meaning.js";

/** A word with all that it means. */
interface Explained {
  readonly word: string;
  readonly meanings: readonly Meaning[];
}

const MEANING: readonly Field<Meaning>[] = [
  own("kind", KINDS, "What the word is the name of.", { header: "kind" }),
  own("subject", "text?", "What a figure or a fact is of.", { header: "of" }),
  own("name", "text", "Its name in data and on the command line.", { header: "name" }),
  own("heading", "text?", "What tables call it, if not by its name.", { header: "heading" }),
  plain("is", "text", "What it is.", { of: ({ help }) => help, header: "is", kind: "prose" }),
  own("formula", "text?", "Formula of a figure.", { header: "formula", kind: "prose" }),
  own("unit", "text?", "Unit of a figure.", { header: "unit" }),
  own("base", "text?", "What a percentage is of.", { header: "base" }),
  plain("unknown_when", "text?", "When a figure is unknown.", {
    of: ({ unknownWhen }) => unknownWhen,
    header: "– when",
    kind: "prose",
  }),
  plain("left_out", "text?", "What is not in a figure.", {
    of: ({ leftOut }) => leftOut,
    header: "left out",
    kind: "prose",
  }),
  own("severity", "text?", "How grave a cause is.", { header: "severity" }),
  own("worth", "text?", "What the value of a cause is.", { header: "worth" }),
  own("values", "text?", "Values of a fact or a setting.", { header: "values", kind: "prose" }),
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

export const explain = defineCommand({
  description:
    "Explain a figure, a column, a sign, a cause or a setting: what it is, its formula, unit and base, when it is –, and what is left out. A word that several things are called is explained for each",
  args: {
    word: {
      kind: { ...SOME_TEXT, choices: knownWords().filter((it) => /^\w+$/.test(it)) },
      help: "a name in json or of a table, a sign such as '~', a cause, or a setting",
    },
  },
  views: () => [wordView()],
  examples: {
    "carry explain net_pnl": "what a figure is, and its formula",
    "carry explain '~'": "what a sign says",
    "carry explain unhedged -o json": "the same for a program",
  },
  async run(context, { args: { word } }) {
    await (await printerOf(context)).check(wordView());
    const meanings = meaningsOf(word);
    if (meanings.length === 0) throw unknownWord(word);
    const explained = { word, meanings };
    await printComputed(context, {
      json: () => EXPLAIN.json(explained),
      rows: meanings,
      view: wordView(explained),
    });
  },
});

function unknownWord(word: string): UsageError {
  const near = nearestTo(word, knownWords());
  return new UsageError(
    `explain: nothing is called "${word}"`,
    near === undefined
      ? "words are names in json, headings of columns, signs, causes and settings"
      : `did you mean \`carry explain ${/^[\w-]+$/.test(near) ? near : `'${near}'`}\`?`,
  );
}
