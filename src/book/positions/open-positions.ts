import { largestOrUnknownFirst } from "../../base/decimal.js";
import { createHandles, type Handles, positionsNamed } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import {
  mayHideAClosedLeg,
  type WithWholeLegs,
  withWholeLegs,
} from "../../figures/engine/position/doubt.js";
import { sizeOf } from "../../figures/engine/position/legs.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY, failedParts, inParallel, LEGS, reportParts } from "../../run/fetch-each.js";
import { type Filters, type Selected, select } from "../../run/screen/position-filters.js";
import type { CountsWithout } from "./in-each-portfolio.js";
import { allPositions, type ListedPositions } from "./listing.js";
import { onlyMatch } from "./named-positions.js";

/** Which positions are listed. */
export interface OpenPositionsOptions extends Pick<Filters, "asset" | "exchange"> {
  /** Names of positions (SUI, SUI.1a9f, ids), which may also be closed; default: every open one. */
  readonly names?: readonly string[] | undefined;
  /** Names in the setting `ignore`, each of at most one position. */
  readonly ignored?: readonly string[];
  /** Whether no failure to fetch legs is an error. */
  readonly isAside?: boolean | undefined;
  readonly needsAll?: CountsWithout;
  /** Statuses to list; default: open ones. */
  readonly statuses?: readonly ("open" | "closed")[] | undefined;
}

/** Open positions, their names, and what filters left of them. */
export interface OpenPositions
  extends Checked,
    Pick<Selected<Position>, "heading" | "empty">,
    Pick<ListedPositions, "lost"> {
  readonly handles: Handles;
  /** Every position that was listed, also those that filters left out. */
  readonly listed: readonly Position[];
}

/**
 * Lists the open positions of the portfolios with their performance, or the named ones, filters them, and
 * fetches those in full that may have a closed leg. Reports failures, also each name that does not have
 * exactly one position.
 * @throws {UsageError} if an ignored name has several positions
 */
export async function openPositions(
  context: Context,
  client: Client,
  { names = [], ignored = [], isAside = false, needsAll, ...options }: OpenPositionsOptions = {},
): Promise<OpenPositions> {
  const isNamed = names.length > 0;
  const wanted = "statuses" in options ? options.statuses : (["open"] as const);
  const { positions: listed, ...rest } = await allPositions(context, client, {
    statuses: isNamed ? undefined : wanted,
    needsAll: isNamed || needsAll, // a name may be that of a position that is missing
  });
  const handles = createHandles(true, listed);
  for (const name of ignored) {
    if (positionsNamed(name, listed).length > 1) onlyMatch(name, listed, "setting ignore: ");
  }
  const named = isNamed ? await namedIn(context, listed, names) : { found: listed };
  const noun = isNamed ? "named positions" : nounOf(wanted);
  const { positions, heading, empty } = select(named.found, options, noun);
  const checked = await checkLegs(context, client, positions, handles, { isNamed, isAside });
  const failure = gravestOf([rest.failure, named.failure, checked.failure]);
  return { ...checked, failure, lost: rest.lost, handles, listed, heading, empty };
}

function nounOf(statuses: OpenPositionsOptions["statuses"]): string {
  const only = statuses?.length === 1 ? `${statuses[0]} ` : "";
  return `${only}positions`;
}

interface Named {
  readonly found: readonly Position[];
  readonly failure?: Failure | undefined;
}

async function namedIn(
  context: Context,
  listed: readonly Position[],
  names: readonly string[],
): Promise<Named> {
  const ids = new Set<string>();
  const failures: Failure[] = [];
  for (const name of names) {
    try {
      ids.add(onlyMatch(name, listed).position_id);
    } catch (error) {
      failures.push(await context.reportFailure(error, { id: name, name: `position ${name}` }));
    }
  }
  const found = listed.filter(({ position_id }) => ids.has(position_id));
  return { found, failure: gravestOf(failures) };
}

/** Positions, with the legs of the full position where it was fetched. */
export interface Checked extends WithWholeLegs {
  /** Number of positions that could not be fetched. */
  readonly missing: number;
  /** Failure that was reported as an error. */
  readonly failure: Failure | undefined;
}

/** Maximum number of positions fetched in full, since the service requests sparing use. */
const MOST_ASKED = 100;

/**
 * Fetches positions in full if the list leaves doubt whether a leg is closed, the largest first and a few at
 * a time; those beyond 100 stay unchecked.
 * @param how whether the positions were requested by name, and whether no failure is an error
 */
export async function checkLegs(
  context: Context,
  client: Client,
  positions: readonly Position[],
  handles: Handles,
  { isNamed, isAside }: { readonly isNamed?: boolean; readonly isAside?: boolean } = {},
): Promise<Checked> {
  const { signal } = context.io;
  const doubtful = positions.filter(mayHideAClosedLeg);
  const asked = largestFirst(doubtful).slice(0, MOST_ASKED);
  if (asked.length > 0) context.progress.update(`legs of ${counted(asked.length, "position")}`);
  const results = await inParallel(asked, ({ position_id: id }) =>
    client.positions.get(id, { signal }),
  );
  signal.throwIfAborted();
  const found = results.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  const full = new Map(found.map((it) => [it.position_id, it]));
  const failed = failedParts(asked.map(handles.of), results, isNamed);
  return {
    ...withWholeLegs(positions, full),
    missing: failed.length,
    failure: await reportParts(context, failed, LEGS, { asked: asked.length, isAside }),
  };
}

/** Sorts by size, largest first, after those of unknown size. */
function largestFirst(positions: readonly Position[]): Position[] {
  return positions
    .map((position) => ({ position, size: sizeOf(position) }))
    .sort((a, b) => largestOrUnknownFirst(a.size, b.size))
    .map(({ position }) => position);
}

/** Largest page of positions without their performance. */
const PAGE = 500;

/**
 * Returns how many closed positions the portfolios have, as far as one page of each tells: `36`, `500+`.
 * Undefined for none, and where a page cannot be fetched, which costs the list nothing else.
 */
export async function closedCount(context: Context): Promise<string | undefined> {
  try {
    const { list } = await context.portfolios();
    const client = await context.client(CONCURRENCY);
    const { signal } = context.io;
    const counts = await Promise.all(
      list.map(async ({ portfolio_id: portfolioId }) => {
        const request = { portfolioId, statuses: ["closed"], limit: PAGE, signal } as const;
        for await (const page of client.positions.list(request).pages()) return page.items.length;
        return 0;
      }),
    );
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum === 0) return undefined;
    return counts.includes(PAGE) ? `${sum}+` : `${sum}`;
  } catch {
    return undefined;
  }
}
