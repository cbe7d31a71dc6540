import type { Measure } from "../../analytics/measure.js";
import type { Figure } from "../../base/decimal.js";
import { UNREADABLE_TEXT } from "../../client/validate/stand-in.js";
import type { Fig, Unit } from "../../figures/figure.js";
import { BOOLEAN, NUMBER, type Shape } from "../rules/shape.js";
import { Unknown } from "../rules/unknown.js";

/** A name for expressions, and what it stands for. */
export interface Field<Subject> {
  readonly shape: Shape;
  /** One line for people, with the unit. */
  readonly what: string;
  /** Fields of its members, or of the members of its elements. */
  readonly within?: Fields<never>;
  /** Returns the value; undefined if it is unknown. A null is a value. */
  readonly value: (subject: Subject) => unknown;
}

export type Fields<Subject> = Readonly<Record<string, Field<Subject>>>;

/** Returns a field of a figure, as a number; unknown where `of` returns null or undefined. */
export function figure<S>(what: string, of: (subject: S) => Figure | undefined): Field<S> {
  return { shape: NUMBER, what, value: (subject) => of(subject)?.toNumber() };
}

/** Returns a field of a figure of which only a bound may be known. */
export function measured<S>(what: string, of: (subject: S) => Bounded | undefined): Field<S> {
  return { shape: NUMBER, what, value: (subject) => withinBound(of(subject)) };
}

type Bounded = Pick<Measure, "value" | "bound">;

function withinBound(measure: Bounded | undefined): number | Unknown | undefined {
  const value = measure?.value?.toNumber();
  if (value === undefined || measure?.bound === undefined) return value;
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isLeast = measure.bound === "at_least";
  return new Unknown([], isLeast ? { least: value, most } : { least, most: value });
}

/**
 * Returns fields of declared figures; a sum that lacks a part is unknown, since it could pass for the whole.
 * @param of returns undefined where what is held is unknown
 */
export function declaredFields<S, T extends object>(
  figures: readonly Fig<T>[],
  of: (subject: S) => T | undefined,
): Fields<S> {
  const fields = figures.map((fig): [string, Field<S>] => {
    const { id, spec } = fig;
    const value = (subject: S) => {
      const it = of(subject);
      const q = it && fig(it);
      return q === undefined || q.evidence.counted !== q.evidence.of ? null : q.value;
    };
    return [
      id,
      figure(`${spec.help.replace(/\.$/, "")}, ${UNIT_WORDS[spec.unit] ?? spec.unit}`, value),
    ];
  });
  return Object.fromEntries(fields);
}

const UNIT_WORDS: Readonly<Partial<Record<Unit, string>>> = { usd: "USD", chance: "0 to 1" };

/** Returns a field of a number that the service sends or carry counts. */
export function number<S>(what: string, of: (subject: S) => number | null | undefined): Field<S> {
  return { shape: NUMBER, what, value: (subject) => readable(of(subject)) };
}

/** Returns a field of a text. @param values the possible ones; undefined for any text */
export function text<S>(
  what: string,
  of: (subject: S) => string | null | undefined,
  values?: readonly string[],
): Field<S> {
  return {
    shape: { kind: "text", values },
    what,
    value: (subject) => readable(of(subject), values),
  };
}

/** Returns a field that is true or false. */
export function flag<S>(what: string, of: (subject: S) => boolean | null | undefined): Field<S> {
  return { shape: BOOLEAN, what, value: of };
}

/** Returns a value that the service sent; undefined if it cannot be read, or is not a possible one. */
function readable<T extends number | string>(
  value: T | null | undefined,
  values?: readonly string[],
): T | null | undefined {
  if (Number.isNaN(value) || value === UNREADABLE_TEXT) return undefined;
  return typeof value === "string" && values?.includes(value) === false ? undefined : value;
}
