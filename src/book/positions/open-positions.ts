import { createHandles, type Handles, positionsNamed } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { type Filters, type Selected, select } from "../../run/screen/position-filters.js";
import { type Checked, checkLegs } from "./check-legs.js";
import { allPositions, type ListedPositions } from "./every-position.js";
import type { CountsWithout } from "./in-each-portfolio.js";
import { onlyMatch } from "./only-match.js";

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
  /** Whether completion learns the positions that are listed. */
  readonly isLearnt?: boolean;
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
  {
    names = [],
    ignored = [],
    isAside = false,
    needsAll,
    isLearnt,
    ...options
  }: OpenPositionsOptions = {},
): Promise<OpenPositions> {
  const isNamed = names.length > 0;
  const wanted = "statuses" in options ? options.statuses : (["open"] as const);
  const { positions: listed, ...rest } = await allPositions(context, client, {
    statuses: isNamed ? undefined : wanted,
    isLearnt,
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
