import { ProgramError } from "../../base/program-error.js";

/** A JMESPath expression is invalid, or cannot be applied to the data. */
export class QueryError extends ProgramError {
  override name = "QueryError";
  readonly kind = "usage";
}

/** Printing ended early, after some of the items. Exit code and hint are those of its cause. */
export class PartialOutputError extends Error {
  override name = "PartialOutputError";
  constructor(
    /** Number of items printed completely. */
    readonly printed: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The view does not have the requested column. */
export class UnknownColumnError extends ProgramError {
  override name = "UnknownColumnError";
  readonly kind = "usage";
  constructor(
    /** Option that names the column. */
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
