/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;
