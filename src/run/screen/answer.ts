import type { Declared } from "../../figures/figure.js";
import { answer, each, type Field, type Fields, inner } from "../../output/record.js";
import { fieldOf } from "./figure-field.js";

/** What data have of a row. */
export interface RowData<S> {
  /** Who a row is, in data of any view. */
  readonly who: readonly Declared<S>[];
  /** What data have of a row besides. */
  readonly figures: readonly Declared<S>[];
}

/** Returns the fields of a row in data. */
export function dataFields<S>(
  { who, figures }: RowData<S>,
  chosen: readonly Declared<S>[] = figures,
): Field<S>[] {
  const all = new Map([...who, ...chosen].map((it) => [it.id, it]));
  return [...all.values()].map((it) => fieldOf(it));
}

/** The data of a screen: what it rests on, its rows, and all of them together. */
export interface Data<I, S, T> {
  readonly inputs: I;
  readonly rows: readonly S[];
  readonly totals: T;
}

/** Returns the answer of a screen: its json and the JSON Schema of that. */
export function answerOf<I, S, T>(
  title: string,
  inputs: Fields<I>,
  rows: Fields<S>,
  totals: Fields<T>,
) {
  return answer<Data<I, S, T>>(title, [
    inner("inputs", "What the figures rest on.", (it) => it.inputs, inputs),
    each("rows", "The rows, in the order of the screen.", ({ rows: all }) => all, rows),
    inner("totals", "All rows together.", (it) => it.totals, totals),
  ]);
}
