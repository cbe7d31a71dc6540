import { REASON_CODES } from "../../base/reason-codes.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { SOME_TEXT } from "../../command/kinds.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { nearestTo } from "../../output/text/nearest.js";
import { EXPLAIN, wordView } from "./record.js";

/** Figures that TAB offers before states and reasons. */
const OFFERED = ["run_7d", "net_pnl", "apr", "unhedged", "imbalance", "next_7d", "basis"];

export const explain = defineCommand({
  description:
    "Explain a figure, a column, a sign, a reason or a state: what it is, its formula, unit and base, when it is –, and what is left out",
  args: {
    word: {
      kind: { ...SOME_TEXT, choices: [...OFFERED, ...REASON_CODES] },
      help: "a name in json or of a table, a sign such as '~', a reason or a state",
    },
  },
  views: () => [wordView()],
  examples: {
    "carry explain net_pnl": "what a figure is, and its formula",
    "carry explain '~'": "what a sign says",
    "carry explain unhedged -o json": "the same for a program",
  },
  async run(context, { args: { word } }, { allSchemas, allCommands }) {
    await (await printerOf(context)).check(wordView());
    const { declaredEntries } = await import("./declared.js");
    const { readEntries } = await import("./entries.js");
    const { fieldsOf, headersOf, ruleFields } = await import("./schema-fields.js");
    const { knownWords, meaningsOf } = await import("./words.js");
    const entries = [...declaredEntries(), ...readEntries()];
    const named = { fields: await fieldsOf(await allSchemas()), rules: await ruleFields() };
    const headers = headersOf(await allCommands());
    const meanings = meaningsOf(word, entries, named, headers.get(word.toLowerCase()));
    if (meanings.length === 0) {
      const near = nearestTo(word, [...knownWords(entries, named), ...headers.keys()]);
      throw new UsageError(
        `explain: nothing is called "${word}"`,
        near === undefined
          ? "names are those of json (`carry schema`), of columns, marks, reasons and states"
          : `did you mean \`carry explain ${near.includes(" ") ? `'${near}'` : near}\`?`,
      );
    }
    const explained = { figure: word, meanings };
    await printComputed(context, {
      json: () => EXPLAIN.json(explained),
      rows: explained.meanings,
      view: wordView(explained),
    });
    return undefined;
  },
});
