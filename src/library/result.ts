/**
 * What a function of the figures returns: the object that the command prints with `-o json`. Its shape is
 * `carry schema list-view`, and so on with `pnl` and `rank`.
 */
export type Result = Readonly<Record<string, unknown>>;
