import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { fundingPast } from "../../portfolio/funding/funding-past.js";
import {
  createIdFinder,
  fetchNamed,
  handlesOf,
  openIds,
} from "../../portfolio/positions/find-ids.js";
import { POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { withPerformance } from "../../portfolio/positions/with-performance.js";
import type { Reconcilable } from "./figures.js";
import { RECONCILE, type ReconcileRow, reconcileView } from "./record.js";

export const positionsReconcile = defineCommand({
  description:
    "Compare the service's funding, fees and net PnL of positions with carry's own sums from settled events and legs, line by line. Events count at the sizes that an archive has recorded, else at the current quantity. A difference of more than 0.01 USD is explained by its cause, or unexplained: then the exit code is 10 (formulas: carry explain <name>)",
  args: {
    id: { ...POSITIONS, optional: true },
  },
  options: {
    all: { kind: "flag", help: "every open position of the portfolio" },
  },
  views: () => [reconcileView()],
  examples: {
    "carry positions reconcile bf25fbc4": "one position, line by line",
    "carry positions reconcile --all -o csv": "all open positions, for a spreadsheet",
  },
  async run(context, { args, options }) {
    const { all = false } = options;
    const typed = args.id ?? [];
    if (all === typed.length > 0) throw wrongChoice(all);
    const printer = await printerOf(context);
    await printer.check(reconcileView());
    const client = await context.client(CONCURRENCY);
    const { found, handles, failure } = await fetchPositions(context, client, typed, all);
    const { lifeOf, positionFunding } = await import("../../analytics/funding/position-funding.js");
    const { reconcile, verdictsOf } = await import("./figures.js");
    const now = client.serviceNow();
    const wanted = found.map((position) => ({ position, ...lifeOf(position, now) }));
    const past = await fundingPast(context, client, wanted);
    const { eventsOf, sizesOf } = past;
    const rows = wanted.flatMap(({ position, start, end }) => {
      const sizes = sizesOf(position);
      const funding = positionFunding(position, { eventsOf, sizes, start, end });
      return reconcile(position, funding).map((line) => {
        return { ...line, position, handle: handles.of(position) };
      });
    });
    const view = reconcileView(rows);
    await printComputed(context, { json: () => RECONCILE.json(rows), rows, view });
    await printNext(context, rows.length === 0 ? [] : [nextOf(rows)]);
    const gravest = gravestOf([failure, past.failure]);
    if (gravest !== undefined) return exitCodeOf(gravest);
    return verdictsOf(rows).unexplained > 0 ? ExitCode.attention : undefined;
  },
});

/** Returns the next command: explains the net PnL where a line is unexplained, else shows the position. */
function nextOf(rows: readonly ReconcileRow[]): NextLine {
  const [first] = [...rows.filter(({ verdict }) => verdict === "unexplained"), ...rows];
  const { handle = "", verdict } = first ?? {};
  return verdict === "unexplained" ? ["explain", "net_pnl", handle] : ["get", handle];
}

function wrongChoice(all: boolean): UsageError {
  return all
    ? new UsageError("--all and names of positions exclude each other", "leave out one of them")
    : new UsageError(
        "no position is named",
        "name positions, such as SUI or SUI.1a9f, or use --all",
      );
}

/** Fetches positions in full, with their performance; reports those that fail. */
async function fetchPositions(
  context: Context,
  client: Client,
  typed: readonly string[],
  all: boolean,
) {
  const ids = all ? await openIds(context, client) : await withIdsFromStdin(context, typed);
  const finder = createIdFinder(context);
  const { found, failure } = await fetchNamed(context, client, ids, finder);
  const whole = await withPerformance(context, client, found);
  const positions = whole.map(({ value }) => value as Reconcilable);
  return { found: positions, handles: await handlesOf(finder, positions, all), failure };
}
