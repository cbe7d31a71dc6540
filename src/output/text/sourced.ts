/** A value from the service with its exact JSON text as sent. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}
