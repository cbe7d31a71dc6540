/** A request under way: a promise of plain data. */
export interface Call<T, S> extends Promise<T> {
  /** Returns the same data with the exact JSON text that the service sent, from the same request. */
  withSource(): Promise<S>;
}

/** @param plain takes the text away */
export function callOf<T, S>(sourced: Promise<S>, plain: (sourced: S) => T): Call<T, S> {
  const promise = sourced.then(plain);
  const withSource = () => {
    promise.catch(() => {}); // whoever asks for the text learns of a failure there
    return sourced.then((it) => it);
  };
  return Object.assign(promise, { withSource });
}
