import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../run/context.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { recorded } from "../looks/keep-look.js";
import { type CountsWithout, type InEach, inEachPortfolio } from "./in-each-portfolio.js";
import { keepIds } from "./keep-ids.js";
import { keyOf, observe, warnOfDuplicates } from "./observe.js";

interface Request {
  /** Default: all. */
  readonly statuses?: readonly ("open" | "closed")[] | undefined;
  /** Filter of what is listed; default: all. */
  readonly where?: ((position: Position) => boolean) | undefined;
  readonly needsAll?: CountsWithout;
  /** Whether completion learns the positions that are listed. */
  readonly isLearnt?: boolean | undefined;
}

/** Lists every position of a portfolio with its performance, and one that comes again each time. */
async function* everyPosition(
  context: Context,
  client: Client,
  { portfolioId, statuses, where, isLearnt }: Request & { readonly portfolioId: string },
): AsyncGenerator<readonly [position: Position, isAgain: boolean]> {
  const { signal } = context.io;
  const request = { portfolioId, performance: "if-sent", statuses, where, signal } as const;
  const pages = client.positions.list(request).withSource().pages();
  const asked = recorded(context, client, request, pages);
  const listing = observe(isLearnt ? keepIds(context, asked, portfolioId) : asked, context);
  for await (const items of listing.items) for (const { value } of items) yield [value, false];
  for (const { value } of listing.again()) yield [value, true];
  listing.report();
}

/** @param isAgain whether the listing gave the position before, perhaps with other values */
type Visit = (position: Position, isAgain: boolean) => void;

/**
 * Visits every position of each portfolio of the settings, in their order; one that two portfolios have
 * counts in the first. One that a listing gives again is visited again.
 * @throws as {@link inEachPortfolio}
 */
async function visitPositions(
  context: Context,
  client: Client,
  request: Request,
  visit: Visit,
): Promise<Pick<InEach<unknown>, "failure" | "lost">> {
  const { isSeveral, listing } = await context.portfolios();
  const own = listing();
  let duplicates = 0;
  const list = async (owner: NamedPortfolio) => {
    const all: Parameters<Visit>[] = [];
    const see: Visit = (position, isAgain) => {
      if (own(position.position_id, owner)) visit(position, isAgain);
      else duplicates++;
    };
    // Of a listing that may fail while others go on, nothing counts before its end.
    const take: Visit = isSeveral ? (...seen) => all.push(seen) : see;
    const whole = { ...request, portfolioId: owner.portfolio_id };
    for await (const seen of everyPosition(context, client, whole)) take(...seen);
    return () => {
      for (const seen of all) see(...seen);
    };
  };
  const { found, failure, lost } = await inEachPortfolio(context, "positions", list, request);
  for (const visitAll of found) visitAll();
  warnOfDuplicates(context.messages, duplicates, "counted");
  return { failure, lost };
}

/** The positions of the portfolios, and the portfolios that could not be listed. */
export interface ListedPositions extends Pick<InEach<unknown>, "failure" | "lost"> {
  readonly positions: readonly Position[];
}

/** Returns every position of the portfolios as last listed. @throws as {@link inEachPortfolio} */
export async function allPositions(
  context: Context,
  client: Client,
  request: Request = {},
): Promise<ListedPositions> {
  const positions = new Map<unknown, Position>();
  const rest = await visitPositions(context, client, request, (position) => {
    positions.set(keyOf(position), position);
  });
  return { ...rest, positions: [...positions.values()] };
}
