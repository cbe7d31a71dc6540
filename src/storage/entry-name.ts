/** Returns the last word of the path and a digest of the whole URL: `assets-1a2b3c4d.json`. */
export function entryName(url: URL): string {
  const word = /([\w-]+)\/?$/.exec(url.pathname)?.[1] ?? "answer";
  return `${word}-${digestOf(url.href)}.json`;
}

/** Returns the first word of an entry's file name; undefined for a file that is not an entry. */
export function wordOfEntry(file: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}\.json$/.exec(file)?.[1];
}

/**
 * Returns the 32-bit FNV-1a (draft-eastlake-fnv) of a text as 8 hexadecimal digits. A stored file contains
 * its text, so texts with the same digest only overwrite each other. Loading Node's crypto takes 6 ms.
 */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
