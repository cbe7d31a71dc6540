/** What a loop waits for: things that happen, in their order. */
export interface Inbox<E> {
  push(event: E): void;
  /** The loop is over; what was not read yet is not any more. */
  fail(error: unknown): void;
  /** All that has happened since the last call; waits for the first when there is nothing. */
  next(): Promise<readonly E[]>;
}

export function createInbox<E>(): Inbox<E> {
  let events: E[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};
  return {
    push(event) {
      events.push(event);
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
    },
    async next() {
      if (events.length === 0 && failure === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure !== undefined) throw failure.error;
      const happened = events;
      events = [];
      return happened;
    },
  };
}
