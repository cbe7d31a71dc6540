const followers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal is aborted, until what it returns is called. However many follow one
 * signal, it has one listener: Node warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = followers.get(signal);
  const all = known ?? new Set();
  if (known === undefined) {
    followers.set(signal, all);
    const callAll = () => {
      for (const follow of [...all]) follow();
    };
    signal.addEventListener("abort", callAll, { once: true });
  }
  all.add(callback);
  return () => {
    all.delete(callback);
  };
}
