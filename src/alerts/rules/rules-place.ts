import { join } from "node:path";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { FILE } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";
import { readNamed } from "../../storage/named-file.js";
import { configDirectory } from "../../storage/places.js";
import type { Rule } from "./rule.js";

/** Option of commands that read rules. */
export const RULES_OPTION = {
  rules: {
    kind: FILE,
    value: "file",
    help: "file with the rules (default: rules.toml beside the configuration)",
  },
} as const satisfies OptionsData;

/** Returns the option, else `rules.toml` beside the configuration. @throws {UsageError} without either */
export function rulesPath({ io }: Context, option: string | undefined): string {
  if (option !== undefined) return option;
  const directory = configDirectory(io.env, process.platform);
  if (directory !== undefined) return join(directory, "rules.toml");
  throw new UsageError(
    "no rules: there is no directory of the configuration",
    "name --rules <file>",
  );
}

/** Reads the rules of a file. @throws {UsageError} when there is none, or it is not valid */
export async function requiredRules(path: string): Promise<readonly Rule[]> {
  const found = await loadRules(path);
  if (found !== undefined) return found;
  throw new UsageError(
    `no rules: ${path} does not exist`,
    "`carry check --init` writes the built-in rules, --rules names another file",
  );
}

/**
 * Reads the rules of the option, or those beside the configuration if there are any.
 * @throws {UsageError} for a file that is not valid, or of the option that does not exist
 */
export async function optionalRules(
  context: Context,
  option: string | undefined,
): Promise<readonly Rule[]> {
  if (option !== undefined) return requiredRules(option);
  if (configDirectory(context.io.env, process.platform) === undefined) return [];
  return (await loadRules(rulesPath(context, option))) ?? [];
}

/**
 * Reads the rules of a file; undefined, without loading a parser, when it does not exist.
 * @throws {StorageError} for a file that another user can change, who could silence alerts
 */
async function loadRules(path: string): Promise<readonly Rule[] | undefined> {
  const text = readNamed(path);
  if (text === undefined) return undefined;
  const [{ parseRules }, { recordShapes }] = await Promise.all([
    import("./rules-file.js"),
    import("./apply.js"),
  ]);
  return parseRules(path, text, recordShapes());
}
