import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import type { Context } from "../../run/context.js";
import { CONCURRENCY, type Fetched, fetchEach, type PartKind } from "../../run/fetch-each.js";
import { UUID } from "../../run/settings/kinds.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { inEachPortfolio } from "./in-each-portfolio.js";
import { keepIds } from "./keep-ids.js";
import { keyOf } from "./observe.js";
import { onlyMatch } from "./only-match.js";

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
export function createIdFinder(context: Context, performance = false): IdFinder {
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

/**
 * Fetches positions in full by their names, each once; reports those that fail.
 * @param parts what they are, if they were not requested by name
 */
export async function fetchNamed(
  context: Context,
  client: Client,
  names: readonly string[],
  finder = createIdFinder(context),
  parts?: PartKind,
): Promise<Fetched<Item<PositionDetail>>> {
  const { signal } = context.io;
  const fetching = new Map<string, Promise<Item<PositionDetail>>>();
  const { found, failure } = await fetchEach(
    context,
    [...new Set(names)],
    (name) => `position ${name}`,
    async (name) => {
      const id = await finder.find(name);
      const position = fetching.get(id) ?? client.positions.get(id, { signal }).withSource();
      fetching.set(id, position);
      return position;
    },
    parts,
  );
  return { found: [...new Set(found)], failure };
}

async function listAll(context: Context, performance: boolean): Promise<Item<Position>[]> {
  const client = await context.client(CONCURRENCY);
  const { signal } = context.io;
  const own = (await context.portfolios()).listing();
  const list = async (portfolio: NamedPortfolio) => {
    const { portfolio_id: portfolioId } = portfolio;
    const request = { portfolioId, signal, performance: performance && ("if-sent" as const) };
    const pages = client.positions.list(request).withSource().pages();
    const all = new Map<unknown, Item<Position>>();
    for await (const { items, again } of keepIds(context, pages, portfolioId)) {
      for (const item of [...items, ...again]) all.set(keyOf(item.value), item);
    }
    return () => [...all.values()].filter(({ value }) => own(value.position_id, portfolio));
  };
  const { found } = await inEachPortfolio(context, "positions", list, {
    needsAll: true, // a name may be that of a position that is missing
  });
  return found.flatMap((ownOf) => ownOf());
}
