import { createHandles } from "../../base/names/handle.js";
import { DAY_MS } from "../../base/time/periods.js";
import { settlementsBetween } from "../../book/funding/funding-past.js";
import { DEFAULT_DAYS } from "../../book/looks/looks.js";
import { PERIOD_TIMES } from "../../figures/catalog/period.js";
import {
  SETTLEMENT_FIGURES,
  SETTLEMENT_WHO,
  type Settlement,
  type Settlements,
  settledFunding,
  settledFundingSum,
} from "../../figures/catalog/settlement.js";
import type { Declared } from "../../figures/figure.js";
import { counted, firstOf } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { answerOf, dataFields, figureFields } from "../../run/screen/figure-field.js";
import { headLine, headText } from "../../run/screen/heading.js";
import { PNL_INPUTS, type PnlInputs } from "../../run/screen/pnl-table.js";
import {
  chosenIn,
  column,
  printScreen,
  type Table,
  type TableColumn,
} from "../../run/screen/screen.js";
import type { Range } from "../../run/times.js";

type NameOf = (positionId: string) => string;

/** Returns the table of settlements. */
export function eventsTable(nameOf: NameOf = (id) => id): Table<Settlement> {
  const all = [...SETTLEMENT_WHO, ...SETTLEMENT_FIGURES];
  const columnOf = (id: string, look: Partial<TableColumn<Settlement>> = {}) =>
    column(all.find((it) => it.id === id) as Declared<Settlement>, look);
  return {
    who: SETTLEMENT_WHO,
    figures: SETTLEMENT_FIGURES,
    catalog: all,
    columns: [
      columnOf("time"),
      columnOf("position_id", {
        kind: "text",
        isWhole: true,
        texts: ({ position }) => [nameOf(position.position_id)],
      }),
      columnOf("market_id", {
        kind: "text",
        priority: 1,
        texts: ({ event: { leg } }) => [`${leg.exchange} ${leg.symbol}`],
      }),
      columnOf("side", { priority: 1 }),
      columnOf("quantity", { kind: "quantity", priority: 3 }),
      columnOf("funding_rate", { kind: "rate", priority: 2, signed: true }),
      columnOf("mark_price", { kind: "price", priority: 3 }),
      column(settledFunding, { kind: "usd" }),
    ],
    empty: "Nothing was settled in this range.",
  };
}

/** Returns the answer of `carry pnl --by event`. */
export function eventsAnswer(declared?: readonly Declared<Settlement>[]) {
  const times = PERIOD_TIMES as readonly Declared<Pick<Settlements, "from" | "to">>[];
  const whole = figureFields<Settlements>(...times, settledFundingSum);
  return answerOf("pnl-events", PNL_INPUTS, dataFields(eventsTable(), declared), whole);
}

/** Prints each settlement of the range in USD. */
export async function printEvents(
  context: Context,
  inputs: PnlInputs,
  { start, end }: Range,
): Promise<ExitCode | undefined> {
  const { declared } = await chosenIn(context, eventsTable());
  const from = start ?? (end ?? (await context.now())) - DEFAULT_DAYS * DAY_MS;
  const found = await settlementsBetween(context, { from, to: end }, inputs.filters);
  const byId = new Map(found.positions.map((it) => [it.position_id, it]));
  const handles = createHandles(false, found.positions);
  const nameOf: NameOf = (id) => {
    const position = byId.get(id);
    return position === undefined ? id : handles.of(position);
  };
  if (found.unknown.length > 0) {
    const names = firstOf(found.unknown.map(({ position_id: id }) => nameOf(id)));
    context.messages.warning("PARTIAL", `some settlements are not known: ${names}`);
  }
  const sum = `${headText(settledFundingSum(found), "usd")} of funding`;
  await printScreen(context, {
    table: eventsTable(nameOf),
    declared,
    answer: eventsAnswer(declared),
    inputs,
    rows: found.rows,
    totals: found,
    head: () => [headLine(sum, counted(found.rows.length, "settlement"))],
  });
  return exitCodeOf(found.failure);
}
