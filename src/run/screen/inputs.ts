import { TOTALS } from "../../figures/catalog/catalog.js";
import { type Need, needsOf } from "../../figures/figure.js";
import type { PoolRecord } from "../../figures/next/pool.js";
import type { Group, Stress } from "../../figures/subjects.js";
import { type Field, group, own, part, plain } from "../../output/record.js";
import { answerOf, dataFields, figureFields } from "./figure-field.js";
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
  plain("stress", "text?", "--stress; absent without it.", ({ stress }) => stressText(stress)),
];

const RECORD =
  "How the ranges of last week did, and with an archive, in status, those before: of positions, or of pairs where fewer than 5 can be scored. Absent without any.";

/** Returns the field of how many of last week's ranges held. */
export function recordField<T>(of: (it: T) => PoolRecord | undefined): Field<T> {
  return part("record", RECORD, of, [
    own("held", "count", "Number of ranges that held."),
    own("of", "count", "Number of ranges."),
    own("weeks", "count", "Over how many weeks: 1 unless an archive has more."),
  ]);
}

/** Returns what positions come to in data: what of it is fetched. */
export function totalsFields(needs: ReadonlySet<Need>): Field<Group>[] {
  const totals = TOTALS.filter((it) => [...needsOf([it])].every((need) => needs.has(need)));
  const record = recordField(({ inputs }: Group) => inputs.pool().record);
  return [...figureFields(...totals), ...(needs.has("pool") ? [record] : [])];
}

/** Returns the answer of a table of a book, with the totals of which all that they need is fetched. */
export function bookAnswer<S>(title: string, table: Table<S>, { declared, needs }: Chosen<S>) {
  return answerOf(title, BOOK_INPUTS, dataFields(table, declared), totalsFields(needs));
}

/** Returns a stress as it is typed: `20%`, `basis=1%`, `down=bybit`. */
function stressText(stress: Stress | undefined): string | undefined {
  if (stress?.kind === "down") return `down=${stress.exchange}`;
  return stress && `${stress.kind === "basis" ? "basis=" : ""}${stress.percent.toFixed()}%`;
}
