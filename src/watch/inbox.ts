/** What a loop waits for: things that happen, one after the other. */
export interface Inbox<E> {
  push(event: E): void;
  /** The loop is over; what was not read yet is not any more. */
  fail(error: unknown): void;
  next(): Promise<E>;
}

export function createInbox<E>(): Inbox<E> {
  const events: E[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const wakeUp = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(event) {
      events.push(event);
      wakeUp();
    },
    fail(error) {
      failure ??= { error };
      wakeUp();
    },
    async next() {
      for (;;) {
        if (failure !== undefined) throw failure.error;
        const event = events.shift();
        if (event !== undefined) return event;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
