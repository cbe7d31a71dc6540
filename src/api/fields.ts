import * as z from "zod/mini";

/** Attaches the sentence (with its unit) that `carry schema` shows; costs nothing when validating. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A finite JSON number. */
export function decimalNumber(): z.ZodMiniNumber {
  return z.number();
}

/** A decimal number carried as a string, which stays a string so that no digit is lost. */
export function decimalString(): z.ZodMiniString {
  return z
    .string()
    .check(z.regex(/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/, "expected a decimal number"));
}

/**
 * An ISO 8601 date-time that exists in the calendar, leap seconds (`23:59:60`) included, which zod's
 * own does not know.
 */
export function time(): z.ZodMiniCustomStringFormat<"datetime"> {
  return z.stringFormat("datetime", DATE_TIME);
}

const DATE = z.regexes.date.source.slice(1, -1);
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const DATE_TIME = new RegExp(`^${DATE}T${CLOCK}${OFFSET}?$`);

/** A uuid of any version. */
export function identifier(): z.ZodMiniGUID {
  return z.guid();
}
