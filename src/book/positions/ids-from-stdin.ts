import { readPiped } from "../../base/terminal/prompt.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../run/context.js";
import { POSITION_ID } from "../../run/kinds.js";

/** Maximum size of a list of ids, about 400,000. */
const MAX_BYTES = 16 * 1024 * 1024;

const NAMES =
  "positions by asset, as SUI.1a9f, or by the first characters of their ids; - reads stdin";

/** Argument of commands about named positions. */
export const POSITIONS = { kind: POSITION_ID, many: true, help: NAMES } as const;

/** Argument of commands about named positions, or every open one. */
export const OPEN_POSITIONS = {
  ...POSITIONS,
  optional: true,
  help: `${NAMES} (default: every open one)`,
} as const;

/** Commands that print ids of positions or markets. */
const OF = {
  position: "carry positions list -o tsv --columns position_id",
  market: "carry list --legs -o tsv --columns legs.market_id",
} as const;

/**
 * Replaces `-` with the ids on stdin, one per line. Skips empty lines and duplicates.
 * @throws {UsageError} if stdin has no ids, or more than {@link MAX_BYTES}
 */
export async function withIdsFromStdin(
  context: Context,
  typed: readonly string[],
  of: keyof typeof OF = "position",
): Promise<readonly string[]> {
  const at = typed.indexOf("-");
  if (at < 0) return typed;
  const text = await readPiped(context.io, MAX_BYTES);
  if (text.length > MAX_BYTES) {
    throw new UsageError(`${of}: stdin exceeds ${MAX_BYTES / 2 ** 20} MiB`);
  }
  const ids = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (ids.length === 0) {
    throw new UsageError(
      `${of}: stdin is empty`,
      `pass one name or id per line, as printed by \`${OF[of]}\``,
    );
  }
  return [...new Set([...typed.slice(0, at), ...ids, ...typed.slice(at + 1)])];
}

/** Returns the typed name, or for `-` the one on stdin. @throws {UsageError} if there are several */
export async function oneIdOf(
  context: Context,
  typed: readonly string[],
  option: string,
): Promise<string> {
  const [id = "", ...more] = await withIdsFromStdin(context, typed);
  if (more.length === 0) return id;
  throw new UsageError(
    `${option}: ${more.length + 1} positions are named, and it shows one`,
    "name one, or run it for each: xargs -n 1",
  );
}
