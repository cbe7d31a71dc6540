import type { Io } from "../terminal/io.js";
import type { Progress } from "../terminal/progress.js";
import { keyFault } from "./api-key.js";
import { ConfigError, InvalidKeyError, KeyUnavailableError } from "./errors.js";
import { keyPlace } from "./key-place.js";
import { locate, lookUp, type Sources } from "./sources.js";

/** Where the key's command is run: it may ask the person at the terminal itself. */
interface Place {
  readonly io: Io;
  readonly progress: Progress;
}

/**
 * The key for calls that need one: the environment's, else that of the file which the environment
 * names, else the profile's own, else what the profile's command prints. What belongs to a profile is only for that profile's service.
 * @returns undefined when there is none
 * @throws {InvalidKeyError} {@link ConfigError} when it cannot be a key
 * @throws {KeyUnavailableError} when it is for another service, or the command gives none
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
    `store it anew: carry auth login --profile ${profileName}`,
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
    hasTerminal: io.stderr.isTTY || io.stdin.isTTY === true,
    random: io.random,
  }).finally(progress.hold());
  const wrong = fault ?? keyFaultOfLine(line);
  if (wrong === undefined && line !== undefined) return line;
  throw new KeyUnavailableError(
    `the api-key-command of profile "${profileName}" ${wrong}`,
    `run it by hand to see more: \`carry profile show --profile ${profileName}\` has it`,
  );
}

function keyFaultOfLine(line: string | undefined): string | undefined {
  const fault = keyFault(line ?? "");
  return fault === undefined ? undefined : `printed something that is no key: it ${fault}`;
}

/**
 * A variable or option that names another service must not carry a stored key there.
 * @throws {KeyUnavailableError}
 */
function assertForThisService(sources: Sources): void {
  const asked = locate("base-url", sources);
  const own = sources.profile["base-url"];
  if (asked === undefined || (own !== undefined && originOf(own) === originOf(asked.text))) return;
  const home = own === undefined ? "no service, since it has no base-url" : originOf(own);
  throw new KeyUnavailableError(
    `the API key of profile "${sources.profileName}" belongs to ${home} and is not sent to ${originOf(asked.text)}, which ${asked.where} names`,
    "set CARRY_API_KEY for that service, or make a profile for it: carry auth login --profile <name> --base-url <url>",
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
