import { inEachPortfolio } from "../../book/positions/in-each-portfolio.js";
import { keyOf, pagesOf } from "../../book/positions/listing.js";
import type { Client } from "../../client/client.js";
import { type Item, itemOf, type Page } from "../../client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import { elementSources } from "../../client/validate/json-source.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";

type PositionPage = Page<Item<Position>>;

/**
 * Lists the positions of several portfolios, one portfolio after the other, as one page; each record has
 * its portfolio.
 * @param limit maximum number of positions of all portfolios
 * @throws as {@link inEachPortfolio}
 */
export async function listEach(
  context: Context,
  client: Client,
  { limit, ...request }: ListPositionsOptions,
): Promise<{
  readonly pages: AsyncGenerator<PositionPage>;
  readonly failure: Failure | undefined;
}> {
  const own = (await context.portfolios()).listing();
  const list = async (portfolio: NamedPortfolio) => {
    const { portfolio_id: portfolioId } = portfolio;
    const asked = { ...request, portfolioId };
    const all = new Map<unknown, Item<Position>>();
    let duplicates = 0;
    for await (const page of pagesOf(context, client, asked)) {
      for (const item of [...page.items, ...page.again]) all.set(keyOf(item.value), item);
      duplicates += page.duplicates;
    }
    return { portfolio, all: [...all.values()], duplicates };
  };
  const { found, failure } = await inEachPortfolio(context, "positions", list);
  const listed = found.flatMap(({ portfolio, all }) => all.map((item) => ({ item, portfolio })));
  const items = listed
    .filter(({ item, portfolio }) => own(item.value.position_id, portfolio))
    .map(({ item, portfolio }) => owned(item, portfolio));
  const repeated = found.reduce((sum, { duplicates }) => sum + duplicates, 0);
  const page: PositionPage = {
    items: items.slice(0, limit),
    nextCursor: items.length > (limit ?? items.length) ? undefined : null,
    duplicates: repeated + listed.length - items.length,
    again: [],
  };
  const pages = async function* () {
    yield page;
  };
  return { pages: pages(), failure };
}

/** Returns a record with its portfolio, as json has it; one that was sent is replaced. */
function owned(item: Item<Position>, owner: NamedPortfolio): Item<Position> {
  const { portfolio, portfolio_id } = owner;
  const own = JSON.stringify({ portfolio, portfolio_id }).slice(1, -1);
  const sent = elementSources(`[${item.source.trim().slice(1, -1)}]`);
  const others = sent.filter((member) => !/^"portfolio(?:_id)?"/.test(member));
  const value = { ...item.value, portfolio, portfolio_id };
  return itemOf(value, `{${[...others, own].join(",")}}`);
}
