import { resolve } from "node:path";
import { ALERT_OPTIONS, deliver } from "../../alerts/deliver.js";
import {
  countsOf,
  findingsOf,
  gravestResultsFirst,
  judge,
  type Result,
} from "../../alerts/judge.js";
import { RULES_OPTION, type Rule, rulesOf } from "../../alerts/rule.js";
import { createFile } from "../../base/storage/write-file.js";
import { UsageError } from "../../base/usage-error.js";
import { type LoadedBook, loadBook } from "../../book/load-book.js";
import { name } from "../../figures/catalog/position.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { printComputed, printNext } from "../../run/print.js";
import { checkScreen } from "../../run/screen/screen.js";
import { exampleRules } from "./example.js";
import { CHECK, checkView } from "./screen.js";

const OPTIONS = {
  ...RULES_OPTION,
  init: { kind: "flag", help: "write a commented file of rules to --rules, unless there is one" },
  ...ALERT_OPTIONS,
} as const satisfies OptionsData;

/** A book with what the rules say of it, the gravest first. */
interface Judged {
  readonly book: LoadedBook;
  readonly lost: LoadedBook["lost"];
  readonly results: readonly Result[];
}

export const check = defineCommand({
  description:
    "Judge the open positions by the causes of carry status, or by the rules of a file. For each position a rule failed, passed, or is unknown because a figure that it needs is unknown, which is never a pass. Exits with 10 if a rule failed, and with 11 if none failed but one is unknown (rules of your own: carry help rules)",
  options: OPTIONS,
  views: () => [checkView()],
  examples: {
    "carry check": "by the causes of carry status",
    "carry check --init --rules rules.toml": "write a file of rules, to change it",
    "carry check --rules rules.toml -o json --query 'rows[].[rule, name, result]'":
      "every result, for a script",
    "carry check --on-alert 'mail -s carry me@example.com'":
      "from cron: what is new goes to a command, once",
    "carry check -o csv": "one row for each rule and position",
  },
  run: (context, { options }) => run(context, options),
});

async function run(
  context: Context,
  { rules: path, init = false, onAlert: command, for: forMs }: OptionsOf<typeof OPTIONS>,
): Promise<ExitCode | undefined> {
  if (init) return writeRules(context, path);
  if (forMs !== undefined && command === undefined) {
    throw new UsageError("--for works only with --on-alert", "add --on-alert '<command>'");
  }
  const rules = await rulesOf(path);
  await checkScreen(context, checkView());
  const needs = new Set(rules.flatMap((it) => it.needs));
  const fetch = async (): Promise<Judged> => {
    const book = await loadBook(context, { needs });
    return { book, lost: book.lost, results: gravestResultsFirst(judge(rules, book.all)) };
  };
  const show = async (judged: Judged) => {
    await print(context, judged, path, rules);
    return codeOf(context, judged);
  };
  if (command === undefined) return show(await fetch());
  const wish = { command, receiver: { rules: path === undefined ? "check" : resolve(path) } };
  return deliver(context, wish, { fetch, show }, (keeper, judged) => {
    const findings = findingsOf(judged.results, context.io.clock.now(), forMs);
    keeper.take({ ...findings, isPart: judged.lost.length > 0 });
    return show(judged).finally(() => keeper.settled()); // also if printing fails
  });
}

/**
 * Writes a file of rules to change.
 * @throws {UsageError} without --rules, and when there is a file already
 * @throws {StorageError} when it cannot be written
 */
function writeRules({ messages }: Context, path: string | undefined): undefined {
  if (path === undefined) {
    throw new UsageError("--init needs a file", "name it: carry check --init --rules rules.toml");
  }
  if (!createFile(path, exampleRules())) {
    throw new UsageError(
      `--init: ${path} exists, and is left as it is`,
      "name another file with --rules <file>",
    );
  }
  messages.note("RULES_WRITTEN", `wrote ${path}; judge by it with --rules`);
  return undefined;
}

async function print(
  context: Context,
  { book: { all }, results }: Judged,
  path: string | undefined,
  rules: readonly Rule[],
): Promise<void> {
  const { inputs, members } = all;
  const checked = { now: inputs.now, path, rules, positions: members.length, results };
  const { format, columns } = await context.outputOptions();
  const isScreen = format.isLaidOut && columns === undefined;
  const rows = isScreen ? results.filter(({ verdict }) => verdict !== "passed") : results;
  const json = () => CHECK.json(checked);
  await printComputed(context, { json, rows, view: checkView(checked) });
  const worst = results.find(({ verdict, position }) => verdict === "failed" && position)?.position;
  if (worst !== undefined) await printNext(context, [["get", name(worst)]]);
}

/** Returns the exit code by the results. */
function codeOf({ messages }: Context, { results, book }: Judged): ExitCode {
  const { failed, unknown } = countsOf(results);
  if (failed > 0) return ExitCode.attention;
  if (book.failure !== undefined) return exitCodeOf(book.failure);
  if (unknown > 0) {
    messages.note(
      "NOT_JUDGED",
      `no rule failed, but ${counted(unknown, "result")} ${unknown === 1 ? "is" : "are"} unknown (exit code ${ExitCode.unknown}); to accept that: ${accepting(results)}`,
    );
  }
  return unknown > 0 || book.missing > 0 ? ExitCode.unknown : ExitCode.done;
}

/** Returns how to accept results that are unknown. */
function accepting(results: readonly Result[]): string {
  const unknown = results.filter(({ verdict }) => verdict === "unknown");
  const found = unknown.filter((it) => it.found !== undefined);
  const causes = new Set(
    (found.length > 0 ? found : unknown).flatMap(({ rule }) => rule.cause ?? []),
  );
  if (causes.size > 0) return `carry profile set ignore ${[...causes].join(",")}`;
  return "let the rule say what an unknown figure means: figure != `null` && ...";
}
