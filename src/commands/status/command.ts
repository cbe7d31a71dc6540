import { warnOfDueArchive } from "../../book/archive.js";
import { loadBook } from "../../book/load-book.js";
import { sinceYesterday } from "../../book/looks/looks.js";
import { type CommonCause, commonCauses, needingAttention } from "../../figures/catalog/causes.js";
import { CAUSES, causeSpec, GRAVITIES } from "../../figures/causes.js";
import type { Need } from "../../figures/figure.js";
import type { Group, PositionOf } from "../../figures/subjects.js";
import { answer, each, type Fields, inner, own, part, plain } from "../../output/record.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { printComputed } from "../../run/print.js";
import { dataFields } from "../../run/screen/figure-field.js";
import { BOOK_INPUTS, type BookInputs, totalsFields } from "../../run/screen/inputs.js";
import { checkScreen, tableView } from "../../run/screen/screen.js";
import { sinceData, statusView, tableOf } from "./screen.js";

/** The answer of a status. */
interface Answer {
  readonly inputs: BookInputs;
  readonly book: Group;
  readonly rows: readonly PositionOf[];
  readonly causes: readonly CommonCause[];
  readonly since: ReturnType<typeof sinceData>;
}

const WORTH = "What it is worth, USD; USD a day of costs_funding.";
const MARKET = "Market and side that carry more than half of it: okx SOLUSDT short.";

const CAUSE: Fields<CommonCause> = [
  own("cause", Object.keys(CAUSES), "The cause."),
  plain("severity", GRAVITIES, "How grave it is.", ({ cause }) => causeSpec(cause).severity),
  plain("positions", "texts", "Identifiers of the positions that have it.", ({ found }) =>
    found.map(({ position }) => position.record.position_id),
  ),
  plain("value", "number|null", WORTH, ({ value }) => value.value),
  plain("market", "text|null", MARKET, ({ market }) => {
    if (market === undefined) return null;
    const { exchange, symbol, side } = market.leg.record;
    return `${exchange} ${symbol} ${side}`;
  }),
];

const SINCE: Fields<NonNullable<Answer["since"]>> = [
  own("from", "text", "Time of the look."),
  own("to", "text", "Time of the service."),
  own("net_pnl", "number|null", "Change of the net PnL, USD; that of its parts follows."),
  own("funding_pnl", "number|null", "Change of the funding, USD."),
  own("spread_pnl", "number|null", "Change of the price PnL, USD."),
  own("fees_paid", "number|null", "Change of the fees paid, USD."),
  own("fees_estimated_exit", "number|null", "Change of the exit fees, USD."),
];

const NEEDS: ReadonlySet<Need> = new Set(["funding", "pool"]);

const ATTENTION = "Positions that need attention, the gravest first.";
const WHY = "Why positions need attention, the gravest first.";
const CHANGED = "What changed since the look of a day ago; absent without one.";

/** The json of `carry status`. */
export const STATUS_ANSWER = answer<Answer>("status", [
  inner("inputs", "What the figures rest on.", ({ inputs }) => inputs, BOOK_INPUTS),
  each("rows", ATTENTION, ({ rows }) => rows, dataFields(tableOf([]))),
  inner("totals", "All open positions together.", ({ book }) => book, totalsFields(NEEDS)),
  each("causes", WHY, ({ causes }) => causes, CAUSE),
  part("since", CHANGED, ({ since }) => since, SINCE),
]);

export const status = defineCommand({
  description:
    "Show the book on one screen: what it earns now and since opening, why positions need attention, and those that do, the gravest first (limits: carry profile set; rules: carry explain <cause>). carry check judges the same for scripts, by its exit code",
  options: {
    all: { kind: "flag", help: "show every position that needs attention" },
    why: { kind: "flag", help: "say of each ~ and – why" },
  },
  views: () => [tableView(tableOf([]))],
  examples: {
    "carry status": "the book on one screen",
    "carry status -o json --query 'causes[].[cause, value]'": "why, for a program",
    "carry status -o csv": "one row per position that needs attention",
  },
  async run(context, { options: { all = false, why = false } }) {
    await checkScreen(context, tableView(tableOf([])));
    const { all: book, ...loaded } = await loadBook(context, { needs: NEEDS, hasWeeks: true });
    const { now } = book.inputs;
    const { format } = await context.outputOptions();
    const isCompared = loaded.lost.length === 0 && format.columns !== "csv"; // csv has rows alone
    const compared = { client: loaded.client, positions: loaded.positions, now };
    const since = isCompared ? await sinceYesterday(context, compared) : undefined;
    const rows = needingAttention(book.members);
    const causes = commonCauses(book.members);
    const data = { inputs: { now }, book, rows, causes, since: sinceData(since) };
    const view = statusView({ book, rows, since, all, why });
    await printComputed(context, { json: () => STATUS_ANSWER.json(data), rows, view });
    await warnOfDueArchive(context, now);
    return exitCodeOf(loaded.failure);
  },
});
