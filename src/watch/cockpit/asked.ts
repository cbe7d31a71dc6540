/** State of a request: the last answer, and why the last attempt failed. */
export interface Answer<T> {
  readonly isPending: boolean;
  readonly value?: T;
  readonly failure?: string;
}

/**
 * Creates a function that requests an id once in each round, and returns what is known of it. Only the
 * last id is kept.
 * @param ask returns the answer, or throws a failure
 * @param describe returns a failure in words; undefined for the end of the watch
 * @param onAnswer called when there is an answer or a failure
 */
export function createAsked<T>(
  ask: (id: string) => Promise<T>,
  describe: (error: unknown) => string | undefined,
  onAnswer: () => void,
) {
  let known: { readonly id: string; readonly round: object; answer: Answer<T> } | undefined;
  return (id: string, round: object): Answer<T> => {
    if (known?.id === id && known.round === round) return known.answer;
    const { value } = known?.id === id ? known.answer : {};
    const last = value === undefined ? {} : { value };
    const own = { id, round, answer: { isPending: true, ...last } as Answer<T> };
    known = own;
    ask(id)
      .then(
        (found): Answer<T> => ({ isPending: false, value: found }),
        (error): Answer<T> => ({ isPending: false, ...last, failure: describe(error) ?? "" }),
      )
      .then((answer) => {
        own.answer = answer;
        onAnswer();
      });
    return own.answer;
  };
}
