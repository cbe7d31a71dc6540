import { judge } from "../../alerts/judge.js";
import { RULES_OPTION, rulesOf } from "../../alerts/rule.js";
import { visible } from "../../base/safe-text.js";
import { replaceFile } from "../../base/storage/write-file.js";
import { loadBook } from "../../book/load-book.js";
import type { Need } from "../../figures/figure.js";
import type { Group } from "../../figures/subjects.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { FILE } from "../../run/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { portfolioName } from "../../run/settings/portfolios.js";
import { expositionOf, labelled, merged } from "../../serve/metrics/family.js";
import { pageFamilies } from "../../serve/metrics/page.js";

const OPTIONS = {
  file: {
    kind: FILE,
    value: "path",
    help: "replace this file (mode 0644), for node exporter's textfile collector; a failure leaves it as it is",
  },
  ...RULES_OPTION,
} as const satisfies OptionsData;

export const metrics = defineCommand({
  prints: "metrics of Prometheus",
  description:
    "Print the open positions as metrics of Prometheus: gauges of every figure of the book and of each position, causes for attention, exchanges and rules. An unknown figure has no metric, and is never 0. The page names and explains each metric. Do not redirect the output to a file that a collector reads, which a failure would leave empty: use --file",
  options: OPTIONS,
  examples: {
    "carry metrics": "the metrics, once",
    "carry metrics --file /var/lib/prometheus/node-exporter/carry.prom":
      "for node exporter's textfile collector, from cron",
  },
  run: (context, { options }) => run(context, options),
});

const NEEDS: ReadonlySet<Need> = new Set(["funding", "pool"]);

async function run(
  context: Context,
  { file, rules: path }: OptionsOf<typeof OPTIONS>,
): Promise<ExitCode> {
  const rules = path === undefined ? [] : await rulesOf(path);
  const loaded = await loadBook(context, { needs: NEEDS });
  const { all, groupOf, lost, failure } = loaded;
  const now = context.io.clock.now();
  const pageOf = (book: Group | undefined, missing: number) => {
    const isUp = book !== undefined && (failure === undefined || lost.length > 0);
    const results = book === undefined ? [] : judge(rules, book);
    return pageFamilies({ book, isUp, missing, now, results });
  };
  const { list, isList, each } = await context.portfolios();
  const own = each({ positions: loaded.positions, lost }, all, groupOf);
  const pages = isList
    ? list.map((portfolio) => {
        const found = own.find((it) => it.portfolio_id === portfolio.portfolio_id)?.totals;
        const page = pageOf(found, found === undefined ? 1 : missingIn(found));
        return labelled(page, { portfolio: portfolioName(portfolio) });
      })
    : [pageOf(all, loaded.missing)];
  const text = expositionOf(merged(pages));
  if (file === undefined) {
    const { stdout } = context.io;
    await stdout.write(stdout.isTTY ? text.split("\n").map(visible).join("\n") : text);
  } else replaceFile(file, text, 0o644);
  return exitCodeOf(failure);
}

/** Counts the parts of a portfolio that could not be fetched. */
function missingIn({ members, inputs }: Group): number {
  const unchecked = members.filter(({ record }) => inputs.isUnchecked(record.position_id));
  const legs = members.flatMap((p) => p.legs);
  const markets = new Set(legs.flatMap(({ record }) => record.market_id ?? []));
  return unchecked.length + [...markets].filter((id) => inputs.historyOf(id) === undefined).length;
}
