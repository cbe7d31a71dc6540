import { GROUPINGS } from "../../analytics/portfolio/groupings.js";
import type { Totals } from "../../analytics/portfolio/totals.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import { createHandles } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { visitPositions } from "../../portfolio/positions/every-position.js";
import {
  createFilter,
  FILTER_OPTIONS,
  NET_OPTION,
  statusesOf,
} from "../../portfolio/positions/filters.js";
import { oneOf } from "../../settings/kinds.js";
import { exchangesView } from "./exchanges.js";
import { summaryAnswer, summaryView } from "./record.js";

const OPTIONS = {
  by: {
    kind: oneOf(GROUPINGS),
    value: "what",
    help: "asset, exchange (of each leg), pair (the exchanges of the long and the short legs), status, month (in which closed, with the results of closed positions), age or portfolio (default: asset)",
  },
  status: {
    setting: "status",
    help: "which positions: open, closed or all, with the closed ones counted apart (default: open; all with --by month and --by status)",
  },
  ...FILTER_OPTIONS,
  ...NET_OPTION,
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsSummary = defineCommand({
  description:
    "Sum the open positions by group, with --status all the closed ones, too: count, gross and net notional, funding, fees, price PnL, net PnL, and APR since opening. A figure that is unknown for some positions shows for how many it is known. By exchange, the legs are summed: what is held, margin, funding and fees paid, for which each position is fetched in full (formulas: carry explain <name>)",
  options: OPTIONS,
  views: () => [summaryView("asset"), exchangesView()],
  examples: {
    "carry positions summary": "every asset, largest notional first",
    "carry positions summary --by exchange --status all":
      "what is held on each exchange, and what its legs earned, those of closed positions too",
    "carry positions summary --by status -o json --query 'rows[].[group, net_pnl.value]'":
      "the net PnL of open and of closed positions, for a script",
  },
  run: (context, { options }) => sumUp(context, options),
});

async function sumUp(context: Context, options: Options): Promise<ExitCode | undefined> {
  const { by = "asset", asset, exchange, net = false } = options;
  if (net && by === "exchange") {
    throw new UsageError(
      "--net cannot be combined with --by exchange, whose rows are of legs",
      "use --by asset for what is unhedged of each asset",
    );
  }
  const isOfClosed = by === "month" || by === "status";
  const status = (await context.setting("status")) ?? (isOfClosed ? ["all"] : ["open"]);
  const statuses = statusesOf(status);
  const filter = createFilter({ status, asset, exchange });
  const portfolios = await context.portfolios();
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
  const inputs = { by, statuses, staleMs, net, filters: { asset, exchange } };
  const handles = createHandles(statuses?.includes("open") !== false);
  const where = (position: Position) => {
    handles.add(position);
    return filter.where?.(position) !== false;
  };
  const isFiltered = asset !== undefined || exchange !== undefined;
  const request = { statuses, ...(isFiltered && { where }) };
  const shown = { handles, isMixed: statuses?.length !== 1, net, empty: filter.whyEmpty };
  if (by === "exchange") {
    const { sumUpExchanges } = await import("./exchanges-command.js");
    return sumUpExchanges(context, client, request, clock, inputs, shown);
  }
  const { createGrouper } = await import("../../analytics/portfolio/groups.js");
  const { netted } = await import("../../analytics/portfolio/totals.js");
  const { mayHideAClosedLeg } = await import("../../analytics/position/doubt.js");
  const { checkLegs } = await import("../../portfolio/positions/check-legs.js");
  const unchecked = new Set<string>();
  const isUnchecked = (id: string) => unchecked.has(id);
  const ownerOf = ({ position_id: id }: Position) => portfolios.of(id).portfolio_id ?? "";
  const create = (key: Parameters<typeof createGrouper>[0]) =>
    createGrouper(key, clock, isUnchecked);
  const grouper = create(by === "portfolio" ? ownerOf : by);
  const apart = create("status");
  const each = portfolios.isSeveral ? create(ownerOf) : undefined;
  const add = (position: Position) => {
    for (const it of [grouper, apart, each]) it?.add(position);
  };
  const doubtful: Position[] = [];
  const listed = await visitPositions(context, client, request, (position, isAgain) => {
    if (isAgain) return; // a sum takes nothing back
    handles.add(position);
    if (mayHideAClosedLeg(position)) doubtful.push(position);
    else add(position);
  });
  const checked = await checkLegs(context, client, doubtful, handles);
  for (const id of checked.unchecked) unchecked.add(id);
  for (const position of checked.positions) add(position);
  const shownTotals = <T extends Totals>(of: T): T => (net ? netted(of) : of);
  const totals = shownTotals(grouper.all());
  const ofEach = new Map(each?.groups().map((it) => [it.key, shownTotals(it)]));
  const none = each === undefined ? totals : shownTotals(create("asset").all());
  const alone = portfolios.without(listed.lost).map((owner) => {
    return { ...owner, totals: ofEach.get(owner.portfolio_id) ?? none };
  });
  const rows = grouper.groups().map((it) => {
    const { portfolio, portfolio_id } =
      (by === "portfolio" && portfolios.list.find((own) => own.portfolio_id === it.key)) ||
      portfolios.of();
    const name = by === "portfolio" && portfolio !== null && { key: portfolio };
    return { ...shownTotals(it), portfolio, portfolio_id, ...name };
  });
  const json = () => summaryAnswer(by).json({ inputs, rows, totals, portfolios: alone });
  const sums = { totals, apart: apart.groups() };
  await printComputed(context, { json, rows, view: summaryView(by, shown, sums, clock) });
  const [first] = rows;
  const isOfAssets = by === "asset" && first !== undefined;
  if (isOfAssets) await printNext(context, [["list", "--asset", first.key]]);
  return exitCodeOf(gravestOf([listed.failure, checked.failure]));
}
