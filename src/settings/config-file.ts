import * as z from "zod/mini";
import { mapValues } from "../base/map-values.js";
import { ConfigError } from "./errors.js";
import { isProfileName, SANDBOX_PROFILE } from "./profile-name.js";
import { SETTINGS } from "./table.js";

const FIX_HINT = "fix the file by hand, or move it away and log in again";

const text = z.optional(z.string());

/** A profile: every value as text, as it was set. */
const profile = z.looseObject({ "api-key": text, ...mapValues(SETTINGS, () => text) });

/** The configuration file. A higher version comes from a later version of carry. */
export const configFile = z.looseObject({
  version: z.literal(1),
  current: z.optional(z.string()),
  profiles: z.record(z.string(), profile),
});

export type ConfigFile = z.infer<typeof configFile>;

/** Types of the schema in words; the only other check is that of the version. */
const WANTED: Readonly<Record<string, string>> = {
  string: "a text",
  object: "an object",
  record: "an object",
};

/**
 * Parses the text of a configuration.
 * @param path of the file, for errors
 * @throws {ConfigError} when it is not JSON, has the wrong shape or comes from a later version
 */
export function parseConfig(path: string, text: string): ConfigFile {
  const stored = parseJson(path, text);
  const { version } = (stored ?? {}) as { version?: unknown };
  if (typeof version === "number" && version > 1) {
    throw new ConfigError(
      `${path} was written by a later version of carry (its format is ${version}, this one reads 1)`,
      "update carry",
    );
  }
  const parsed = configFile.safeParse(stored);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const wanted = issue?.code === "invalid_type" ? WANTED[issue.expected] : "1";
    throw wrongShape(path, issue?.path.join(".") || "the file", `it is not ${wanted}`);
  }
  for (const name of Object.keys((stored as ConfigFile).profiles)) {
    checkName(path, `profiles.${name}`, name);
  }
  if (parsed.data.current !== undefined) checkName(path, "current", parsed.data.current);
  return parsed.data;
}

function checkName(path: string, where: string, name: string): void {
  if (name === SANDBOX_PROFILE) throw wrongShape(path, where, 'the profile "sandbox" is built in');
  if (!isProfileName(name)) throw wrongShape(path, where, "it is not a valid profile name");
}

function wrongShape(path: string, where: string, fault: string): ConfigError {
  return new ConfigError(`${path} is not a configuration of carry: ${where}: ${fault}`, FIX_HINT);
}

/** Leaves out the cause of a syntax error: its message quotes the file, which may contain a key. */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`cannot read the configuration ${path}: it is not JSON`, FIX_HINT);
  }
}
