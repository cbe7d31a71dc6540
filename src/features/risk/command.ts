import { heldLegs } from "../../analytics/position/held-legs.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf } from "../../command/print.js";
import { printComputed, printsRows } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { counted } from "../../output/text/counted.js";
import { marketsOf, recentFunding } from "../../portfolio/funding/recent-funding.js";
import {
  FILTER_OPTIONS,
  type Filters,
  NET_OPTION,
  withHeading,
} from "../../portfolio/positions/filters.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { marginLimit } from "../../portfolio/positions/limits.js";
import { type OpenPositions, openPositions } from "../../portfolio/positions/open-positions.js";
import { riskLegsView } from "./legs.js";
import type { ShownRisk } from "./shown.js";
import { STRESS, type TypedStress } from "./stress-option.js";

export const positionsRisk = defineCommand({
  description:
    "Show how far each held leg is from its bankruptcy price (isolated), the nearest first, and what is unhedged; with --stress, what a move of prices, bases or funding would bring, and what would be unhedged without an exchange (formulas: carry explain risk). A terminal shows the ten nearest legs and every one whose margin is low; --all shows every leg. Maintenance margin and collateral added since are left out. What is held on each exchange: `carry positions summary --by exchange`",
  args: { id: OPEN_POSITIONS },
  options: {
    stress: {
      kind: STRESS,
      value: "what",
      many: "list",
      help: "price=20% (both ways), price=-20%, basis=1%, funding=-1 (times that of the last 7 days, for 30 days), down=<exchange>; each is a line with what it leaves out",
    },
    all: { kind: "flag", help: "show every leg, whatever the height of the terminal" },
    ...FILTER_OPTIONS,
    ...NET_OPTION,
  },
  views: () => [riskLegsView({ now: 0 })],
  examples: {
    "carry positions risk": "the nearest legs, and what is unhedged",
    "carry positions risk --stress price=20%,basis=1%,funding=-1,down=bybit":
      "the same under stress, one line each",
    "carry positions risk -o json --query 'rows[?thin].[asset, exchange, distance.value]'":
      "the legs whose margin is low, for a script",
    "carry positions risk -o csv": "one row per leg, for a spreadsheet",
  },
  async run(context, { args, options }) {
    return show(context, await withIdsFromStdin(context, args.id ?? []), options);
  },
});

interface Options extends Filters {
  readonly stress?: readonly TypedStress[];
  readonly all?: boolean;
  readonly net?: boolean;
}

async function show(
  context: Context,
  names: readonly string[],
  { stress: typed = [], all = false, net = false, asset, exchange }: Options,
): Promise<ExitCode> {
  const { checkExchanges, stressesOf } = await import("./stresses.js");
  const stresses = typed.flatMap(stressesOf);
  const margin = await marginLimit(context);
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  await (await printerOf(context)).check(riskLegsView({ now: 0 })); // before anything is fetched
  const output = await context.outputOptions();
  const unseen = stresses.length === 0 ? undefined : whyUnseen(output);
  if (unseen !== undefined) warnOfStress(context, unseen);
  const client = await context.client(CONCURRENCY);
  const filters = { asset, exchange };
  const listed = await openPositions(context, client, { names, ...filters });
  const { positions, failure: ofLegs } = listed;
  checkExchanges(stresses, positions);
  const now = client.serviceNow();
  const seen = unseen === undefined ? stresses : [];
  const isHeld = positions.some((position) => heldLegs(position).length > 0);
  if (seen.length > 0 && output.format.isLaidOut && !isHeld) {
    warnOfStress(context, ": no leg holds anything");
  }
  const { signal } = context.io;
  const named = names.length === 0 ? [] : marketsOf(positions);
  const funding = await recentFunding(context, positions, now, { client, signal, named });
  const { shownRisk } = await import("./shown.js");
  const { historyOf } = funding;
  const inputs = { margin, staleMs, now, historyOf, stresses: seen, filters, net };
  const { each, of: ownerOf } = await context.portfolios();
  const shown = shownRisk(listed, { ...inputs, ownerOf });
  const portfolios = each(listed, shown.risk, (positions) => {
    return shownRisk({ ...listed, positions }, { ...inputs, stresses: [], ownerOf }).risk;
  });
  await print(context, { ...shown, portfolios }, listed, all);
  return exitCodeOf(gravestOf([ofLegs, funding.failure]));
}

async function print(
  context: Context,
  shown: ShownRisk,
  listed: OpenPositions,
  all: boolean,
): Promise<void> {
  const { riskView } = await import("./view.js");
  const { RISK } = await import("./record.js");
  const { risk, rows, handles } = shown;
  const { wide } = await context.outputOptions();
  const view = withHeading(riskView({ ...shown, all, wide }), listed);
  await printComputed(context, { json: () => RISK.json(shown), rows, view });
  const [nearest] = rows;
  if (nearest) await printNext(context, [["get", handles.of(nearest.position)]]);
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
