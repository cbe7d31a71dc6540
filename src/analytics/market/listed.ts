/** What the public market listing says of the next settlement of a market. */
export interface ListedSettlement {
  /** Milliseconds since the epoch; undefined if it names none. */
  readonly next: number | undefined;
  /** Decimal fraction in plain digits; undefined if it names none. */
  readonly rate: string | undefined;
  /** Time of the listing, milliseconds since the epoch. */
  readonly asOf: number;
}
