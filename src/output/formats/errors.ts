/** A JMESPath expression that cannot be read, or that cannot be applied to the data. */
export class QueryError extends Error {
  override name = "QueryError";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Printing ended early, after some of the items. */
export class PartialOutputError extends Error {
  override name = "PartialOutputError";
  constructor(
    /** How many items were printed whole. */
    readonly printed: number,
    override readonly cause: unknown,
    /** The option, and what stands before the value, that a cursor to go on from is given with. */
    readonly cursorOption: readonly [option: string, prefix: string] = ["--cursor", ""],
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** A column is asked for that the view does not have. */
export class UnknownColumnError extends Error {
  override name = "UnknownColumnError";
  constructor(
    /** The option that names it. */
    readonly option: string,
    readonly column: string,
    readonly known: readonly string[],
    readonly nearest?: string,
  ) {
    super(`${option}: there is no column "${column}"`);
  }
}
