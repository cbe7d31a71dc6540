import { resolve } from "node:path";
import { openKeeper } from "../alerts/open-keeper.js";
import { rulesOf } from "../alerts/rule.js";
import { type Io, isDumb } from "../base/terminal/io.js";
import { UsageError } from "../base/usage-error.js";
import { readLimits } from "../book/load-book.js";
import type { Need } from "../figures/figure.js";
import type { OutputOptions } from "../output/formats/format.js";
import type { Context } from "../run/context.js";
import type { ExitCode } from "../run/errors/exit-codes.js";
import { exitCodeOf } from "../run/errors/kinds.js";
import { CONCURRENCY } from "../run/fetch-each.js";
import { createAlerts, type Watch } from "./alerts.js";
import { DEFAULT_INTERVAL_MS, type WatchOptions } from "./options.js";

import { createRounds } from "./rounds.js";
import { streamEvents } from "./stream.js";

/** Shows the open positions on a terminal, and writes their alerts as events elsewhere. */
export async function watchBook(
  context: Context,
  options: WatchOptions,
  intervalMs = DEFAULT_INTERVAL_MS,
): Promise<ExitCode | undefined> {
  await readLimits(context); // reports invalid limits first
  const output = await context.outputOptions();
  const isOnce = options.once === true;
  refuseOutput(output, isOnce);
  const { io, messages, progress } = context;
  const rules = await rulesOf(options.rules);
  const { onAlert: command, for: forMs = 0, view = "now" } = options;
  const filters = filtersOf(options);
  const rounds = await createRounds(context, {
    client: await context.client(CONCURRENCY),
    needs: new Set<Need>(["funding", "pool", ...rules.flatMap((it) => it.needs)]),
    filters,
    intervalMs,
    isOnce,
  });
  const { list } = await context.portfolios();
  const { profileName: name = "" } = await context.sources();
  const receiver = { rules: options.rules ? resolve(options.rules) : "status", ...filters };
  return openKeeper(context, { command, receiver }, async (keeper) => {
    const alerts = createAlerts({ keeper, rules, forMs, hasCommand: command !== undefined });
    const portfolio = list.map(({ portfolio_id: id }) => id).join(",");
    const watch = { io, messages, progress, name, portfolio, filters, intervalMs, rounds, alerts };
    try {
      const { printFrame, showLive } = await import("./live.js");
      if (isOnce) return exitCodeOf((await printFrame(watch, view, output.look)).failure);
      if (wantsScreen(io, output)) await showLive(watch, view, output.look);
      else await streamEvents(watch, output.query);
      return undefined;
    } finally {
      await alerts.settled();
    }
  });
}

/** Returns the filters that were typed, in a fixed order. */
function filtersOf({ asset, exchange }: WatchOptions): Watch["filters"] {
  return {
    ...(asset && { asset: asset.toSorted() }),
    ...(exchange && { exchange: exchange.toSorted() }),
  };
}

/** Reports whether a watch fills the screen; elsewhere it writes events. */
function wantsScreen({ stdout, env }: Io, { format }: OutputOptions): boolean {
  return format.isLaidOut && stdout.isTTY && !isDumb(env);
}

/** @throws {UsageError} for output that a watch does not have */
function refuseOutput({ columns, sort, format }: OutputOptions, isOnce: boolean): void {
  const ofTable = columns === undefined ? sort && "--sort" : "--columns";
  if (ofTable !== undefined) {
    throw new UsageError(
      `${ofTable}: the pages of a watch are the views of carry list`,
      `leave out ${ofTable}; o sorts, and --view chooses the first page`,
    );
  }
  if (isOnce && !format.isLaidOut) {
    throw new UsageError(
      `--once prints a screen, not ${format.name}`,
      `\`carry status -o ${format.name}\` has the same figures`,
    );
  }
  if (format.columns === "csv") {
    throw new UsageError(
      `a watch prints events as JSON, not as ${format.name}`,
      "add -o ndjson, or -o table for the screen",
    );
  }
}
