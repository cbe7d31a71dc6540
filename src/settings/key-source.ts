import { keyFault } from "../base/key-fault.js";
import type { Io } from "../terminal/io.js";
import type { Progress } from "../terminal/progress.js";
import { ConfigError, InvalidKeyError, KeyUnavailableError } from "./errors.js";
import { keyPlace } from "./key-place.js";
import { locate, lookUp, type Sources } from "./sources.js";

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
  switch (keyPlace(sources)) {
    case "environment":
      return checked(env.CARRY_API_KEY ?? "", "CARRY_API_KEY");
    case "file":
      return keyOfFile(env.CARRY_API_KEY_FILE ?? "");
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

async function keyOfFile(path: string): Promise<string> {
  const where = "CARRY_API_KEY_FILE";
  const { readKeyFile } = await import("./key-file.js");
  return checked(readKeyFile(path, where), where);
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
    random: io.random,
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
