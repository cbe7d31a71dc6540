/** A value from the service with its exact JSON text as sent. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
  /** Whether the value has the digits of every number of the text; undefined when unknown. */
  readonly keepsDigits?: boolean | undefined;
}
