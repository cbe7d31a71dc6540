import { ProgramError } from "../../base/program-error.js";

/** A JMESPath expression that cannot be read, or that cannot be applied to the data. */
export class QueryError extends ProgramError {
  override name = "QueryError";
  readonly kind = "usage";
}

/** Printing ended early, after some of the items. What it means is what its cause means. */
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
export class UnknownColumnError extends ProgramError {
  override name = "UnknownColumnError";
  readonly kind = "usage";
  constructor(
    /** The option that names it. */
    readonly option: string,
    readonly column: string,
    readonly known: readonly string[],
    readonly nearest?: string,
  ) {
    super(
      `${option}: there is no column "${column}"`,
      nearest === undefined ? `the columns are ${known.join(", ")}` : `did you mean ${nearest}?`,
    );
  }
}
