import { UsageError } from "../../base/usage-error.js";
import { sentToo } from "../../figures/catalog/catalog.js";
import { GROUPINGS } from "../../figures/catalog/group.js";
import { showsPages } from "../../output/formats/format.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { SOME_TEXT, TEXT } from "../../run/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { VIEWS, type ViewName } from "../../run/output-options.js";
import { FILTER_OPTIONS, STRESS, statusesOf } from "../../run/screen/position-filters.js";
import { namesComputed, tableView } from "../../run/screen/screen.js";
import { sentPositionsView } from "../../run/screen/sent-positions.js";
import { tableOf } from "../../run/screen/views.js";
import { oneOf, wholeNumber } from "../../run/settings/kinds.js";
import { listAsSent } from "./as-sent.js";
import { printPositions } from "./screen.js";
import { groupTable, LEG_TABLE } from "./tables.js";

/** Options of what is about margins. */
const OF_MARGINS = {
  legs: { kind: "flag", help: "a row for each leg, with its margin" },
  stress: {
    kind: STRESS,
    value: "what",
    help: "what view risk assumes: a move of prices (default 20%), basis=1% or down=<exchange>",
  },
} as const satisfies OptionsData;

/** Options of every view. */
const OF_ROWS = {
  status: { setting: "status" },
  limit: {
    kind: wholeNumber(1),
    value: "n",
    help: "maximum number of positions; with --sort, the first after sorting (default: all)",
  },
  ...FILTER_OPTIONS,
  why: { kind: "flag", help: "say of each ~ and – why" },
} as const satisfies OptionsData;

const OPTIONS = {
  view: {
    kind: SOME_TEXT,
    value: "name",
    help: "now (default), pnl, funding, risk or next, or columns that the profile has under this name: carry profile set view.<name> <a,b,c>",
  },
  by: {
    kind: oneOf(GROUPINGS),
    value: "what",
    help: "a row for each asset, exchange, pair or portfolio",
  },
  performance: {
    setting: "performance",
    help: "of data as sent: also request funding, fees, price PnL, net PnL and APR; implied by one of them in --columns, --sort or --query",
    negated: "do not request them",
  },
  cursor: { kind: TEXT, value: "cursor", help: "continue a listing of data as sent that stopped" },
  ...OF_ROWS,
  ...OF_MARGINS,
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsList = defineCommand({
  description:
    "List the open positions with their figures, one a row: funding now, what they made, what is nearest to hurt. --view chooses other columns, --by sums them. json and csv without a view are the positions as the service sent them, open and closed",
  options: OPTIONS,
  views: () => [
    sentPositionsView({ byLeg: false, performance: true }),
    ...VIEWS.map((it) => tableView(tableOf(it, []))),
    ...GROUPINGS.map((it) => tableView(groupTable(it))),
  ],
  examples: {
    "carry list": "every open position, largest first",
    "carry list --view risk --stress 10%": "margins, and what a move of 10 % would take",
    "carry list --by exchange --status all": "what is and was held where",
    "carry list --asset BTC,ETH --legs -o csv": "the legs of two assets, one per row",
    "carry list -o json --query '[].position_id'": "only the ids, for a script",
  },
  run: (context, { options }) => list(context, options, viewOf(options)),
});

/** `carry risk` */
export const riskList = defineCommand({
  description: "Show the margins of the open positions, and what a move of prices would take.",
  options: { ...OF_ROWS, ...OF_MARGINS },
  views: () => [tableView(tableOf("risk", []))],
  examples: {
    "carry risk": "the positions that a move of 20 % would hurt, the nearest first",
    "carry risk --stress down=bybit": "what is naked while an exchange cannot be traded on",
    "carry risk --legs": "the margin of each leg, the nearest to be gone first",
    "carry risk --asset BTC,ETH --exchange binance --status open --limit 3 --why -o csv":
      "some of them, for a spreadsheet",
  },
  run: (context, { options }) => list(context, options, "risk"),
});

/** `carry next` */
export const nextList = defineCommand({
  description: "Show the next settlement of each open position, at the last rates.",
  options: OF_ROWS,
  views: () => [tableView(tableOf("next", []))],
  examples: {
    "carry next": "the next settlement first",
    "carry next -o json --query 'totals.next_24h.value'": "the sum of a day",
    "carry next --asset BTC,ETH --exchange binance --status open --limit 3 --why": "some of them",
  },
  run: (context, { options }) => list(context, options, "next"),
});

async function list(
  context: Context,
  options: Options,
  view: ViewName | undefined,
): Promise<ExitCode> {
  refuseTogether(options, view);
  if (!(await isComputed(context, options, view))) return listAsSent(context, options);
  const { stress, by, limit, asset, exchange, why = false, legs = false } = options;
  const shown = view ?? (stress === undefined ? "now" : "risk");
  const statuses = statusesOf((await context.setting("status")) ?? ["open"]);
  const listing = { view: shown, by, stress, limit, asset, exchange, why, legs, statuses };
  return printPositions(context, listing);
}

/** @throws {UsageError} for options of which one would have no effect beside the other */
function refuseTogether({ by, legs, cursor, stress }: Options, view: ViewName | undefined): void {
  const ofOthers = view !== undefined && view !== "risk";
  const pairs = [
    ["--by", by, "--view", view],
    ["--by", by, "--legs", legs],
    ["--by", by, "--cursor", cursor],
    ["--view", view, "--cursor", cursor],
    [`--view ${view}`, ofOthers || undefined, "--legs", legs],
    [`--view ${view}`, ofOthers || undefined, "--stress", stress],
  ] as const;
  for (const [one, isOne, other, isOther] of pairs) {
    if (isOne === undefined || isOther === undefined) continue;
    throw new UsageError(`${one} and ${other} exclude each other`, "leave out one of them");
  }
}

/** Returns the view of carry that is chosen; undefined for none, and for one of the profile. */
function viewOf({ view }: Options): ViewName | undefined {
  return VIEWS.find((it) => it === view);
}

/** Reports whether figures are shown, and not positions as they were sent. */
async function isComputed(
  context: Context,
  { by, legs, cursor, why, stress }: Options,
  view: ViewName | undefined,
): Promise<boolean> {
  if (by !== undefined || view !== undefined || why === true || stress !== undefined) return true;
  if (cursor !== undefined) return false;
  const output = await context.outputOptions();
  const sent = sentToo((await context.portfolios()).isSeveral);
  const named =
    legs === true
      ? namesComputed(LEG_TABLE, output, sent)
      : namesComputed(tableOf("now", []), output, sent);
  return named || showsPages(output);
}
