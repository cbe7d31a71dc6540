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

/** An ISO 8601 date-time that exists in the calendar. */
export function time(): z.ZodMiniISODateTime {
  return z.iso.datetime({ offset: true, local: true });
}

/** A uuid of any version. */
export function identifier(): z.ZodMiniGUID {
  return z.guid();
}
