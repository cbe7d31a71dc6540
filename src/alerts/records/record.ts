import type { Shape } from "../rules/shape.js";
import { Unknown } from "../rules/unknown.js";
import type { Fields } from "./field.js";

/** Values by name to which an expression is applied; some are unknown. */
export type FigureRecord = Readonly<Record<string, unknown>>;

/** Returns the shape of the records of fields. */
export function shapeOfFields<S>(fields: Fields<S>): Shape {
  const shapes = Object.entries(fields).map(([name, { shape }]) => [name, shape] as const);
  return { kind: "object", fields: Object.fromEntries(shapes) };
}

/**
 * Returns the record of a subject.
 * @param names the fields to compute; all when omitted
 * @param prefix what stands before a name in a message
 */
export function recordOf<S>(
  fields: Fields<S>,
  subject: S,
  names?: ReadonlySet<string>,
  prefix = "",
): FigureRecord {
  const record: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(fields)) {
    if (names?.has(name) === false) continue;
    const found = value(subject);
    const isKnown = found !== undefined && !(found instanceof Unknown);
    const interval = found instanceof Unknown ? found.interval : undefined;
    record[name] = isKnown ? found : new Unknown([prefix + name], interval);
  }
  return record;
}
