/** `assets-1a2b3c4d.json`: the last word of the path, and a digest of the whole URL. */
export function entryName(url: URL): string {
  const word = /([\w-]+)\/?$/.exec(url.pathname)?.[1] ?? "answer";
  return `${word}-${digestOf(url.href)}.json`;
}

/** The word that the name of an entry begins with; undefined for what is no entry. */
export function wordOfEntry(file: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}\.json$/.exec(file)?.[1];
}

/**
 * Returns 8 hexadecimal digits, the 32-bit FNV-1a (draft-eastlake-fnv) of a text. What is stored
 * under a digest names its text, so two that share one only displace each other; Node's crypto takes
 * 6 ms to load.
 */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
