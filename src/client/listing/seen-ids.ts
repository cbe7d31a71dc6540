const WORDS = 4;
const TABLE_BITS = 6;
const SMALLEST = 16;
const GROWTH = 1.5;
/** Maximum share of the places of a table that are taken. */
const MOST_USED = 0.75;

/**
 * Creates a set of uuids of 16 bytes each, compared case-insensitively. Its hash tables lie outside of
 * V8's heap, where a `Set` of a million strings takes five times as much and keeps the heap larger than
 * necessary (bench/speed.md). They are many, since a growing one exists twice for a moment: a single one
 * would determine the peak of a long listing.
 */
export function createSeenIds() {
  const tables = Array.from({ length: 2 ** TABLE_BITS }, createTable);
  let hasNil = false; // an entry of zeros is empty
  return {
    /** @returns whether it was added, not present */
    add(uuid: string): boolean {
      const words = wordsOf(uuid);
      if (words.every((word) => word === 0)) {
        const isNew = !hasNil;
        hasNil = true;
        return isNew;
      }
      return tables[hash(words) >>> (32 - TABLE_BITS)]?.add(words) ?? true;
    },
  };
}

function createTable() {
  let table = new Uint32Array(SMALLEST * WORDS);
  let used = 0;
  return {
    add(words: Words): boolean {
      const place = placeOf(table, words);
      if (!isEmpty(table, place)) return false;
      table.set(words, place);
      used++;
      if (used * WORDS > table.length * MOST_USED) table = enlarged(table);
      return true;
    },
  };
}

type Words = readonly [number, number, number, number];

function wordsOf(uuid: string): Words {
  return [
    Number.parseInt(uuid.slice(0, 8), 16),
    Number.parseInt(uuid.slice(9, 13) + uuid.slice(14, 18), 16),
    Number.parseInt(uuid.slice(19, 23) + uuid.slice(24, 28), 16),
    Number.parseInt(uuid.slice(28), 16),
  ];
}

/** Returns the index of the words, or the first empty one after their hash. */
function placeOf(table: Uint32Array, words: Words): number {
  const places = table.length / WORDS;
  let place = hash(words) % places;
  while (!isEmpty(table, place * WORDS) && !isAt(table, place * WORDS, words)) {
    place = (place + 1) % places;
  }
  return place * WORDS;
}

/**
 * Returns 32 bits, each of which depends on all words: the high ones select the table, the low ones
 * the index. The constants are those of MurmurHash3's finalizer.
 */
function hash([a, b, c, d]: Words): number {
  let mixed = a;
  for (const word of [b, c, d, 0]) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) ^ word;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  }
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function isEmpty(table: Uint32Array, at: number): boolean {
  return table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0 && table[at + 3] === 0;
}

function isAt(table: Uint32Array, at: number, [a, b, c, d]: Words): boolean {
  return table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d;
}

function enlarged(table: Uint32Array): Uint32Array<ArrayBuffer> {
  const places = Math.ceil((table.length / WORDS) * GROWTH);
  const larger = new Uint32Array(places * WORDS);
  for (let at = 0; at < table.length; at += WORDS) {
    if (isEmpty(table, at)) continue;
    const [a = 0, b = 0, c = 0, d = 0] = table.subarray(at, at + WORDS);
    const words: Words = [a, b, c, d];
    larger.set(words, placeOf(larger, words));
  }
  return larger;
}
