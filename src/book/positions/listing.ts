import type { Client } from "../../client/client.js";
import type { Item, Page } from "../../client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/terms.js";
import { UNREADABLE_TEXT } from "../../client/validate/misfit.js";
import { contradictsItself, pairOf } from "../../figures/engine/position/legs.js";
import type { Messages } from "../../output/text/messages.js";
import { counted, shellWord } from "../../output/text/words.js";
import type { KnownPosition } from "../../run/completion-model.js";
import type { Context } from "../../run/context.js";
import { forgetIds, MOST_IDS, rememberIds } from "../../run/known-ids.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";
import { recorded } from "../looks/keep-look.js";
import { type CountsWithout, type InEach, inEachPortfolio } from "./in-each-portfolio.js";

type PositionPages = AsyncIterable<Page<Item<Position>>>;

/** Which positions of each portfolio are listed; default: all, with their performance. */
interface Request extends Pick<ListPositionsOptions, "statuses" | "performance"> {
  readonly needsAll?: CountsWithout;
}

/** The positions of the portfolios, each as it was listed last, and the portfolios that could not be listed. */
export interface ListedPositions<T = Position> extends Pick<InEach<unknown>, "failure" | "lost"> {
  readonly positions: readonly T[];
}

/** Returns every position of the portfolios of the settings. @throws as {@link inEachPortfolio} */
export function allPositions(
  context: Context,
  client: Client,
  request: Request = {},
): Promise<ListedPositions> {
  return listPositions(context, client, request, ({ value }) => value);
}

/**
 * Does the same, and keeps what is wanted of each position. One that two portfolios have counts in the first.
 * @throws as {@link inEachPortfolio}
 */
export async function listPositions<T>(
  context: Context,
  client: Client,
  { needsAll, ...wanted }: Request,
  keep: (item: Item<Position>) => T,
): Promise<ListedPositions<T>> {
  const own = (await context.portfolios()).listing();
  const { signal } = context.io;
  const list = async (portfolio: NamedPortfolio) => {
    const { portfolio_id: portfolioId } = portfolio;
    const request = { performance: "if-sent", ...wanted, portfolioId, signal } as const;
    const listing = observe(pagesOf(context, client, request), context);
    const all = new Map<unknown, readonly [id: string, kept: T]>();
    const see = (item: Item<Position>) =>
      all.set(keyOf(item.value), [item.value.position_id, keep(item)]);
    for await (const items of listing.items) items.forEach(see);
    listing.again().forEach(see);
    listing.report();
    return { portfolio, all: [...all.values()] };
  };
  const { found, failure, lost } = await inEachPortfolio(context, "positions", list, { needsAll });
  const all = found.flatMap((it) => it.all.map((seen) => ({ seen, portfolio: it.portfolio })));
  const owned = all.filter(({ seen: [id], portfolio }) => own(id, portfolio));
  warnOfDuplicates(context.messages, all.length - owned.length, "counted");
  return { positions: owned.map(({ seen: [, kept] }) => kept), failure, lost };
}

/** Lists a portfolio page by page; at the end a look is kept, and completion learns the positions. */
export function pagesOf(
  context: Context,
  client: Client,
  request: ListPositionsOptions,
): AsyncGenerator<Page<Item<Position>>> {
  const pages = client.positions.list(request).withSource().pages();
  const kept = recorded(context, client, request, pages);
  const hasOpen = request.statuses?.includes("open") ?? true;
  return hasOpen ? keepIds(context, kept, request.portfolioId) : kept;
}

/** How a listing is printed; without it, positions are only counted. */
interface Printed {
  /** Maximum number of printed positions of a sorted listing. */
  readonly sortedLimit?: number | undefined;
}

/** Returns what tells one position from others: its id, if that can be read. */
function keyOf(position: Position): unknown {
  return position.position_id === UNREADABLE_TEXT ? position : position.position_id;
}

/** Yields the items of pages; at the end reports duplicates, contradictions and the cursor. */
export function observe(pages: PositionPages, { messages, progress }: Context, printed?: Printed) {
  let count = 0;
  let rows = 0;
  let duplicates = 0;
  let contradictions = 0;
  let nextCursor: string | null | undefined = null;
  const again: Item<Position>[] = [];
  async function* items() {
    for await (const page of pages) {
      count++;
      rows += page.items.length;
      duplicates += page.duplicates;
      again.push(...page.again);
      for (const { value } of page.items) {
        if (contradictsItself(value)) contradictions++;
      }
      nextCursor = page.nextCursor;
      progress.update(`${counted(count, "page")}, ${counted(rows, "position")}`);
      yield page.items;
    }
  }
  return {
    items: items(),
    /** Returns the later versions of positions so far. */
    again: () => again,
    report() {
      if (contradictions > 0) {
        const have = contradictions === 1 ? "has" : "have";
        messages.warning(
          "CONTRADICTION",
          `${counted(contradictions, "closed position")} ${have} a quantity, which counts as 0`,
        );
      }
      warnOfDuplicates(messages, duplicates, printed === undefined ? "counted" : "printed");
      if (rows > (printed?.sortedLimit ?? rows)) {
        messages.note(
          "LIMIT",
          `--limit was applied after sorting all ${rows} positions, so there is no cursor to go on with`,
        );
      }
      if (nextCursor === null) return;
      const how =
        nextCursor === undefined
          ? "there is no cursor to go on with"
          : `go on with --cursor ${shellWord(nextCursor)}`;
      messages.page({ items: rows, next_cursor: nextCursor ?? null }, `stopped at --limit; ${how}`);
    },
  };
}

/** Warns of positions that the service sent twice. @param once what was done once with each */
function warnOfDuplicates(
  messages: Messages,
  duplicates: number,
  once: "counted" | "printed",
): void {
  if (duplicates === 0) return;
  const were = duplicates === 1 ? "was" : "were";
  messages.warning(
    "DUPLICATES",
    `${counted(duplicates, "position")} came twice and ${were} ${once} once`,
  );
}

/**
 * Yields pages unchanged and stores their ids for completion when the listing ends or fails. With
 * `completion-ids off` it removes the stored ids of the profile instead. Ids of the sandbox are not
 * stored, since they follow from the time.
 */
async function* keepIds(
  context: Context,
  pages: PositionPages,
  portfolio: string,
): AsyncGenerator<Page<Item<Position>>> {
  const isOn = await context.setting("completion-ids");
  const { profileName = "" } = await context.sources();
  const place = { env: context.io.env, platform: process.platform, profile: profileName };
  const known: KnownPosition[] = [];
  let hasPage = false;
  try {
    for await (const page of pages) {
      hasPage = true;
      for (const { value } of page.items.slice(0, MOST_IDS - known.length)) {
        const { position_id: id, asset, status, legs } = value;
        const exchanges = pairOf(legs);
        if (context.io.secrets.isIn(asset + exchanges) || !isStatus(status)) continue;
        known.push({ id, asset, status, exchanges });
      }
      yield page;
    }
  } finally {
    if (isOn === false) forgetIds(place);
    else if (hasPage && profileName !== SANDBOX_PROFILE)
      rememberIds({ ...place, portfolio }, known);
  }
}
