/** Several values in one cell: a table writes each by the kind of the column, csv as it is. */
export class Several {
  constructor(
    readonly values: readonly unknown[],
    readonly separator = ", ",
  ) {}

  toString(): string {
    return this.values.map((value) => value ?? "–").join(this.separator);
  }
}
