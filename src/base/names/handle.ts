/** The fields that name a position. */
export interface NamedPosition {
  readonly position_id: string;
  readonly asset: string;
  readonly status: string;
}

/** Minimum length of the beginning of an id in a handle, and of one that is typed alone. */
const SHORTEST = 4;

/** Stands for an asset that cannot be read or is empty. */
const UNKNOWN = "?";

function assetOf({ asset }: Pick<NamedPosition, "asset">): string {
  return asset === "" ? UNKNOWN : asset;
}

/** Returns a name for stored data, which does not depend on other positions: `SUI.1a9f3c02`. */
export function lastingHandle(position: Pick<NamedPosition, "position_id" | "asset">): string {
  return `${assetOf(position)}.${position.position_id.slice(0, 8)}`;
}

/** Names of positions for people. */
export interface Handles {
  /** Makes a position known, so that no other one gets its name. */
  readonly add: (position: NamedPosition) => void;
  /**
   * Returns the shortest name among the known positions: the asset where it has one open position,
   * else the asset with the beginning of the id, `SUI.1a9f`.
   */
  of(position: NamedPosition): string;
}

/**
 * Creates the names of positions.
 * @param isWhole whether all open positions become known; else every name has the beginning of the id
 */
export function createHandles(isWhole: boolean, known: Iterable<NamedPosition> = []): Handles {
  const byAsset = new Map<string, Named>();
  const namedLike = (asset: string) => {
    const key = asset.toLowerCase();
    const found = byAsset.get(key) ?? { statuses: new Map(), open: 0, lengths: undefined };
    byAsset.set(key, found);
    return found;
  };
  const add = (position: NamedPosition) => {
    const { position_id: id, status } = position;
    const named = namedLike(assetOf(position));
    const before = named.statuses.get(id);
    if (before === status) return named;
    named.open += Number(status === "open") - Number(before === "open");
    named.statuses.set(id, status);
    if (before === undefined) named.lengths = undefined;
    return named;
  };
  for (const position of known) add(position);
  return {
    add,
    of(position) {
      const { position_id: id, status } = position;
      const [asset, named] = [assetOf(position), add(position)];
      const isAlone = isWhole && status === "open" && named.open === 1;
      if (isAlone && asset !== UNKNOWN) return asset;
      named.lengths ??= distinctLengths([...named.statuses.keys()], SHORTEST);
      return `${asset}.${id.slice(0, named.lengths.get(id))}`;
    },
  };
}

/** The positions of an asset. */
interface Named {
  readonly statuses: Map<string, string>;
  open: number;
  /** Length at which each id differs from the others; undefined until it is needed. */
  lengths: ReadonlyMap<string, number> | undefined;
}

/**
 * Returns the positions that a text names, by the first of these that any has: the full id, the asset
 * of an open position, `ASSET.prefix` split at the last dot, the first 4 or more characters of an id;
 * in any case of letters.
 */
export function positionsNamed<P extends NamedPosition>(text: string, all: readonly P[]): P[] {
  const typed = text.toLowerCase();
  const dot = typed.lastIndexOf(".");
  const [asset, prefix] = [typed.slice(0, Math.max(0, dot)), typed.slice(dot + 1)];
  const tests: ((position: P) => boolean)[] = [
    (it) => it.position_id.toLowerCase() === typed,
    (it) => it.status === "open" && assetOf(it).toLowerCase() === typed,
    (it) => dot >= 0 && prefix !== "" && assetOf(it).toLowerCase() === asset && begins(it, prefix),
    (it) => typed.length >= SHORTEST && begins(it, typed),
  ];
  for (const test of tests) {
    const found = all.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

function begins({ position_id }: NamedPosition, prefix: string): boolean {
  return position_id.toLowerCase().startsWith(prefix);
}

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
