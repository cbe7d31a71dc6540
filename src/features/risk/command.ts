import { heldLegs } from "../../analytics/position/held-legs.js";
import type { MarginLimit } from "../../analytics/position/limits.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import type { Risk } from "../../analytics/position/risk.js";
import type { Stress } from "../../analytics/position/stress.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf } from "../../command/print.js";
import { printComputed, printsRows } from "../../command/print-computed.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { counted } from "../../output/text/counted.js";
import { recentFunding } from "../../portfolio/funding/recent-funding.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { marginLimit } from "../../portfolio/positions/limits.js";
import { openPositions } from "../../portfolio/positions/open-positions.js";
import { riskLegsView } from "./legs.js";
import type { RiskRow } from "./row.js";
import { STRESS, type TypedStress } from "./stress-option.js";

export const positionsRisk = defineCommand({
  description:
    "Show how far each held leg is from the loss of its initial margin, and what is held on one side only; with --stress, what a move of prices, bases or funding would bring, and what would be unhedged without an exchange (formulas: carry explain <name>; an example: docs/decide.md). Isolated margin is assumed, without maintenance margin and collateral added since. What is held on each exchange: `carry positions summary --by exchange`",
  args: { id: OPEN_POSITIONS },
  options: {
    stress: {
      kind: STRESS,
      value: "what",
      many: "list",
      help: "price=20% (both ways), price=-20%, basis=1%, funding=-1 (times that of the last 7 days, for 30 days), down=<exchange>; each is a line with what it leaves out",
    },
    portfolio: { setting: "portfolio" },
    margin: { setting: "margin" },
    stale: { setting: "stale" },
  },
  views: () => [riskLegsView({ now: 0 })],
  examples: [
    { line: "carry positions risk", what: "margins, and what is unhedged" },
    {
      line: "carry positions risk --stress price=20%,basis=1%,funding=-1,down=bybit",
      what: "the same under stress, one line each",
    },
    {
      line: "carry positions risk --margin 15% -o json --query 'rows[?thin].[asset, exchange, distance.value]'",
      what: "the legs that lose their margin within 15 %, for a script",
    },
    { line: "carry positions risk -o csv", what: "one row per leg, for a spreadsheet" },
  ],
  async run(context, { args, options }) {
    const stresses = await Promise.all((options.stress ?? []).map(stressesOf));
    return show(context, await withIdsFromStdin(context, args.id ?? []), stresses.flat());
  },
});

async function show(
  context: Context,
  names: readonly string[],
  stresses: readonly Stress[],
): Promise<ExitCode> {
  const margin = await marginLimit(context);
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  await (await printerOf(context)).check(riskLegsView({ now: 0 })); // before anything is fetched
  const output = await context.outputOptions();
  const unseen = stresses.length === 0 ? undefined : whyUnseen(output);
  if (unseen !== undefined) warnOfStress(context, unseen);
  const client = await context.client(CONCURRENCY);
  const { positions, unchecked, failure: ofLegs } = await openPositions(context, client, names);
  checkExchanges(stresses, positions);
  const now = client.serviceNow();
  const seen = unseen === undefined ? stresses : [];
  const isHeld = positions.some((position) => heldLegs(position).length > 0);
  if (seen.length > 0 && output.format.isLaidOut && !isHeld) {
    warnOfStress(context, ": no leg holds anything");
  }
  const { signal } = context.io;
  const funding = await recentFunding(context, positions, now, { client, signal });
  const { riskOf } = await import("../../analytics/position/risk.js");
  const isUnchecked = (id: string) => unchecked.has(id);
  const { historyOf } = funding;
  const risk = riskOf(positions, { margin, staleMs, now, historyOf, stresses: seen, isUnchecked });
  await print(context, risk, { margin, now, staleMs });
  return exitCodeOf(gravestOf([ofLegs, funding.failure]));
}

async function print(
  context: Context,
  risk: Risk,
  options: {
    readonly margin: MarginLimit;
    readonly now: number;
    readonly staleMs: number;
  },
): Promise<void> {
  const { riskView } = await import("./view.js");
  const { RISK } = await import("./record.js");
  const portfolio_id = await context.portfolio();
  const rows = risk.legs.map((leg): RiskRow => {
    return { portfolio_id, position: leg.position, legs: [leg.leg], risk: leg };
  });
  await printComputed(context, {
    json: () => RISK.json({ ...options, portfolio_id, risk, rows }),
    rows,
    view: riskView({ ...options, risk, rows }),
  });
  const output = await context.outputOptions();
  const { unchecked } = risk.totals;
  if (unchecked === 0 || !printsRows(output) || output.format.isLaidOut) return;
  context.messages.note(
    "LEGS_UNCHECKED",
    `legs of ${counted(unchecked, "position")} not checked: one may be closed, and counts as listed`,
  );
}

/** Returns why a stress is not shown by these options; undefined if it is. */
function whyUnseen(options: OutputOptions): string | undefined {
  const { format, columns, sort } = options;
  if (!printsRows(options)) return undefined;
  if (!format.isLaidOut) return ` with --output ${format.name}, which has one row per leg`;
  const chosen = columns !== undefined ? "columns" : sort !== undefined ? "sort" : "no-header";
  return ` with --${chosen}, which shows the legs alone`;
}

function warnOfStress({ messages }: Context, why: string): void {
  messages.warning("OPTION_IGNORED", `--stress has no effect${why}`);
}

/** Returns the stresses of an option; a price without a sign moves both ways. */
async function stressesOf(typed: TypedStress): Promise<Stress[]> {
  const { Big } = await import("big.js");
  switch (typed.kind) {
    case "price":
      return typed.percents.map((percent) => ({ kind: "price", percent: new Big(percent) }));
    case "basis":
      return typed.percents.map((points) => ({ kind: "basis", points: new Big(points) }));
    case "funding":
      return [{ kind: "funding", factor: new Big(typed.factor) }];
    case "down":
      return [typed];
  }
}

/**
 * Throws if nothing is held on the exchange of a stress.
 * @throws {UsageError} naming the exchanges
 */
function checkExchanges(stresses: readonly Stress[], positions: readonly Position[]): void {
  const legs = positions.flatMap((position) => heldLegs(position));
  const exchanges = [...new Set(legs.map(({ exchange }) => exchange))].sort();
  for (const stress of stresses) {
    if (stress.kind !== "down" || exchanges.includes(stress.exchange)) continue;
    throw new UsageError(
      `--stress down=${stress.exchange}: no leg is held on ${stress.exchange}`,
      exchanges.length === 0 ? undefined : `legs are held on ${exchanges.join(", ")}`,
    );
  }
}
