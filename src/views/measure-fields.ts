import { FIGURE_UNKNOWN } from "../analytics/figure-unknown.js";
import type { Measure } from "../analytics/measure.js";
import { BOUNDS } from "../base/bound.js";
import {
  type Field,
  jsonOf,
  objectSchema,
  optional,
  own,
  plain,
  type Shown,
  type Source,
  sourceOf,
} from "../output/record.js";
import type { Schema } from "../output/schema.js";

const UNITS = [
  ...["usd", "usd_per_day", "price", "percent"],
  ...["percent_per_year", "points", "days", "daily_sd", "fraction"],
];
const BASES = ["notional", "margin", "service_capital"];
const LEAST = "Of a total: least hours covered of a part; covered_hours is the median.";
const AS_OF =
  "Time of the value, that of its oldest part (ISO 8601); absent if a part has no time.";
const UNKNOWN = "Why the value is null; absent if it is known, or if no single cause is.";
const STALE = "Whether a part of it is out of date; absent if that is unknown.";
const AGE_UNKNOWN = "Whether a mark price or a performance that it rests on has no time.";

/** A figure with what it rests on; what does not apply is absent. */
const MEASURE: readonly Field<Measure>[] = [
  own("value", "number|null", "Exact value; null if unknown."),
  own("unit", UNITS, "Unit of the value."),
  optional(own("base", BASES, "What a percentage is of.")),
  optional(own("bound", BOUNDS, "Whether the value is a bound; absent if it is exact.")),
  own("se", "number?", "Standard error of the value, in its unit; absent if unknown."),
  plain("n_eff", "number?", "Number of independent periods of se.", ({ nEff }) => nEff),
  plain("as_of", "time?", AS_OF, ({ asOf }) => asOf),
  own("counted", "count?", "Number of positions with the figure."),
  own("of", "count?", "Number of positions."),
  plain("covered_hours", "number?", "Hours covered by the data.", (it) => it.coveredHours),
  plain("covered_hours_least", "number?", LEAST, ({ coveredHoursLeast }) => coveredHoursLeast),
  plain("wanted_hours", "number?", "Hours to be covered.", ({ wantedHours }) => wantedHours),
  optional(own("unknown", FIGURE_UNKNOWN, UNKNOWN)),
  own("stale", "flag?", STALE),
  plain("age_unknown", "flag?", AGE_UNKNOWN, ({ ageUnknown }) => ageUnknown || undefined),
  plain("about", "flag?", "Whether it is an estimate.", ({ about }) => about || undefined),
];

interface Detailed {
  /** What it rests on, as columns of csv where a table has marks and notes. */
  readonly details?: readonly string[];
}

/** Where a figure comes from, and what makes it a column. */
type FigureSource<T> = Source<T, Measure> & Detailed;

/** Returns a field with a figure. @param more further fields of its object */
export function figure<T>(
  name: string,
  description: string,
  source: FigureSource<T>,
  more: readonly Field<T>[] = [],
): Field<T> {
  const { of, look } = sourceOf(source);
  const { details = [], ...shown } = (look ?? {}) as { readonly details?: readonly string[] };
  const value = (it: T) => of(it).value?.toFixed();
  const bound = (it: T) => of(it).bound;
  const column = { key: name, kind: "usd", value, bound, ...(shown as typeof look) } as Shown<T>;
  return {
    ...{ name, schema: figureSchema(name, description, [...MEASURE, ...more]) },
    json: (it) => ({ ...jsonOf(MEASURE, of(it)), ...jsonOf(more, it) }),
    columns: look === undefined ? [] : [column],
    details: [...details, ...more.map((it) => it.name)].map((it) => `${name}.${it}`),
  };
}

function figureSchema(name: string, description: string, fields: readonly Field<never>[]): Schema {
  return {
    ...objectSchema(fields),
    description: `${description} Formula: carry explain ${name}.`,
  };
}

/** Returns the look of a column of signed US dollars. */
export const signedUsd = (header: string, priority: number) =>
  ({ header, kind: "usd", signed: true, priority }) as const;
