import { createHandles } from "../../base/names/handle.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { Need } from "../../figures/figure.js";
import type { PositionOf } from "../../figures/subjects.js";

/**
 * Returns the open positions of the portfolios, whose markets are marked; none without a portfolio or a
 * key, and if they cannot be fetched, which is only a warning since nothing but marks depends on them.
 * @param needs what is fetched besides, for the pool of the book
 */
export async function positionsToMark(
  context: Context,
  needs: ReadonlySet<Need> = new Set(),
): Promise<readonly PositionOf[]> {
  if ((await context.setting("portfolio")) === undefined) return [];
  try {
    const { openPositions } = await import("../positions/open-positions.js");
    const { readLimits } = await import("../positions/limits.js");
    const { bookOf } = await import("../load-book.js");
    const client = await context.client(CONCURRENCY);
    const { positions, unchecked, listed } = await openPositions(context, client, {
      isAside: true,
    });
    const handles = createHandles(false, listed);
    const { all } = await bookOf(context, client, positions, {
      ...{
        listed,
        checked: positions,
        needs,
        limits: await readLimits(context),
        isNamed: false,
      },
      isUnchecked: (id) => unchecked.has(id),
      nameOf: (position) => handles.of(position),
      ownerOf: () => ({ portfolio_id: null }),
    });
    return all.members;
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { kind, message } = context.failureOf(error);
    if (kind === "missing_key") return [];
    context.messages.warning("PART_FAILED", `what you hold is not looked at: ${message}`);
    return [];
  }
}
