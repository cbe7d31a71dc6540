import { UsageError } from "../../base/usage-error.js";
import { nearestTo } from "../../output/text/nearest.js";
import { defineCommand } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { printComputed, printerOf } from "../../run/print.js";
import { knownWords, meaningsOf, offeredWords } from "./meaning.js";
import { EXPLAIN, wordView } from "./record.js";

export const explain = defineCommand({
  description:
    "Explain a figure, a column, a sign, a cause or a setting: what it is, its formula, unit and base, when it is –, and what is left out. A word that several things are called is explained for each",
  args: {
    word: {
      kind: { ...SOME_TEXT, choices: offeredWords() },
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
    return undefined;
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
