import type { UnexpectedTrack } from "../../analytics/funding/expected-funding.js";
import type { Aside } from "../../analytics/portfolio/tracked-position.js";
import type { Context } from "../../command/context.js";
import { showsColumns } from "../../output/formats/format.js";
import type { NameOfKept } from "../../views/past/past-asides.js";

/** Notes positions that are in no sum or without an expected funding, if rows without a page are printed. */
export async function noteAsides(
  context: Context,
  asides: readonly Aside[],
  nameOf: NameOfKept,
  unexpected: readonly UnexpectedTrack[] = [],
): Promise<void> {
  const output = await context.outputOptions();
  const { format, columns, sort } = output;
  if (!showsColumns(output) || (format.isLaidOut && (columns ?? sort) === undefined)) return;
  const { asideLines } = await import("../../views/past/past-asides.js");
  const { unexpectedLines } = await import("../../views/past/expected-funding.js");
  const lines = [...asideLines(asides, nameOf), ...unexpectedLines(unexpected, nameOf)];
  for (const line of lines) context.messages.note("LEFT_OUT", line);
}
