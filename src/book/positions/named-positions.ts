import { createHandles, type NamedPosition, positionsNamed } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/items.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { firstOf } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { NotListedError } from "../../run/errors/report.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../run/fetch-each.js";
import { UUID } from "../../run/settings/kinds.js";
import { listPositions } from "./listing.js";

/**
 * Returns the only position that a text names.
 * @param before beginning of the message of the error
 * @throws {UsageError} if it names several; the hint lists them
 * @throws {NotListedError} if it names none; the hint lists closed positions of that asset
 */
export function onlyMatch<P extends NamedPosition>(
  text: string,
  positions: readonly P[],
  before = "",
): P {
  const matches = positionsNamed(text, positions);
  const [first, second] = matches;
  if (first !== undefined && second === undefined) return first;
  const handles = createHandles(true, positions);
  const list = (some: readonly P[]) =>
    firstOf(some.map((it) => `${handles.of(it)} (${it.status})`));
  if (first !== undefined) {
    throw new UsageError(
      `${before}"${text}" names ${matches.length} positions`,
      `use one of ${list(matches)}`,
    );
  }
  const typed = text.toLowerCase();
  const closed = positions.filter(({ asset }) => asset.toLowerCase() === typed);
  throw new NotListedError(
    `no ${closed.length > 0 ? "open position" : "position"} of the portfolio is named "${text}"`,
    closed.length > 0
      ? `use one of ${list(closed)}`
      : "a position is named by its id, its asset or both (SUI, SUI.1a9f, 1a9f3c02), as in carry positions list",
  );
}

/** Finds the positions that are named on the command line. */
export interface IdFinder {
  /**
   * Returns the full id of a position named by its id, its asset, `ASSET.prefix` or the beginning of its id.
   * @throws {UsageError} if several positions have the name; the hint lists them
   * @throws {NotListedError} if none has it
   */
  find(text: string): Promise<string>;
  /** Returns the positions of the portfolio, if they were listed. */
  listed(): Promise<readonly Item<Position>[] | undefined>;
  /** Returns the same, listed now if they were not; undefined where they cannot be. */
  all(): Promise<readonly Item<Position>[] | undefined>;
}

/**
 * Creates a finder. It lists the portfolio at most once, and only for a name that is no full id.
 * @param performance whether the listing has the performance
 */
export function createIdFinder(context: Context, performance: boolean): IdFinder {
  let listed: Promise<readonly Item<Position>[]> | undefined;
  const all = () => {
    listed ??= listAll(context, performance);
    return listed;
  };
  return {
    async find(text) {
      const id = UUID.parse(text);
      if (id !== undefined) return id;
      const known = (await all()).map(({ value }) => value);
      return onlyMatch(text, known).position_id;
    },
    async listed() {
      return listed?.catch(() => undefined);
    },
    async all() {
      return all().catch(() => undefined);
    },
  };
}

async function listAll(context: Context, performance: boolean): Promise<readonly Item<Position>[]> {
  const client = await context.client(CONCURRENCY);
  // A name may be that of a position that is missing.
  const request = { performance: performance && ("if-sent" as const), needsAll: true };
  return (await listPositions(context, client, request, (item) => item)).positions;
}

/** Fetches positions in full by their names, each once; reports those that fail. */
export async function fetchNamed(
  context: Context,
  client: Client,
  names: readonly string[],
  finder: IdFinder,
): Promise<Fetched<Item<PositionDetail>>> {
  const { signal } = context.io;
  const fetching = new Map<string, Promise<Item<PositionDetail>>>();
  const wanted = [...new Set(names)];
  const nameOf = (name: string) => `position ${name}`;
  const { found, failure } = await fetchEach(context, wanted, nameOf, async (name) => {
    const id = await finder.find(name);
    const position = fetching.get(id) ?? client.positions.get(id, { signal }).withSource();
    fetching.set(id, position);
    return position;
  });
  return { found: [...new Set(found)], failure };
}
