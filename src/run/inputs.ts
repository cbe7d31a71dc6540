import { TOTALS } from "../figures/catalog/catalog.js";
import { needsOf } from "../figures/figure.js";
import type { Stress } from "../figures/subjects.js";
import { type Field, group, plain } from "../output/record.js";
import { answerOf, dataFields } from "./answer.js";
import type { Chosen, Table } from "./screen.js";

/** What the figures of a book rest on besides its positions. */
export interface BookInputs {
  readonly now: number;
  readonly asset?: readonly string[] | undefined;
  readonly exchange?: readonly string[] | undefined;
  readonly stress?: Stress | undefined;
}

/** Returns the inputs of an answer about a book. */
export const BOOK_INPUTS: readonly Field<BookInputs>[] = [
  plain("service_time", "time", "Time of the service.", ({ now }) => now),
  group("filters", "Which positions are looked at.", [
    plain("asset", "texts", "--asset; empty without it.", ({ asset }) => asset ?? []),
    plain("exchange", "texts", "--exchange; empty without it.", ({ exchange }) => exchange ?? []),
  ]),
  plain(
    "stress",
    "text?",
    "--stress; absent without it.",
    ({ stress }) => stress && stressText(stress),
  ),
];

/** Returns the answer of a table of a book, with the totals of which all that they need is fetched. */
export function bookAnswer<S>(title: string, table: Table<S>, { declared, needs }: Chosen<S>) {
  const totals = TOTALS.filter((it) => [...needsOf([it])].every((need) => needs.has(need)));
  const sums = dataFields({ who: [], figures: totals });
  return answerOf(title, BOOK_INPUTS, dataFields(table, declared), sums);
}

/** Returns a stress as it is typed: `20%`, `basis=1%`, `down=bybit`. */
function stressText(stress: Stress): string {
  switch (stress.kind) {
    case "price":
      return `${stress.percent.toFixed()}%`;
    case "basis":
      return `basis=${stress.percent.toFixed()}%`;
    case "down":
      return `down=${stress.exchange}`;
  }
}
