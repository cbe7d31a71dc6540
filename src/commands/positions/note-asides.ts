import type { Aside } from "../../analytics/tracker.js";
import type { Context } from "../../command/context.js";
import { showsColumns } from "../../output/formats/format.js";

/** Notes positions that are in no sum where rows are printed, which have no place for them. */
export async function noteAsides(context: Context, asides: readonly Aside[]): Promise<void> {
  const output = await context.outputOptions();
  const { format, columns, sort } = output;
  if (!showsColumns(output)) return;
  if (format.isLaidOut && (columns ?? sort) === undefined) return; // the page has them
  const { asideLines } = await import("../../views/past-asides.js");
  for (const line of asideLines(asides)) context.messages.note("LEFT_OUT", line);
}
