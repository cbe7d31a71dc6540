import { GROUPINGS } from "../../analytics/portfolio/groupings.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { everyPosition } from "../../portfolio/positions/every-position.js";
import { statusesOf } from "../../portfolio/positions/filters.js";
import { oneOf } from "../../settings/kinds.js";
import { exchangesView } from "./exchanges.js";
import { summaryAnswer, summaryView } from "./record.js";

const OPTIONS = {
  by: {
    kind: oneOf(GROUPINGS),
    value: "what",
    help: "asset, exchange (of each leg), pair (the exchanges of the long and the short legs), status, month (in which closed, with the results of closed positions) or age (default: asset)",
  },
  portfolio: { setting: "portfolio" },
  status: { setting: "status" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsSummary = defineCommand({
  description:
    "Sum positions by group: count, gross and net notional, funding, fees, price PnL, net PnL, and APR since opening. A figure that is not known for all positions shows for how many it is. By exchange, the legs are summed: what is held, margin, funding and fees paid, for which each position is fetched in full (formulas: carry explain <name>)",
  options: OPTIONS,
  views: () => [summaryView("asset"), exchangesView()],
  examples: [
    { line: "carry positions summary", what: "every asset, largest notional first" },
    {
      line: "carry positions summary --by exchange --status open",
      what: "what the open positions hold on each exchange, and what its legs earned",
    },
    {
      line: "carry positions summary --by status -o json --query 'rows[].[group, net_pnl.value]'",
      what: "the net PnL of open and of closed positions, for a script",
    },
  ],
  run: (context, { options }) => sumUp(context, options),
});

async function sumUp(context: Context, options: Options): Promise<ExitCode | undefined> {
  const { by = "asset" } = options;
  const statuses = statusesOf(await context.setting("status"));
  const portfolioId = await context.portfolio();
  const printer = await printerOf(context);
  // before anything is fetched
  if (by === "exchange") await printer.check(exchangesView());
  else await printer.check(summaryView(by));
  const client = await context.client(CONCURRENCY);
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  const clock = {
    get now() {
      return client.serviceNow();
    },
    staleMs,
  };
  const inputs = { by, statuses, staleMs };
  const request = { portfolioId, statuses };
  if (by === "exchange") {
    const { sumUpExchanges } = await import("./exchanges-command.js");
    return sumUpExchanges(context, client, request, clock, inputs);
  }
  const { createGrouper } = await import("../../analytics/portfolio/groups.js");
  const { mayHideAClosedLeg } = await import("../../analytics/position/doubt.js");
  const { checkLegs } = await import("../../portfolio/positions/check-legs.js");
  const unchecked = new Set<string>();
  const grouper = createGrouper(by, clock, (id) => unchecked.has(id));
  const listing = everyPosition(context, client, request);
  const doubtful: Position[] = [];
  for await (const position of listing) {
    if (mayHideAClosedLeg(position)) doubtful.push(position);
    else grouper.add(position);
  }
  const checked = await checkLegs(context, client, doubtful);
  for (const id of checked.unchecked) unchecked.add(id);
  for (const position of checked.positions) grouper.add(position);
  const rows = grouper.groups().map((it) => ({ ...it, portfolio_id: portfolioId }));
  const totals = grouper.all();
  const json = () => summaryAnswer(by).json({ inputs, rows, totals });
  await printComputed(context, { json, rows, view: summaryView(by, totals, clock) });
  return exitCodeOf(checked.failure);
}
