import { BOUNDS } from "../../base/decimal-text.js";
import {
  type Declared,
  type Fig,
  type FigureSpec,
  isFigure,
  type Unit,
} from "../../figures/figure.js";
import type { Evidence, Q } from "../../figures/measure.js";
import { UNKNOWN } from "../../figures/unknown.js";
import {
  answer,
  each,
  type Field,
  type Fields,
  inner,
  jsonOf,
  type Look,
  objectSchema,
  optional,
  plain,
  type Shown,
} from "../../output/record.js";
import type { Kind } from "../../output/text/numbers.js";

/** How a figure of each unit looks in a table. */
const KINDS: Readonly<Record<Unit, Kind>> = {
  usd: "size",
  usd_per_day: "money",
  price: "price",
  quantity: "quantity",
  percent: "share",
  percent_per_year: "yearly",
  days: "days",
  chance: "chance",
  daily_sd: "short",
  times: "times",
};

/** Returns how a figure looks in a table: a result in whole dollars, a size in three digits. */
export function kindOf({ unit, signed }: FigureSpec): Kind {
  return unit === "usd" && signed === true ? "money" : KINDS[unit];
}

/** Reports whether a value is an estimate, which tables show with `~`. */
export function isEstimate({ doubts, bound }: Evidence): boolean {
  return doubts.length > 0 || bound !== undefined;
}

/** A figure of one subject. */
interface Printed {
  readonly q: Q;
  readonly spec: FigureSpec;
}

const UNIT = Object.keys(KINDS);
const CAUSE = Object.keys(UNKNOWN);

/** A figure in json; what does not apply is absent. */
export const FIGURE: readonly Field<Printed>[] = [
  plain("value", "number|null", "Exact value; null if unknown.", ({ q }) => q.value),
  plain("unit", UNIT, "Unit of the value.", ({ spec }) => spec.unit),
  plain("base", "text?", "What a percentage is of.", ({ spec }) => spec.base),
  optional(
    plain("bound", BOUNDS, "Whether the true value is at least or at most this.", ({ q }) => {
      return q.evidence.bound;
    }),
    ({ q }) => q.value !== null && q.evidence.bound !== undefined,
  ),
  plain("se", "number?", "Standard error, in the unit of the value.", ({ q }) => q.evidence.se),
  plain("low", "number?", "Lower end of its range.", ({ q }) => q.evidence.range?.low),
  plain("high", "number?", "Upper end of its range.", ({ q }) => q.evidence.range?.high),
  plain("as_of", "time?", "Time of its oldest input; absent if one has no time.", ({ q }) => {
    return q.evidence.asOf ?? undefined;
  }),
  plain("stale", "flag?", "Whether an input is out of date.", ({ q }) => {
    return isStale(q.evidence) || undefined;
  }),
  plain("estimate", "flag?", "Whether it is an estimate, shown with ~.", ({ q }) => {
    return (q.value !== null && isEstimate(q.evidence)) || undefined;
  }),
  plain("counted", "count?", "Number of parts that are known.", ({ q }) => q.evidence.counted),
  plain("of", "count?", "Number of parts.", ({ q }) => q.evidence.of),
  optional(
    plain("unknown", CAUSE, "Why it is unknown.", ({ q }) => q.unknown),
    ({ q }) => q.value === null && q.unknown !== undefined,
  ),
];

function isStale({ doubts }: Evidence): boolean {
  return doubts.includes("mark_stale") || doubts.includes("performance_stale");
}

/** Returns a declaration as a part of an answer and a column. @param look changes of the column */
export function fieldOf<S>(it: Declared<S>, look: Partial<Look<S>> = {}): Field<S> {
  if (isFigure(it)) return figureField(it, look);
  const { type, help, head } = it.spec;
  const text = type === "texts" && { value: (of: S) => (it(of) as readonly string[]).join(";") };
  return plain<S>(it.id, type, help, {
    of: it,
    header: head ?? it.id,
    isExtra: true,
    ...text,
    ...look,
  });
}

function figureField<S>(it: Fig<S>, look: Partial<Look<S>>): Field<S> {
  const { id, spec } = it;
  const column: Shown<S> = {
    key: id,
    header: spec.head ?? id,
    kind: kindOf(spec),
    value: (of) => it(of).value?.toFixed(),
    about: (of) => isEstimate(it(of).evidence),
    ...(spec.signed === true && { signed: true }),
    isExtra: true,
    ...look,
  };
  return {
    name: id,
    schema: { ...objectSchema(FIGURE), description: `${spec.help} Formula: carry explain ${id}.` },
    json: (of) => jsonOf(FIGURE, { q: it(of), spec }),
    columns: [column],
  };
}

/** What data have of a row. */
export interface RowData<S> {
  /** Who a row is, in data of any view. */
  readonly who: readonly Declared<S>[];
  /** What data have of a row besides. */
  readonly figures: readonly Declared<S>[];
}

/** Returns the fields of a row in data. @param chosen declarations that are named instead of its figures */
export function dataFields<S>(
  { who, figures }: RowData<S>,
  chosen: readonly Declared<S>[] = figures,
): Field<S>[] {
  const all = new Map([...who, ...chosen].map((it) => [it.id, it]));
  return [...all.values()].map((it) => fieldOf(it));
}

/** Returns the fields of figures. */
export function figureFields<S>(...figures: readonly Declared<S>[]): Field<S>[] {
  return figures.map((it) => fieldOf(it));
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
