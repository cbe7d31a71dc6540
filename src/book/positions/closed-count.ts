import type { Context } from "../../run/context.js";
import { CONCURRENCY } from "../../run/fetch-each.js";

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
