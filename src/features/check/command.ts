import { ALERT_OPTIONS, FAIL_ON } from "../../alerts/options.js";
import { RULES_OPTION, requiredRules, rulesPath } from "../../alerts/rules/rules-place.js";
import { reaches, type Severity } from "../../base/severity.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { shellWord } from "../../output/text/shell-word.js";
import { collectPortfolio } from "../../portfolio/positions/collect.js";
import { LIMIT_OPTIONS, readLimits } from "../../portfolio/positions/limits.js";
import { createNamed } from "../../storage/named-file.js";
import type { CheckedRules } from "./deliver.js";
import { CHECK, type CheckInputs, checkView } from "./record.js";

/**
 * Writes a commented example of a rules file.
 * @param isUsual whether `carry check` reads this file by itself
 * @throws {UsageError} when there is a file already
 * @throws {StorageError} when it cannot be written
 */
async function writeExample(
  { messages }: Context,
  path: string,
  isUsual: boolean,
): Promise<undefined> {
  const { EXAMPLE_RULES } = await import("../../alerts/rules/example.js");
  if (!createNamed(path, EXAMPLE_RULES)) {
    throw new UsageError(
      `--init: ${path} exists, and is left as it is`,
      "name another file with --rules <file>",
    );
  }
  const command = isUsual ? "carry check" : `carry check --rules ${shellWord(path)}`;
  messages.note("RULES_WRITTEN", `wrote ${path}; change its rules, then run \`${command}\``);
  return undefined;
}

const OPTIONS = {
  portfolio: { setting: "portfolio" },
  ...RULES_OPTION,
  failOn: FAIL_ON,
  onAlert: ALERT_OPTIONS.onAlert,
  init: { kind: "flag", help: "write a commented example of a rules file, unless there is one" },
  ...LIMIT_OPTIONS,
} as const satisfies OptionsData;

export const check = defineCommand({
  description:
    "Apply the rules of a file to the open positions. A rule describes a problem: for each position it has failed, has passed, or cannot be told because a figure that it names is not known, which is never a pass. Exits with 10 if a rule failed, and with 11 if none failed but one cannot be told (rules and the names of figures: docs/rules.md). The limits decide what attention, reasons and thin margins are",
  options: OPTIONS,
  views: () => [checkView()],
  examples: [
    { line: "carry check --init", what: "an example of rules, to begin with" },
    { line: "carry check", what: "the rules beside the configuration" },
    {
      line: "carry check --rules rules.toml -o json --query 'rows[].[rule, asset, result]'",
      what: "every result, for a script",
    },
    {
      line: "carry check --on-alert 'mail -s carry me@example.com'",
      what: "from cron: what is new goes to a command, once",
    },
    { line: "carry check -o csv", what: "one row for each rule and position" },
  ],
  run: (context, { options }) => run(context, options),
});

async function run(
  context: Context,
  options: OptionsOf<typeof OPTIONS>,
): Promise<ExitCode | undefined> {
  const path = rulesPath(context, options.rules);
  if (options.init === true) return writeExample(context, path, options.rules === undefined);
  const limits = await readLimits(context);
  const rules = await requiredRules(path);
  await context.portfolio(); // reports a missing one before anything is fetched
  await (await printerOf(context)).check(checkView());
  const client = await context.client(CONCURRENCY);
  const fetch = async (): Promise<CheckedRules> => {
    const { applyRules } = await import("../../alerts/rules/apply.js");
    const { worstFirst } = await import("../../alerts/rules/check-row.js");
    const collected = await collectPortfolio(context, { client, limits });
    const all = applyRules(rules, collected.status, collected.historyOf);
    return { ...collected, all: worstFirst(all) };
  };
  const { onAlert: command, failOn } = options;
  const show = async (checked: CheckedRules) => {
    await print(context, checked, { path, rules });
    return codeOf(context, checked, failOn);
  };
  if (command === undefined) return show(await fetch());
  const { deliverCheck } = await import("./deliver.js");
  return deliverCheck(context, { command, path, rules, fetch, show });
}

async function print(
  context: Context,
  { all, criteria, positions }: CheckedRules,
  from: Pick<CheckInputs, "path" | "rules">,
): Promise<void> {
  const portfolio_id = await context.portfolio();
  const rows = all.map((it) => ({ ...it, portfolio_id }));
  const inputs = { ...from, criteria, positions: positions.length, all: rows };
  const view = checkView(inputs);
  await printComputed(context, { json: () => CHECK.json(inputs), rows, view });
}

/** Returns the exit code by the results of rules that are at least this serious. */
function codeOf(
  { messages }: Context,
  { all, failure, missing }: CheckedRules,
  failOn: Severity | undefined,
): ExitCode {
  const counting = all.filter(({ rule }) => reaches(rule.severity, failOn));
  if (counting.some(({ verdict }) => verdict === "failed")) return ExitCode.attention;
  if (failure !== undefined) return exitCodeOf(failure);
  const unknown = counting.filter(({ verdict }) => verdict === "unknown");
  if (unknown.length > 0) {
    messages.note(
      "NOT_JUDGED",
      `no rule failed, but ${counted(unknown.length, "result")} cannot be told (exit code ${ExitCode.unknown}); to accept that, let the rule say what an unknown figure means: figure != \`null\` && ...`,
    );
  }
  return unknown.length > 0 || missing > 0 ? ExitCode.unknown : ExitCode.done;
}
