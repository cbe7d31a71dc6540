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
import { answerOf, dataFields } from "../../run/screen/answer.js";
import { headLine, headText } from "../../run/screen/heading.js";
import { PNL_INPUTS, type PnlInputs } from "../../run/screen/pnl-table.js";
import {
  checkScreen,
  chosenIn,
  column,
  printScreen,
  type Table,
  tableView,
} from "../../run/screen/screen.js";
import type { Range } from "../../run/times.js";

type NameOf = (positionId: string) => string;

/** Returns the table of settlements. */
export function eventsTable(nameOf: NameOf = (id) => id): Table<Settlement> {
  const all = [...SETTLEMENT_WHO, ...SETTLEMENT_FIGURES];
  const byId = new Map(all.map((it) => [it.id, it]));
  const of = (id: string) => byId.get(id) as Declared<Settlement>;
  return {
    ...{ who: SETTLEMENT_WHO, figures: SETTLEMENT_FIGURES, catalog: all },
    columns: [
      column(of("time")),
      column(of("position_id"), {
        ...{ kind: "text", isWhole: true },
        texts: ({ position }) => [nameOf(position.position_id)],
      }),
      column(of("market_id"), {
        ...{ kind: "text", priority: 1 },
        texts: ({ event: { leg } }) => [`${leg.exchange} ${leg.symbol}`],
      }),
      column(of("side"), { priority: 1 }),
      column(of("quantity"), { kind: "quantity", priority: 3 }),
      column(of("funding_rate"), { kind: "rate", priority: 2, signed: true }),
      column(of("mark_price"), { kind: "price", priority: 3 }),
      column(settledFunding, { kind: "usd" }),
    ],
    empty: "Nothing was settled in this range.",
  };
}

/** Returns the answer of `carry pnl --by event`. */
export function eventsAnswer(declared?: Parameters<typeof dataFields<Settlement>>[1]) {
  const totals: readonly Declared<Settlements>[] = [settledFundingSum];
  const times = PERIOD_TIMES as readonly Declared<Pick<Settlements, "from" | "to">>[];
  const whole = dataFields<Settlements>({ who: times, figures: totals });
  return answerOf("pnl-events", PNL_INPUTS, dataFields(eventsTable(), declared), whole);
}

/** Prints each settlement of the range in USD. */
export async function printEvents(
  context: Context,
  inputs: PnlInputs,
  { start, end }: Range,
): Promise<ExitCode | undefined> {
  await checkScreen(context, tableView(eventsTable()));
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
  const table = eventsTable(nameOf);
  const { declared } = chosenIn(table, await context.outputOptions());
  const whole = settledFundingSum(found);
  const head = () => [
    headLine(`${headText(whole, "usd")} of funding`, counted(found.rows.length, "settlement")),
  ];
  const data = { inputs, rows: found.rows, totals: found };
  await printScreen(context, tableView(table, { head }, declared), eventsAnswer(declared), data);
  return exitCodeOf(found.failure);
}
