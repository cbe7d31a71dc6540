/** A value from the service together with the exact JSON text it was sent as. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}
