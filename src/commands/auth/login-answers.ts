import { UsageError } from "../../base/usage-error.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { assertSafeForKey } from "../../client/connection.js";
import { MissingKeyError } from "../../client/errors.js";
import type { Context } from "../../command/context.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { visible } from "../../output/text/safe-text.js";
import { keyFault, maskKey } from "../../settings/api-key.js";
import { InvalidKeyError } from "../../settings/errors.js";
import { readSetting } from "../../settings/sources.js";
import { SETTINGS } from "../../settings/table.js";
import { parseUuid } from "../../settings/values.js";
import { canAsk, createPrompter, type Prompter } from "../../terminal/prompt.js";
import { readPiped } from "../../terminal/prompt-pipe.js";
import type { StoredProfile } from "../profile/target.js";

/** The options of `carry auth login`. */
export const LOGIN_OPTIONS = {
  portfolio: {
    setting: "portfolio",
    help: "portfolio to ask for from now on (CARRY_PORTFOLIO)",
  },
  withKey: { kind: "flag", help: "read the API key from stdin, and ask nothing" },
  verify: { kind: "negated", help: "store without asking the service" },
} as const satisfies OptionsData;

export type LoginOptions = OptionsOf<typeof LOGIN_OPTIONS>;

/** What a login is about to store. */
export interface Answers {
  readonly profile: string;
  readonly baseUrl: URL;
  /** The base URL as it was written. */
  readonly baseText: string;
  readonly key: string;
  readonly portfolio: string | undefined;
}

/** The profile that a login is for. */
export interface Target {
  readonly name: string;
  /** What the profile holds so far. */
  readonly profile: StoredProfile;
}

/**
 * Takes base URL, key and portfolio from options and environment, asks for the rest where there is
 * a person to ask, and keeps what the profile has already.
 * @throws {UsageError} {@link RefusedRequestError} {@link InvalidKeyError} {@link MissingKeyError}
 */
export async function gatherAnswers(
  context: Context,
  options: LoginOptions,
  target: Target,
): Promise<Answers> {
  const { io } = context;
  const prompter = await prompterFor(context, options);
  const baseText = await baseUrlOf(context, target, prompter);
  const baseUrl = checkBaseUrl(baseText);
  const key =
    prompter === undefined ? await pipedKey(context) : await askKey(prompter, target, baseUrl);
  const given = givenPortfolio(options, io.env);
  context.io.secrets.add(key);
  const kept = target.profile.portfolio;
  const portfolio = given ?? (prompter === undefined ? kept : await askPortfolio(prompter, kept));
  return { profile: target.name, baseUrl, baseText, key, portfolio };
}

async function prompterFor(
  { io, common }: Context,
  options: LoginOptions,
): Promise<Prompter | undefined> {
  if (options.withKey === true) {
    if (io.stdin.isTTY !== true) return undefined;
    throw new UsageError(
      "--with-key reads the API key from a pipe, and stdin is a terminal",
      "leave --with-key out to be asked for it",
    );
  }
  if (!canAsk(io)) {
    throw new UsageError(
      "there is no terminal to ask for the API key on",
      "pipe it in: carry auth login --base-url <url> --with-key < file-with-the-key",
    );
  }
  return createPrompter(io, common.color !== false && !io.env.NO_COLOR, visible);
}

async function baseUrlOf(
  { io, common }: Context,
  { profile }: Target,
  prompter: Prompter | undefined,
): Promise<string> {
  if (common.baseUrl !== undefined) return readSetting("base-url", common.baseUrl, "--base-url");
  const { CARRY_BASE_URL } = io.env;
  if (CARRY_BASE_URL) return readSetting("base-url", CARRY_BASE_URL, "CARRY_BASE_URL");
  const kept = profile["base-url"];
  if (prompter === undefined) {
    if (kept !== undefined) return kept;
    throw new UsageError("no base URL is set", "name the service with --base-url <url>");
  }
  return prompter.text({
    message: "Base URL of the service",
    ...(kept !== undefined && SETTINGS["base-url"].parse(kept) !== undefined && { initial: kept }),
    fault: baseUrlFault,
  });
}

/** A key is about to be stored for it, so it must be a place that a key may be sent to. */
function checkBaseUrl(text: string): URL {
  const url = parseBaseUrl(text);
  assertSafeForKey(url);
  return url;
}

function baseUrlFault(text: string): string | undefined {
  try {
    checkBaseUrl(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function askKey(prompter: Prompter, target: Target, baseUrl: URL): Promise<string> {
  const kept = keyKeptFor(baseUrl, target);
  const orEnter = kept === undefined ? "" : `; Enter keeps ${maskKey(kept)}`;
  const key = await prompter.secret({
    message: `API key for profile ${target.name} (not shown${orEnter})`,
    fault: (key) => {
      const fault = keyFault(key || (kept ?? ""));
      return fault && `The key ${fault}.`;
    },
  });
  return key || (kept ?? "");
}

/** The stored key, which is only for the service that it was stored for. */
function keyKeptFor({ origin }: URL, { profile }: Target): string | undefined {
  const { "api-key": key, "base-url": url = "" } = profile;
  return URL.canParse(url) && new URL(url).origin === origin ? key : undefined;
}

/** @throws {MissingKeyError} {@link InvalidKeyError} */
async function pipedKey({ io }: Context): Promise<string> {
  const key = await readPiped(io);
  if (key === "") throw new MissingKeyError("no API key came from stdin");
  const fault = keyFault(key);
  if (fault !== undefined) throw new InvalidKeyError("--with-key", fault);
  return key;
}

function givenPortfolio(
  { portfolio }: LoginOptions,
  env: Context["io"]["env"],
): string | undefined {
  if (portfolio !== undefined) return readSetting("portfolio", portfolio, "--portfolio");
  const text = env.CARRY_PORTFOLIO;
  return text ? readSetting("portfolio", text, "CARRY_PORTFOLIO") : undefined;
}

async function askPortfolio(
  prompter: Prompter,
  kept: string | undefined,
): Promise<string | undefined> {
  const answer = await prompter.text({
    message: "Portfolio (uuid; empty for none)",
    ...(kept !== undefined && { initial: kept }),
    fault: (text) =>
      text === "" || parseUuid(text) !== undefined
        ? undefined
        : `That is not ${SETTINGS.portfolio.allowed}.`,
  });
  return parseUuid(answer);
}
