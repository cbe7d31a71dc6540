/** A request in progress: a promise of plain data. */
export interface Call<T, S> extends Promise<T> {
  /** Returns the data of the same request with the exact JSON text that the service sent. */
  withSource(): Promise<S>;
}

/** @param plain removes the text */
export function callOf<T, S>(sourced: Promise<S>, plain: (sourced: S) => T): Call<T, S> {
  const promise = sourced.then(plain);
  const withSource = () => {
    promise.catch(() => {}); // the caller gets the rejection from the other promise
    return sourced.then((it) => it);
  };
  return Object.assign(promise, { withSource });
}
