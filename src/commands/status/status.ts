import { Option } from "commander";
import type { Criteria } from "../../analytics/attention.js";
import type { PortfolioStatus } from "../../analytics/status.js";
import type { Position } from "../../api/position.js";
import type { Context } from "../../context.js";
import type { ExitCode } from "../../exit-codes.js";
import type { OutputOptions } from "../../output/options.js";
import { onePage } from "../../output/pages.js";
import type { PrintOutcome } from "../../output/printer.js";
import { reasonsView } from "../../views/status-rows.js";
import { CONCURRENCY } from "../fetch-each.js";
import { everyPosition } from "../positions/every-position.js";
import { printerOf, tell } from "../print.js";
import type { CommandDefinition } from "../spec.js";
import { percentage } from "../values.js";
import { fundingOfLastDay } from "./last-day.js";

interface Options {
  readonly portfolio?: string;
  readonly imbalance?: number;
  readonly check?: boolean;
}

/** Legs that are apart by less are as near as sizes of lots let them be. */
const DEFAULT_IMBALANCE = 2;

const NEEDS_ATTENTION: ExitCode = 10;

export const status: CommandDefinition = {
  description:
    "Show what the open positions come to together, and then those that need attention, worst first, each with its reasons: legs out of balance, losing since it was opened, paying funding over the last day, a mark price missing or stale, net PnL not available (rules: docs/analytics.md)",
  options: [
    new Option("--portfolio <uuid>", "portfolio to look at (default: the profile's)"),
    new Option(
      "--imbalance <percent>",
      `how far long and short may be apart, in percent of the larger (default: ${DEFAULT_IMBALANCE})`,
    ).argParser(percentage("--imbalance")),
    new Option("--check", "exit 10 when something needs attention, for cron jobs and scripts"),
  ],
  columns: () => reasonsView({ now: 0 }).columns.map(({ key }) => key),
  examples: [
    { line: "carry status", what: "the whole portfolio on one screen" },
    {
      line: "carry status --imbalance 5 -o json --query 'attention[].[asset, reasons[0].text]'",
      what: "what needs attention, for a program",
    },
    {
      line: "carry status -o csv",
      what: "a row for each reason; with --check, the exit code tells a cron job",
    },
  ],
  async run(context, invocation) {
    return run(context, invocation.options as Options);
  },
};

async function run(context: Context, options: Options): Promise<ExitCode> {
  const portfolioId = await context.portfolio(options.portfolio);
  await (await printerOf(context)).check(reasonsView({ now: 0 })); // before anything is fetched
  const client = await context.client(CONCURRENCY);
  const positions: Position[] = [];
  const listing = everyPosition(context, client, { portfolioId, statuses: ["open"] });
  for await (const position of listing) positions.push(position);
  const now = client.serviceNow();
  const { historyOf, exitCode } = await fundingOfLastDay(context, client, positions, now);
  const { decimal } = await import("../../analytics/decimal.js");
  const { statusOf } = await import("../../analytics/status.js");
  const imbalance = decimal(options.imbalance ?? DEFAULT_IMBALANCE);
  const criteria: Criteria = { imbalance, now, historyOf };
  const found = statusOf(positions, criteria);
  tell(context, await print(context, found));
  return options.check === true && found.attention.length > 0 ? NEEDS_ATTENTION : exitCode;
}

/** On a page, or as one object; as rows where rows were asked for. */
async function print(context: Context, status: PortfolioStatus): Promise<PrintOutcome> {
  const printer = await printerOf(context);
  const { notJudgedNotes, statusRowsView, statusView } = await import("../../views/status.js");
  if (wantsRows(await context.outputOptions())) {
    const { reasonRows } = await import("../../views/status-rows.js");
    const rows = reasonRows(status.attention).map((value) => ({ value, source: "" }));
    const { notes } = await printer.list(onePage(rows), statusRowsView(status));
    return { notes: [...notes, ...notJudgedNotes(status)] };
  }
  const { statusJson } = await import("../../views/status-json.js");
  return printer.things([statusJson(status)], statusView(status), false);
}

function wantsRows({ format, columns, sort }: OutputOptions): boolean {
  return format === "csv" || (format === "table" && (columns ?? sort) !== undefined);
}
