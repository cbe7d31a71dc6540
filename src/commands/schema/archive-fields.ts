/* Parts of the JSON Schemas of `carry archive`. */

/** Returns the schema of a text. */
export const TEXT = (description: string) => ({ type: "string", description }) as const;

/** Returns the schema of a time. */
export const TIME = (description: string) =>
  ({ type: "string", format: "date-time", description }) as const;

/** Returns the schema of a time that may be unknown. */
export const TIME_OR_NULL = (description: string) =>
  ({ type: ["string", "null"], format: "date-time", description }) as const;

/** Returns the schema of a whole number from 0. */
export const COUNT = (description: string) =>
  ({ type: "integer", minimum: 0, description }) as const;

/** Returns the schema of an object that has all of these fields. */
export const WHOLE = <const P extends object>(properties: P) =>
  ({ type: "object", required: Object.keys(properties), properties }) as const;

/** Returns the schema of a list. */
export const LIST = <const I extends object>(description: string, items: I) =>
  ({ type: "array", description, items }) as const;

/** Returns the JSON Schema of an object that has all of these fields. */
export const SCHEMA = <const P extends object>(title: string, properties: P) =>
  ({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...WHOLE(properties),
  }) as const;

export const ARCHIVE = TEXT("The archive: a path, or s3://bucket/prefix.");
export const MARKET_ID = { type: "integer", description: "Market identifier." } as const;
export const PORTFOLIO_ID = TEXT("Portfolio identifier (uuid).");
