import * as z from "zod/mini";

/** Attaches the description (with its unit) that `carry schema` shows; does not slow validation. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A decimal number as a string, which stays a string so that no digit is lost. */
export function decimalString(): z.ZodMiniString {
  return z
    .string()
    .check(z.regex(/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/, "expected a decimal number"));
}

/* An existing day of a month; February 29 in leap years only. */
const LEAP_YEAR = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`;
const DAY_OF_MONTH = String.raw`(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])`;
const DATE = String.raw`(?:${LEAP_YEAR}-02-29|\d{4}-(?:${DAY_OF_MONTH}))`;
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const DATE_TIME = new RegExp(`^${DATE}T${CLOCK}${OFFSET}?$`);
const SETTLED = new RegExp(`^(?=2009|20[1-9]\\d|2100)${DATE}T${CLOCK}${OFFSET}?$`);

/** An existing ISO 8601 date-time, also with a leap second (`23:59:60`), which zod's own format rejects. */
export function time(): z.ZodMiniCustomStringFormat<"datetime"> {
  return z.stringFormat("datetime", DATE_TIME);
}

/** Such a date-time of the years 2009 to 2100: another one is no time of a settlement. */
export function settlementTime(): z.ZodMiniCustomStringFormat<"datetime"> {
  return z.stringFormat("datetime", SETTLED, "expected an ISO 8601 date-time of 2009 to 2100");
}

const WORDS = new WeakMap<z.core.$ZodType, readonly string[]>();

/** A text for which the interface has these words ({@link wordsOf}); others are valid too. */
export function word(words: readonly string[], description: string): z.ZodMiniString {
  const schema = described(z.string(), description);
  WORDS.set(schema, words);
  return schema;
}

/** Returns the words that the interface has for a field; undefined if it is any text. */
export function wordsOf(schema: z.core.$ZodType): readonly string[] | undefined {
  return WORDS.get(schema);
}
