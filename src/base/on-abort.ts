interface Followers {
  readonly all: Set<() => void>;
  readonly callAll: () => void;
}

const followed = new WeakMap<AbortSignal, Followers>();

/**
 * Calls back when a signal is aborted. All callbacks of a signal share one listener, because Node
 * warns of a leak from the eleventh on; the listener is removed with the last callback.
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { all, callAll } = followed.get(signal) ?? follow(signal);
  all.add(callback);
  return () => {
    all.delete(callback);
    if (all.size > 0 || followed.get(signal)?.all !== all) return;
    followed.delete(signal);
    signal.removeEventListener("abort", callAll);
  };
}

function follow(signal: AbortSignal): Followers {
  const all = new Set<() => void>();
  const callAll = () => {
    for (const callback of [...all]) callback();
  };
  signal.addEventListener("abort", callAll);
  followed.set(signal, { all, callAll });
  return { all, callAll };
}
