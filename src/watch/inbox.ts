/** A queue of events that a loop waits for. */
export interface Inbox<E> {
  push(event: E): void;
  /** Makes `next` fail; unread events are dropped. */
  fail(error: unknown): void;
  /** Returns all events since the last call; waits for one if there is none. */
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
      const unread = events;
      events = [];
      return unread;
    },
  };
}
