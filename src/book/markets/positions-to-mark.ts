import type { Need } from "../../figures/figure.js";
import type { PositionOf } from "../../figures/subjects.js";
import type { Context } from "../../run/context.js";

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
    const { loadBook } = await import("../load-book.js");
    return (await loadBook(context, { needs, isAside: true })).all.members;
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { kind, message } = context.failureOf(error);
    if (kind === "missing_key") return [];
    context.messages.warning("PART_FAILED", `what you hold is not looked at: ${message}`);
    return [];
  }
}
