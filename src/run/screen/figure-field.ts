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
  type Field,
  jsonOf,
  type Look,
  objectSchema,
  optional,
  plain,
  type Shown,
} from "../../output/record.js";
import type { Type } from "../../output/schema.js";
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

const printed = (type: Type, name: string, help: string, of: (it: Printed) => unknown) =>
  plain(name, type, help, of);

/** A figure in json; what does not apply is absent. */
export const FIGURE: readonly Field<Printed>[] = [
  printed("number|null", "value", "Exact value; null if unknown.", ({ q }) => q.value),
  printed(Object.keys(KINDS), "unit", "Unit of the value.", ({ spec }) => spec.unit),
  printed("text?", "base", "What a percentage is of.", ({ spec }) => spec.base),
  optional(
    printed(BOUNDS, "bound", "Whether the true value is at least or at most this.", ({ q }) =>
      q.value === null ? undefined : q.evidence.bound,
    ),
    ({ q }) => q.value !== null && q.evidence.bound !== undefined,
  ),
  printed("number?", "se", "Standard error, in the unit of the value.", ({ q }) => q.evidence.se),
  printed("number?", "low", "Lower end of its range.", ({ q }) => q.evidence.range?.low),
  printed("number?", "high", "Upper end of its range.", ({ q }) => q.evidence.range?.high),
  printed("time?", "as_of", "Time of its oldest input; absent if one has no time.", ({ q }) => {
    return q.evidence.asOf ?? undefined;
  }),
  printed("flag?", "stale", "Whether an input is out of date.", ({ q }) => {
    return isStale(q.evidence) || undefined;
  }),
  printed("flag?", "estimate", "Whether it is an estimate, shown with ~.", ({ q }) => {
    return (q.value !== null && isEstimate(q.evidence)) || undefined;
  }),
  printed("count?", "counted", "Number of parts that are known.", ({ q }) => q.evidence.counted),
  printed("count?", "of", "Number of parts.", ({ q }) => q.evidence.of),
  optional(
    printed(Object.keys(UNKNOWN), "unknown", "Why it is unknown.", ({ q }) => q.unknown),
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
  const joined = type === "texts" && { value: (of: S) => (it(of) as readonly string[]).join(";") };
  return plain<S>(it.id, type, help, {
    ...{ of: it, header: head ?? it.id, isExtra: true },
    ...joined,
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
