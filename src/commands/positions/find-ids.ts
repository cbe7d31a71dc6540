import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { NotListedError } from "../../command/errors/not-listed-error.js";
import { parseUuid } from "../../settings/values.js";

/** Minimum length of a prefix; a shorter one would often be ambiguous. */
const MIN_PREFIX = 4;

/** What is told of positions that share a prefix. */
export type NamedPosition = Pick<Position, "position_id" | "asset" | "status">;

/** Resolves position ids given in full or as a unique prefix. */
export interface IdFinder {
  /**
   * Returns the full id.
   * @throws {UsageError} if several ids have the prefix, with their names
   * @throws {NotListedError} if no id has the prefix
   */
  find(text: string): Promise<string>;
}

/**
 * Creates a finder of ids. It lists the portfolio at most once, and only for a prefix.
 * @throws {UsageError} if a text cannot be a prefix of an id
 */
export function createIdFinder(context: Context, texts: readonly string[]): IdFinder {
  for (const text of texts) checkPrefix(text);
  let listed: Promise<Position[]> | undefined;
  return {
    async find(text) {
      const id = parseUuid(text);
      if (id !== undefined) return id;
      listed ??= listAll(context);
      return onlyMatch(text.toLowerCase(), await listed);
    },
  };
}

/**
 * Throws unless a text can be an id or the prefix of one.
 * @throws {UsageError} naming the text
 */
export function checkPrefix(text: string): void {
  if (/^[0-9a-f][0-9a-f-]*$/i.test(text) && text.length >= MIN_PREFIX && text.length <= 36) return;
  throw new UsageError(
    `position id: "${text}" is not a uuid or the first ${MIN_PREFIX} or more characters of one`,
    "list the ids with carry positions list",
  );
}

async function listAll(context: Context): Promise<Position[]> {
  const portfolioId = await context.portfolio();
  const client = await context.client();
  const positions: Position[] = [];
  const listing = client.positions.list({ portfolioId, signal: context.io.signal });
  for await (const position of listing) positions.push(position);
  return positions;
}

/**
 * Returns the only id with a prefix.
 * @throws {UsageError} if several ids have it, with their names
 * @throws {NotListedError} if none has it
 */
export function onlyMatch(prefix: string, positions: readonly NamedPosition[]): string {
  const matches = positions.filter((it) => it.position_id.toLowerCase().startsWith(prefix));
  const [first, second] = matches;
  if (first === undefined) {
    throw new NotListedError(`no position of the portfolio has an id with the prefix "${prefix}"`);
  }
  if (second === undefined) return first.position_id;
  const candidates = matches.map((it) => `${it.position_id} (${it.asset}, ${it.status})`);
  throw new UsageError(
    `position id: "${prefix}" is a prefix of ${matches.length} ids`,
    `use one of ${candidates.slice(0, 10).join(", ")}${candidates.length > 10 ? ", ..." : ""}`,
  );
}
