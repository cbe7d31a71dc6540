import type { Stats } from "node:fs";
import { BOUNDS } from "../../base/bounds.js";
import { keyFault } from "../../base/secrets.js";
import { reasonOf, UnfitFileError } from "../../base/storage/errors.js";
import { type FaultOf, notByOthers, readText } from "../../base/storage/read-file.js";
import type { Io } from "../../base/terminal/io.js";
import type { Progress } from "../../base/terminal/progress.js";
import { ConfigError, InvalidKeyError, KeyUnavailableError } from "./errors.js";
import { locate, lookUp, type Sources } from "./sources.js";

/**
 * Source of the API key: CARRY_API_KEY, the file named by CARRY_API_KEY_FILE, the profile's
 * `api-key`, or the output of its `api-key-command`.
 */
export type KeyPlace = "environment" | "file" | "profile" | "command";

/** Variables that provide a key without a profile, in order of precedence. */
const KEY_VARIABLES = ["CARRY_API_KEY", "CARRY_API_KEY_FILE"] as const;

/** Returns the source of a command's key, without reading it; undefined for none. */
export function keyPlace({ env, profile }: Pick<Sources, "env" | "profile">): KeyPlace | undefined {
  if (env.CARRY_API_KEY) return "environment";
  if (env.CARRY_API_KEY_FILE) return "file";
  if (profile["api-key"] !== undefined) return "profile";
  return profile["api-key-command"] === undefined ? undefined : "command";
}

/** Returns the variable that provides the key regardless of the profile; undefined for none. */
export function keyVariable(env: Sources["env"]): (typeof KEY_VARIABLES)[number] | undefined {
  return KEY_VARIABLES.find((name) => env[name]);
}

/** Minimum length of a key whose end is shown. */
const SHOWN_FROM = 13;

/** Returns a key as it may be shown: the last four characters of a long one, none of a short one. */
export function maskKey(key: string): string {
  return key.length >= SHOWN_FROM ? `****${key.slice(-4)}` : "****";
}

/** Streams and progress while the key's command runs, which may ask on the terminal itself. */
interface Place {
  readonly io: Io;
  readonly progress: Progress;
}

/**
 * Returns the API key: from CARRY_API_KEY, else from the file named by CARRY_API_KEY_FILE, else from
 * the profile, else from the output of the profile's command. The key of a profile is used only for
 * that profile's service.
 * @returns undefined when no key is set
 * @throws {InvalidKeyError} {@link ConfigError} when it is not a valid key
 * @throws {KeyUnavailableError} when it is for another service, or the file or command yields none
 */
export async function findApiKey(sources: Sources, place: Place): Promise<string | undefined> {
  const key = await keyIn(sources, place);
  if (key !== undefined) place.io.secrets.add(key);
  return key;
}

async function keyIn(sources: Sources, place: Place): Promise<string | undefined> {
  const { env, profile, profileName = "" } = sources;
  const file = env.CARRY_API_KEY_FILE ?? "";
  switch (keyPlace(sources)) {
    case "environment":
      return checked(env.CARRY_API_KEY ?? "", "CARRY_API_KEY");
    case "file":
      return checked(readKeyFile(file, "CARRY_API_KEY_FILE"), "CARRY_API_KEY_FILE");
    case "profile":
      assertForThisService(sources);
      return storedKey(profile["api-key"] ?? "", profileName);
    case "command":
      assertForThisService(sources);
      return keyOfCommand(sources, profileName, place);
    default:
      return undefined;
  }
}

function checked(key: string, where: string): string {
  const fault = keyFault(key);
  if (fault === undefined) return key;
  throw new InvalidKeyError(where, fault);
}

function storedKey(key: string, profileName: string): string {
  const fault = keyFault(key);
  if (fault === undefined) return key;
  throw new ConfigError(
    `profile "${profileName}": its API key ${fault}`,
    `save it again: carry auth login --profile ${profileName}`,
  );
}

async function keyOfCommand(
  sources: Sources,
  profileName: string,
  { io, progress }: Place,
): Promise<string> {
  const words = lookUp("api-key-command", sources)?.value ?? [];
  const { runKeyCommand } = await import("./key-command.js");
  const { line, fault } = await runKeyCommand(words, {
    env: io.env,
    signal: io.signal,
    sleep: io.clock.sleep,
    hasTerminal: io.stderr.isTTY || io.stdin().isTTY === true,
  }).finally(progress.hold());
  const invalid = keyFault(line ?? "");
  const wrong = fault ?? (invalid && `printed an invalid key: it ${invalid}`);
  if (wrong === undefined && line !== undefined) return line;
  throw new KeyUnavailableError(
    `the api-key-command of profile "${profileName}" ${wrong}`,
    `run the command by hand to see more; \`carry profile show --profile ${profileName}\` prints it`,
  );
}

/** @throws {KeyUnavailableError} if a variable or option sets another service than the profile's */
function assertForThisService(sources: Sources): void {
  const asked = locate("base-url", sources);
  const own = sources.profile["base-url"];
  if (asked === undefined || (own !== undefined && originOf(own) === originOf(asked.text))) return;
  const home = own === undefined ? "no service, since the profile has no base-url" : originOf(own);
  throw new KeyUnavailableError(
    `the API key of profile "${sources.profileName}" belongs to ${home} and is not sent to ${originOf(asked.text)}, set by ${asked.where}`,
    "set CARRY_API_KEY for that service, or create a profile for it: carry auth login --profile <name> --base-url <url>",
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/**
 * Reads the API key from a file, without the final line end. Only the caller and root may be able to
 * read or change the file; one owned by root may also be readable by its group, as containers
 * provide secrets.
 * @param where the setting that names the file, for messages
 * @throws {KeyUnavailableError} when the file is missing, unreadable, or open to other users
 * @internal exported for tests
 */
export function readKeyFile(path: string, where: string): string {
  const closed: FaultOf = (_path, stats) => opennessOf(stats) ?? notByOthers(path, stats);
  const refuse = (reason: string, cause?: unknown) => {
    const isOpen = cause instanceof UnfitFileError && cause.unfit === "trust";
    const hint = isOpen ? `close it to others: chmod 600 ${path}` : "check the path and the file";
    return new KeyUnavailableError(`${where}: ${path} ${reason}`, hint, { cause });
  };
  let text: string | undefined;
  try {
    text = readText(path, BOUNDS.file.key, closed);
  } catch (error) {
    throw refuse(`is not used: ${reasonOf(error)}`, error);
  }
  if (text === undefined) throw refuse("does not exist");
  return text.replace(/\r?\n$/, "");
}

function opennessOf({ mode, uid }: Stats): string | undefined {
  if (process.platform === "win32") return undefined;
  const isOfRoot = uid === 0 && process.geteuid?.() !== 0;
  const forOthers = mode & (isOfRoot ? 0o037 : 0o077);
  if (forOthers === 0) return undefined;
  return `other users can access it (its mode is ${(mode & 0o777).toString(8).padStart(4, "0")})`;
}
