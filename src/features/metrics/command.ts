import { optionalRules, RULES_OPTION } from "../../alerts/rules/rules-place.js";
import { visible } from "../../base/safe-text.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { FILE } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { counted } from "../../output/text/counted.js";
import { NET_OPTION } from "../../portfolio/positions/filters.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { stageNamed } from "../../storage/named-file.js";
import { collectPage, type PageRequest } from "./collect-page.js";

const OPTIONS = {
  file: {
    kind: FILE,
    value: "path",
    help: "replace this file (mode 0644), for node exporter's textfile collector; a failure leaves it as it is",
  },
  perPosition: {
    kind: "flag",
    help: "metrics of each position, also with more than 500 positions",
  },
  ...NET_OPTION,
  ...RULES_OPTION,
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const metrics = defineCommand({
  prints: "metrics of Prometheus",
  description:
    "Print the open positions as metrics of Prometheus: gauges of totals, reasons for attention, funding, exchanges, positions and rules. An unknown figure has no metric, and is never 0. The page names and explains each metric. Do not redirect the output to a file that a collector reads, which a failure would leave empty: use --file",
  options: OPTIONS,
  examples: {
    "carry metrics": "the metrics, once",
    "carry metrics --file /var/lib/prometheus/node-exporter/carry.prom":
      "for node exporter's textfile collector, from cron",
  },
  run: (context, { options }) => run(context, options),
});

async function run(context: Context, options: Options): Promise<ExitCode> {
  const request = await requestOf(context, options);
  const { text, failure, leftOut } = await collectPage(context, request);
  const { file } = options;
  if (file === undefined) {
    const { stdout } = context.io;
    await stdout.write(stdout.isTTY ? text.split("\n").map(visible).join("\n") : text);
  } else stageNamed(file, text, 0o644).commit();
  if (leftOut > 0) {
    context.messages.note(
      "LEFT_OUT",
      `the metrics of each of ${counted(leftOut, "position")} are left out; add --per-position for them`,
    );
  }
  return exitCodeOf(failure);
}

/** Reads everything that could be wrong before anything is fetched. */
async function requestOf(context: Context, options: Options): Promise<PageRequest> {
  const limits = await readLimits(context);
  const rules = await optionalRules(context, options.rules);
  await context.portfolios();
  return {
    ...{ limits, rules, net: options.net === true },
    client: await context.client(CONCURRENCY),
    perPosition: options.perPosition === true,
  };
}
