import type { Criteria } from "../../analytics/criteria.js";
import type { PortfolioStatus } from "../../analytics/status.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, tell } from "../../command/print.js";
import type { PrintOutcome } from "../../output/formats/format.js";
import { type OutputOptions, showsColumns } from "../../output/formats/format.js";
import { onePage } from "../../output/formats/pages.js";
import { reasonsView } from "../../views/status-rows.js";
import { counted } from "../positions/counted.js";
import { everyPosition } from "../positions/every-position.js";
import { checkLegs } from "./check-legs.js";
import { LIMIT_OPTIONS, readLimits } from "./limits.js";
import { recentFunding } from "./recent-funding.js";

export const status = defineCommand({
  description:
    "Show what the open positions come to together, and then those that need attention, worst first, each with its reasons: legs out of balance or missing, an initial margin nearly gone, losing, paying funding, fees that funding does not earn, figures missing or out of date; and what they are paid now, over 24 hours, 7 and 30 days (rules: docs/analytics.md). A terminal shows as many positions as it has room for, with -v all of them",
  options: {
    portfolio: { setting: "portfolio" },
    ...LIMIT_OPTIONS,
    check: {
      kind: "flag",
      help: "exit 10 when something needs attention, 11 when nothing does and something cannot be judged, for cron jobs and scripts",
    },
  },
  columns: () => reasonsView({ now: 0 }).columns.map(({ key }) => key),
  examples: [
    { line: "carry status", what: "the whole portfolio on one screen" },
    {
      line: "carry status --imbalance 5 -o json --query 'attention[].[asset, reasons[0].text]'",
      what: "what needs attention, for a program",
    },
    {
      line: "carry status --check --loss 50 --ignore paying:92bc28c3",
      what: "for a cron job, which goes by the exit code: less strict, and one reason of one position left out",
    },
    { line: "carry status -o csv", what: "a row for each reason" },
  ],
  run: (context, { options }) => run(context, options.check === true),
});

async function run(context: Context, checks: boolean): Promise<ExitCode> {
  const limits = await readLimits(context); // what is wrong is said before anything else
  const portfolioId = await context.portfolio();
  await (await printerOf(context)).check(reasonsView({ now: 0 })); // before anything is fetched
  const client = await context.client(CONCURRENCY);
  const listed: Position[] = [];
  const listing = everyPosition(context, client, { portfolioId, statuses: ["open"] });
  for await (const position of listing) listed.push(position);
  const { positions, unchecked, failure: ofLegs } = await checkLegs(context, client, listed);
  const now = client.serviceNow();
  const { historyOf, failure: ofFunding } = await recentFunding(context, positions, now, {
    client,
    signal: context.io.signal,
  });
  const { statusOf } = await import("../../analytics/status.js");
  const criteria: Criteria = { limits, now, isUnchecked: (id) => unchecked.has(id) };
  const found = statusOf(positions, historyOf, criteria);
  tell(context, await print(context, found));
  const failure = gravestOf([ofLegs, ofFunding]);
  if (checks && found.attention.length > 0) return ExitCode.attention;
  if (!checks || failure !== undefined || found.notJudged.length === 0) return exitCodeOf(failure);
  context.messages.note(whatIsNotTold(found));
  return ExitCode.unknown;
}

/** Why it is exit code 11, and how to accept that. */
function whatIsNotTold({ notJudged, totals }: PortfolioStatus): string {
  const codes = new Set(notJudged.flatMap(({ reasons }) => reasons.map(({ code }) => code)));
  return `nothing needs attention, and ${notJudged.length} of ${counted(totals.positions, "position")} cannot be judged in full (exit code ${ExitCode.unknown}); to accept that: --ignore ${[...codes].join(",")}`;
}

/** On a page, or as one object; as rows where rows were asked for. */
async function print(context: Context, status: PortfolioStatus): Promise<PrintOutcome> {
  const printer = await printerOf(context);
  const { statusRowsView, statusView } = await import("../../views/status.js");
  if (wantsRows(await context.outputOptions())) {
    const { asideNotes } = await import("../../views/status-asides.js");
    const { reasonRows } = await import("../../views/status-rows.js");
    const rows = reasonRows(status.attention).map((value) => ({ value, source: "" }));
    const { notes } = await printer.list(onePage(rows), statusRowsView(status));
    return { notes: [...notes, ...asideNotes(status)] };
  }
  const { statusJson } = await import("../../views/status-json.js");
  return printer.things([statusJson(status)], statusView(status, context.verbose), false);
}

function wantsRows(options: OutputOptions): boolean {
  const { format, columns, sort } = options;
  return showsColumns(options) && !(format.isLaidOut && (columns ?? sort) === undefined);
}
