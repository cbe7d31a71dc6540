import { createHandles, type Handles } from "../../base/names/handle.js";
import { bookOf, readLimits } from "../../book/load-book.js";
import { createIdFinder, fetchNamed } from "../../book/positions/named-positions.js";
import { withPerformance } from "../../book/positions/performance.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { Item } from "../../client/listing/items.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { problemOf } from "../../client/validate/misfit.js";
import type { Need } from "../../figures/figure.js";
import type { Group, Owner } from "../../figures/subjects.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY, PERFORMANCE, reportParts } from "../../run/fetch-each.js";

/** Positions in full, in the order in which they were named. */
export interface Details {
  readonly client: Client;
  readonly items: readonly Item<PositionDetail>[];
  /** Names of the positions. */
  readonly handles: Handles;
  readonly ownerOf: (position: PositionDetail) => Owner;
  /** The positions of the portfolios, where they were listed. */
  readonly listed: readonly Position[];
  readonly failure: Failure | undefined;
}

/** What is fetched of positions. */
interface DetailsRequest {
  readonly performance: boolean;
  /** Whether positions are shown without a performance that cannot be fetched. */
  readonly isAside?: boolean;
  /** Whether the other positions are listed, too, whose markets make the pool of figures that look ahead. */
  readonly isPooled?: boolean;
}

/** Fetches positions in full by their names; reports those that fail or cannot be read. */
export async function fetchDetails(
  context: Context,
  names: readonly string[],
  { performance, isAside = false, isPooled = false }: DetailsRequest,
): Promise<Details> {
  const finder = createIdFinder(context, performance);
  const client = await context.client(CONCURRENCY);
  context.progress.update(`fetching ${counted(names.length, "position")}`);
  const { found, failure } = await fetchNamed(context, client, names, finder);
  const listed = await (isPooled && found.length > 0 ? finder.all() : finder.listed());
  const items =
    performance && found.length > 0
      ? await performed(context, client, found, listed, isAside)
      : found;
  const known = [...(listed ?? []), ...found].map(({ value }) => value);
  const handles = createHandles(false, known);
  const unread = await refuseUnreadable(context, items);
  const portfolios = listed === undefined ? [] : (await context.portfolios()).list;
  const ownerOf = ({ portfolio_id }: PositionDetail) => {
    const its = portfolios.find((it) => it.portfolio_id === portfolio_id);
    return { portfolio_id, portfolio: its?.portfolio ?? undefined };
  };
  const others = (listed ?? []).map(({ value }) => value);
  return {
    ...{ client, items, handles, ownerOf, listed: others },
    failure: gravestOf([failure, unread]),
  };
}

/** Adds the performance to positions. @throws the errors of listing positions, unless it is an aside */
async function performed(
  context: Context,
  client: Client,
  details: readonly Item<PositionDetail>[],
  listed: readonly Item<Position>[] | undefined,
  isAside: boolean,
) {
  try {
    return await withPerformance(context, client, details, listed);
  } catch (error) {
    context.io.signal.throwIfAborted();
    if (!isAside) throw error;
    const failed = details.map(({ value }) => ({ name: value.position_id, error }));
    await reportParts(context, failed, PERFORMANCE, { asked: details.length, isAside });
    return details;
  }
}

/** Reports positions that cannot be read as errors, since each was requested by name. */
async function refuseUnreadable(
  context: Context,
  items: readonly Item<PositionDetail>[],
): Promise<Failure | undefined> {
  const failures: Failure[] = [];
  for (const { value } of items) {
    const problem = problemOf(value);
    if (problem === undefined) continue;
    const name = `position ${value.position_id}`;
    const error = new AnswerError(`${name} does not match the interface: ${problem}`);
    failures.push(await context.reportFailure(error, { id: value.position_id, name }));
  }
  return gravestOf(failures);
}

/** Returns the book of positions that were fetched in full. */
export async function bookOfDetails(
  context: Context,
  { client, items, handles, ownerOf, listed }: Details,
  needs: ReadonlySet<Need>,
): Promise<{ readonly all: Group; readonly failure: Failure | undefined }> {
  const positions = items.map(({ value }) => value);
  const owners = new Map(positions.map((it) => [it.position_id, ownerOf(it)]));
  return bookOf(context, client, positions, {
    ...{ needs, listed, checked: [], limits: await readLimits(context), isNamed: false },
    isUnchecked: () => false,
    nameOf: handles.of,
    ownerOf: (id) => owners.get(id) ?? NOBODY,
  });
}

const NOBODY: Owner = { portfolio_id: null };
