/** Returns the result of work, or another value when it throws. */
export function orElse<T, U>(work: () => T, other: U): T | U {
  try {
    return work();
  } catch {
    return other;
  }
}
