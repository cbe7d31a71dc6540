import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import { type Checked, checkLegs } from "./check-legs.js";
import { allPositions } from "./every-position.js";
import { onlyMatch } from "./only-match.js";

/**
 * Lists the open positions of the portfolio with their performance, or those named, and fetches in
 * full those of which a leg may be closed. Failures are reported, also for each name that no position
 * or more than one has.
 * @param names names of positions (SUI, SUI.1a9f, ids); they may also be closed
 * @param isAside whether no failure of their legs is an error
 */
export async function openPositions(
  context: Context,
  client: Client,
  names: readonly string[] = [],
  isAside = false,
): Promise<Checked> {
  const portfolioId = await context.portfolio();
  const statuses = names.length === 0 ? (["open"] as const) : undefined;
  const listed = await allPositions(context, client, { portfolioId, statuses });
  const named = names.length === 0 ? { found: listed } : await namedIn(context, listed, names);
  const checked = await checkLegs(context, client, named.found, {
    ...{ isNamed: names.length > 0, isAside },
  });
  return { ...checked, failure: gravestOf([named.failure, checked.failure]) };
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
