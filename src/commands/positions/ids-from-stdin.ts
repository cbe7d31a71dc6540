import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { readPiped } from "../../terminal/prompt-pipe.js";

/** Maximum size of a list of ids: about 400,000 of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Puts the ids of stdin, one a line, in the place of `-`. Empty lines are skipped, and an id that is
 * named twice is kept once.
 * @throws {UsageError} when `-` stands there twice, or stdin has no id
 */
export async function withIdsFromStdin(
  context: Context,
  typed: readonly string[],
): Promise<readonly string[]> {
  const at = typed.indexOf("-");
  if (at < 0) return typed;
  const text = await readPiped(context.io, MAX_BYTES);
  if (text.length > MAX_BYTES) {
    throw new UsageError(`position id: stdin has more than ${MAX_BYTES / 2 ** 20} MiB of ids`);
  }
  const ids = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (ids.length === 0) {
    throw new UsageError(
      "position id: stdin has none",
      "give one a line, as `carry positions list -o text --columns position_id` prints them",
    );
  }
  return [...new Set([...typed.slice(0, at), ...ids, ...typed.slice(at + 1)])];
}
