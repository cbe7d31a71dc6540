/** A queue of events that a loop waits for. */
export class Inbox<E> {
  #events: E[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake = () => {};

  push(event: E): void {
    this.#events.push(event);
    this.#wake();
  }

  /** Makes `next` fail; unread events are dropped. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** Returns all events since the last call; waits for one if there is none. */
  async next(): Promise<readonly E[]> {
    if (this.#events.length === 0 && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#events.splice(0);
  }
}
