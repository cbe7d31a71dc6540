import { createHandles, type NamedPosition, positionsNamed } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import { firstOf } from "../../output/text/words.js";
import { NotListedError } from "../../run/errors/report.js";

/**
 * Returns the only position that a text names.
 * @param before beginning of the message of the error
 * @throws {UsageError} if it names several; the hint lists them
 * @throws {NotListedError} if it names none; the hint lists closed positions of that asset
 */
export function onlyMatch<P extends NamedPosition>(
  text: string,
  positions: readonly P[],
  before = "",
): P {
  const matches = positionsNamed(text, positions);
  const [first, second] = matches;
  if (first !== undefined && second === undefined) return first;
  const handles = createHandles(true, positions);
  const list = (some: readonly P[]) =>
    firstOf(some.map((it) => `${handles.of(it)} (${it.status})`));
  if (first !== undefined) {
    throw new UsageError(
      `${before}"${text}" names ${matches.length} positions`,
      `use one of ${list(matches)}`,
    );
  }
  const typed = text.toLowerCase();
  const closed = positions.filter(({ asset }) => asset.toLowerCase() === typed);
  throw new NotListedError(
    `no ${closed.length > 0 ? "open position" : "position"} of the portfolio is named "${text}"`,
    closed.length > 0
      ? `use one of ${list(closed)}`
      : "a position is named by its id, its asset or both (SUI, SUI.1a9f, 1a9f3c02), as in carry positions list",
  );
}
