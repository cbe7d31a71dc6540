import { visible } from "../../base/safe-text.js";
import { keyFault } from "../../base/secrets.js";
import { canAsk, createPrompter, type Prompter, readPiped } from "../../base/terminal/prompt.js";
import { UsageError } from "../../base/usage-error.js";
import { assertSafeForKey, parseBaseUrl } from "../../client/base-url.js";
import { MissingKeyError } from "../../client/errors.js";
import type { Context } from "../../run/context.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { wantsColor } from "../../run/output-options.js";
import type { StoredProfile } from "../../run/profile-target.js";
import { InvalidKeyError } from "../../run/settings/errors.js";
import { maskKey } from "../../run/settings/key-source.js";
import { UUID } from "../../run/settings/kinds.js";
import { wantedPortfolios } from "../../run/settings/portfolios.js";
import { readSetting } from "../../run/settings/sources.js";
import { SETTINGS } from "../../run/settings/table.js";

/** The options of `carry auth login`. */
export const LOGIN_OPTIONS = {
  withKey: { kind: "flag", help: "read the API key from stdin, without any questions" },
  verify: { kind: "negated", help: "store the key without checking it" },
} as const satisfies OptionsData;

export type LoginOptions = OptionsOf<typeof LOGIN_OPTIONS>;

/** The values that a login stores. */
export interface Answers {
  readonly profile: string;
  readonly baseUrl: URL;
  /** The base URL as typed. */
  readonly baseText: string;
  readonly key: string;
  readonly portfolio: string | undefined;
  /** Id of the first portfolio, for which the key is checked. */
  readonly portfolioId: string | undefined;
}

/** The profile to log in to. */
export interface Target {
  readonly name: string;
  readonly profile: StoredProfile;
}

/**
 * Takes base URL, key and portfolio from options and environment, asks for the others on a terminal,
 * and keeps other values of the profile.
 * @throws {UsageError} {@link RefusedRequestError} {@link InvalidKeyError} {@link MissingKeyError}
 */
export async function gatherAnswers(
  context: Context,
  options: LoginOptions,
  target: Target,
): Promise<Answers> {
  const prompter = await prompterFor(context, options);
  const baseText = await baseUrlOf(context, target, prompter);
  const baseUrl = checkBaseUrl(baseText);
  const key =
    prompter === undefined ? await pipedKey(context) : await askKey(prompter, target, baseUrl);
  const given = givenPortfolio(context);
  context.io.secrets.add(key);
  const kept = target.profile.portfolio;
  const portfolio = given ?? (prompter === undefined ? kept : await askPortfolio(prompter, kept));
  const isKept = given === undefined && portfolio === kept;
  const portfolioId = firstPortfolio(target, portfolio, isKept);
  return { profile: target.name, baseUrl, baseText, key, portfolio, portfolioId };
}

/** Returns the id of the first portfolio; undefined for an invalid one that the profile has (`isKept`). */
function firstPortfolio(
  { name: profileName, profile: stored }: Target,
  portfolio: string | undefined,
  isKept: boolean,
): string | undefined {
  if (portfolio === undefined) return undefined;
  const profile = { ...stored, portfolio };
  try {
    return wantedPortfolios({ options: {}, env: {}, profile, profileName })?.list[0]?.portfolio_id;
  } catch (error) {
    if (isKept) return undefined;
    throw error;
  }
}

/**
 * Returns what asks questions; undefined if the key is piped.
 * @throws {UsageError} without a terminal, or with `--with-key` if stdin is a terminal
 */
export async function prompterFor(
  { io, common }: Context,
  options: LoginOptions,
): Promise<Prompter | undefined> {
  if (options.withKey === true) {
    if (io.stdin().isTTY !== true) return undefined;
    throw new UsageError(
      "--with-key reads the API key from stdin, which is a terminal",
      "leave out --with-key to type the key",
    );
  }
  if (!canAsk(io)) {
    throw new UsageError(
      "the API key cannot be typed without a terminal",
      "pass it on stdin: carry auth login --base-url <url> --with-key < file-with-the-key",
    );
  }
  return createPrompter(io, wantsColor(io, common, io.stderr), visible);
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
    throw new UsageError("no base URL is set", "set it with --base-url <url>");
  }
  return prompter.text({
    message: "Base URL of the service",
    ...(kept !== undefined && SETTINGS["base-url"].parse(kept) !== undefined && { initial: kept }),
    fault: baseUrlFault,
  });
}

/** Checks a base URL, to which the key will be sent. */
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

/** Returns the stored key if it belongs to the same origin. */
function keyKeptFor({ origin }: URL, { profile }: Target): string | undefined {
  const { "api-key": key, "base-url": url = "" } = profile;
  return URL.canParse(url) && new URL(url).origin === origin ? key : undefined;
}

/** @throws {MissingKeyError} {@link InvalidKeyError} */
async function pipedKey({ io }: Context): Promise<string> {
  const key = await readPiped(io);
  if (key === "") throw new MissingKeyError("stdin has no API key");
  const fault = keyFault(key);
  if (fault !== undefined) throw new InvalidKeyError("--with-key", fault);
  return key;
}

function givenPortfolio({ common: { portfolio }, io: { env } }: Context): string | undefined {
  const [text, where] =
    portfolio === undefined ? [env.CARRY_PORTFOLIO, "CARRY_PORTFOLIO"] : [portfolio, "--portfolio"];
  return text ? readSetting("portfolio", text, where).join(",") : undefined;
}

async function askPortfolio(
  prompter: Prompter,
  kept: string | undefined,
): Promise<string | undefined> {
  const answer = await prompter.text({
    message: "Portfolio (uuid; empty for none)",
    ...(kept !== undefined && { initial: kept }),
    fault: (text) =>
      text === "" || text === kept || UUID.parse(text) !== undefined
        ? undefined
        : `That is not ${UUID.allowed}.`,
  });
  return UUID.parse(answer) ?? (answer === "" ? undefined : answer);
}
