/** Returns the length, at least `shortest`, at which each text differs from all others. */
export function distinctLengths(
  texts: readonly string[],
  shortest: number,
): ReadonlyMap<string, number> {
  const sorted = [...new Set(texts)].sort();
  return new Map(
    sorted.map((text, at) => {
      const shared = Math.max(commonStart(text, sorted[at - 1]), commonStart(text, sorted[at + 1]));
      return [text, Math.max(shortest, shared + 1)];
    }),
  );
}

function commonStart(a: string, b = ""): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length++;
  return length;
}
