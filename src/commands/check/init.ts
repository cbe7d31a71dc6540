import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { shellWord } from "../../output/text/shell-word.js";
import { createNamed } from "../../storage/named-file.js";

/**
 * Writes a commented example of a rules file.
 * @param isUsual whether `carry check` reads this file by itself
 * @throws {UsageError} when there is a file already
 * @throws {StorageError} when it cannot be written
 */
export async function writeExample(
  { messages }: Context,
  path: string,
  isUsual: boolean,
): Promise<undefined> {
  const { EXAMPLE_RULES } = await import("../../alerts/rules/example.js");
  if (!createNamed(path, EXAMPLE_RULES)) {
    throw new UsageError(
      `--init: ${path} exists, and is left as it is`,
      "name another file with --rules <file>",
    );
  }
  const command = isUsual ? "carry check" : `carry check --rules ${shellWord(path)}`;
  messages.note("RULES_WRITTEN", `wrote ${path}; change its rules, then run \`${command}\``);
  return undefined;
}
