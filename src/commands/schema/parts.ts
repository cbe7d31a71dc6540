/** Returns the JSON Schema of a text. */
export const text = (description: string) => ({ type: "string", description }) as const;

/** Returns the JSON Schema of a whole number. */
export const integer = (description: string) => ({ type: "integer", description }) as const;
