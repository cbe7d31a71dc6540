import { ALERT_OPTIONS } from "../../alerts/options.js";
import type { Applied } from "../../alerts/rules/apply.js";
import { optionalRules, RULES_OPTION, rulesPath } from "../../alerts/rules/rules-place.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { counted } from "../../output/text/counted.js";
import { shellWord } from "../../output/text/shell-word.js";
import { collectPortfolio } from "../../portfolio/positions/collect.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { locate } from "../../settings/sources.js";
import { createNamed } from "../../storage/named-file.js";
import type { CheckedRules } from "./deliver.js";
import { CHECK, type CheckInputs, checkView } from "./record.js";

/**
 * Writes the built-in rules with their limits as a rules file.
 * @param isUsual whether `carry check` reads this file by itself
 * @throws {UsageError} when there is a file already
 * @throws {StorageError} when it cannot be written
 */
async function writeRules(context: Context, path: string, isUsual: boolean): Promise<undefined> {
  const sources = await context.sources();
  const { rulesText } = await import("../../alerts/rules/example.js");
  if (
    !createNamed(
      path,
      rulesText((setting) => locate(setting, sources)?.text),
    )
  ) {
    throw new UsageError(
      `--init: ${path} exists, and is left as it is`,
      "name another file with --rules <file>",
    );
  }
  const command = isUsual ? "carry check" : `carry check --rules ${shellWord(path)}`;
  context.messages.note("RULES_WRITTEN", `wrote ${path}, which \`${command}\` judges by`);
  return undefined;
}

/** The rules of a check, and their file. */
type Rules = Pick<CheckInputs, "path" | "rules">;

/** Reads the rules of a file, else the built-in ones. */
async function readRules(context: Context, option: string | undefined): Promise<Rules> {
  const rules = await optionalRules(context, option);
  if (rules.length === 0) {
    const { BUILT_IN_RULES } = await import("../../alerts/rules/reason-rule.js");
    return { path: undefined, rules: BUILT_IN_RULES };
  }
  return { path: rulesPath(context, option), rules };
}

const OPTIONS = {
  ...RULES_OPTION,
  init: {
    kind: "flag",
    help: "write the built-in rules with the limits of the profile to the file, unless there is one",
  },
  ...ALERT_OPTIONS,
} as const satisfies OptionsData;

export const check = defineCommand({
  description:
    "Judge the open positions by the reasons of carry status, or by the rules of a file. For each position a rule failed, passed, or is unknown because a figure that it needs is unknown, which is never a pass. Exits with 10 if a rule failed, and with 11 if none failed but one is unknown (rules of your own: carry help rules)",
  options: OPTIONS,
  views: () => [checkView()],
  examples: {
    "carry check": "by the reasons of carry status, or the rules beside the configuration",
    "carry check --init": "write these rules to a file, to change them",
    "carry check --rules rules.toml -o json --query 'rows[].[rule, asset, result]'":
      "every result, for a script",
    "carry check --on-alert 'mail -s carry me@example.com'":
      "from cron: what is new goes to a command, once",
    "carry check -o csv": "one row for each rule and position",
  },
  run: (context, { options }) => run(context, options),
});

async function run(
  context: Context,
  options: OptionsOf<typeof OPTIONS>,
): Promise<ExitCode | undefined> {
  if (options.init === true) {
    const path = rulesPath(context, options.rules);
    return writeRules(context, path, options.rules === undefined);
  }
  if (options.for !== undefined && options.onAlert === undefined) {
    throw new UsageError("--for works only with --on-alert", "add --on-alert '<command>'");
  }
  const limits = await readLimits(context);
  const { path, rules } = await readRules(context, options.rules);
  await context.portfolios(); // reports a missing one before anything is fetched
  await (await printerOf(context)).check(checkView());
  const client = await context.client(CONCURRENCY);
  const fetch = async (): Promise<CheckedRules> => {
    const { applyRules } = await import("../../alerts/rules/apply.js");
    const { worstFirst } = await import("../../alerts/rules/check-row.js");
    const collected = await collectPortfolio(context, { client, limits });
    const all = applyRules(rules, collected.status, collected.historyOf);
    return { ...collected, all: worstFirst(all) };
  };
  const { onAlert: command, for: forMs = 0 } = options;
  const show = async (checked: CheckedRules) => {
    await print(context, checked, { path, rules });
    return codeOf(context, checked);
  };
  if (command === undefined) return show(await fetch());
  const { deliverCheck } = await import("./deliver.js");
  return deliverCheck(context, { command, forMs, path, rules, fetch, show });
}

async function print(
  context: Context,
  { all, criteria, positions, status, ownerOf }: CheckedRules,
  from: Rules,
): Promise<void> {
  const rows = all.map((it) => ({ ...it, ...ownerOf(it.position?.position_id) }));
  const inputs = { ...from, criteria, positions, status, all: rows };
  const view = checkView(inputs);
  await printComputed(context, { json: () => CHECK.json(inputs), rows, view });
  const worst = all.find(({ verdict, position }) => verdict === "failed" && position)?.position;
  if (worst === undefined) return;
  const { createHandles } = await import("../../base/names/handle.js");
  await printNext(context, [["get", createHandles(true, positions).of(worst)]]);
}

/** Returns how to accept results that are unknown. */
function accepting(unknown: readonly Applied[]): string {
  const codes = new Set(unknown.flatMap(({ reason }) => (reason === undefined ? [] : reason.code)));
  if (codes.size > 0) return `carry profile set ignore ${[...codes].join(",")}`;
  return "let the rule say what an unknown figure means: figure != `null` && ...";
}

/** Returns the exit code by the results. */
function codeOf({ messages }: Context, { all, failure, missing }: CheckedRules): ExitCode {
  if (all.some(({ verdict }) => verdict === "failed")) return ExitCode.attention;
  if (failure !== undefined) return exitCodeOf(failure);
  const unknown = all.filter(({ verdict }) => verdict === "unknown");
  if (unknown.length > 0) {
    messages.note(
      "NOT_JUDGED",
      `no rule failed, but ${counted(unknown.length, "result")} ${unknown.length === 1 ? "is" : "are"} unknown (exit code ${ExitCode.unknown}); to accept that: ${accepting(unknown)}`,
    );
  }
  return unknown.length > 0 || missing > 0 ? ExitCode.unknown : ExitCode.done;
}
