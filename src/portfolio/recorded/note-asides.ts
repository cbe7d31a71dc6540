import type { UnexpectedTrack } from "../../analytics/funding/expected-funding.js";
import type { Aside } from "../../analytics/portfolio/tracked-position.js";
import type { Context } from "../../command/context.js";
import { showsColumns } from "../../output/formats/format.js";
import type { NameOfKept } from "../../views/past/past-asides.js";

/** Notes positions that are in no sum, if rows are printed, which cannot show them. */
export async function noteAsides(
  context: Context,
  asides: readonly Aside[],
  nameOf: NameOfKept,
): Promise<void> {
  if (!(await areBareRows(context))) return;
  const { asideLines } = await import("../../views/past/past-asides.js");
  for (const line of asideLines(asides, nameOf)) context.messages.note("LEFT_OUT", line);
}

/** Notes positions without an expected funding, if rows are printed. */
export async function noteUnexpected(
  context: Context,
  unknown: readonly UnexpectedTrack[],
  nameOf: NameOfKept,
): Promise<void> {
  if (!(await areBareRows(context))) return;
  const { unexpectedLines } = await import("../../views/past/expected-funding.js");
  for (const line of unexpectedLines(unknown, nameOf)) context.messages.note("LEFT_OUT", line);
}

/** Reports whether rows are printed without a page, which would have the lines. */
async function areBareRows(context: Context): Promise<boolean> {
  const output = await context.outputOptions();
  const { format, columns, sort } = output;
  return showsColumns(output) && !(format.isLaidOut && (columns ?? sort) === undefined);
}
