/** Several values in one cell: a table formats each by the column's kind, csv writes them raw. */
export class Several {
  constructor(
    readonly values: readonly unknown[],
    readonly separator = ", ",
  ) {}

  toString(): string {
    return this.values.map((value) => value ?? "–").join(this.separator);
  }
}
