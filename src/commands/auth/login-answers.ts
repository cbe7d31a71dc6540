import { visible } from "../../base/safe-text.js";
import { keyFault } from "../../base/secrets.js";
import { dataDirectory } from "../../base/storage/places.js";
import { canAsk, createPrompter, type Prompter, readPiped } from "../../base/terminal/prompt.js";
import { UsageError } from "../../base/usage-error.js";
import { assertSafeForKey, parseBaseUrl } from "../../client/base-url.js";
import { MissingKeyError } from "../../client/errors.js";
import type { Context } from "../../run/context.js";
import { wantsColor } from "../../run/output-options.js";
import type { StoredProfile } from "../../run/profile-target.js";
import { InvalidKeyError } from "../../run/settings/errors.js";
import { maskKey } from "../../run/settings/key-source.js";
import { UUID } from "../../run/settings/kinds.js";
import { wantedPortfolios } from "../../run/settings/portfolios.js";
import { lookUp } from "../../run/settings/sources.js";
import { SETTINGS } from "../../run/settings/table.js";

/** The values that a login stores. */
export interface Answers {
  /** The base URL as typed. */
  readonly baseUrl: string;
  readonly key: string;
  readonly portfolio: string | undefined;
  /** Id of the first portfolio, for which the key is checked. */
  readonly portfolioId: string | undefined;
  /** The setting `record`; undefined if nothing was asked. */
  readonly record: "on" | "off" | undefined;
}

/** The profile to log in to. */
export interface Target {
  readonly name: string;
  readonly profile: StoredProfile;
}

/**
 * Takes base URL, key and portfolio from options and environment, asks for the others on a terminal,
 * and keeps other values of the profile.
 * @param isPiped whether the key comes from stdin, and nothing is asked
 * @throws {UsageError} {@link RefusedRequestError} {@link InvalidKeyError} {@link MissingKeyError}
 */
export async function gatherAnswers(
  context: Context,
  isPiped: boolean,
  target: Target,
): Promise<Answers> {
  const prompter = await prompterFor(context, isPiped);
  const given = context.sourcesWithoutProfile();
  const baseUrl = lookUp("base-url", given)?.value ?? (await askBaseUrl(target, prompter));
  checkBaseUrl(baseUrl);
  const key =
    prompter === undefined ? await pipedKey(context) : await askKey(prompter, target, baseUrl);
  context.io.secrets.add(key);
  const kept = target.profile.portfolio;
  const portfolio =
    lookUp("portfolio", given)?.value.join(",") ??
    (prompter === undefined ? kept : await askPortfolio(prompter, kept));
  const portfolioId = portfolio === undefined ? undefined : firstPortfolio(target, portfolio);
  const record =
    prompter === undefined || portfolio === undefined
      ? undefined
      : await askHistory(context, prompter, target);
  return { baseUrl, key, portfolio, portfolioId, record };
}

/** @throws {UsageError} for a name that the profile does not have */
function firstPortfolio({ name, profile }: Target, portfolio: string): string | undefined {
  const sources = { options: {}, env: {}, profile: { ...profile, portfolio }, profileName: name };
  return wantedPortfolios(sources)?.list[0]?.portfolio_id;
}

/**
 * Returns what asks questions; undefined if the key is piped.
 * @throws {UsageError} without a terminal, or with `--with-key` if stdin is a terminal
 */
async function prompterFor(
  { io, common }: Context,
  isPiped: boolean,
): Promise<Prompter | undefined> {
  if (isPiped) {
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

async function askBaseUrl({ profile }: Target, prompter: Prompter | undefined): Promise<string> {
  const kept = profile["base-url"];
  if (prompter === undefined) {
    if (kept !== undefined) return kept;
    throw new UsageError("no base URL is set", "set it with --base-url <url>");
  }
  const message = "Base URL of the service";
  const isUsable = kept !== undefined && SETTINGS["base-url"].parse(kept) !== undefined;
  return prompter.text({ message, ...(isUsable && { initial: kept }), fault: baseUrlFault });
}

/** Checks a base URL, to which the key will be sent. @throws {RefusedRequestError} */
function checkBaseUrl(text: string): void {
  assertSafeForKey(parseBaseUrl(text));
}

function baseUrlFault(text: string): string | undefined {
  try {
    checkBaseUrl(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function askKey(prompter: Prompter, target: Target, baseUrl: string): Promise<string> {
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
function keyKeptFor(baseUrl: string, { profile }: Target): string | undefined {
  const { "api-key": key, "base-url": url = "" } = profile;
  return URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? key : undefined;
}

/** @throws {MissingKeyError} {@link InvalidKeyError} */
async function pipedKey({ io }: Context): Promise<string> {
  const key = await readPiped(io);
  if (key === "") throw new MissingKeyError("stdin has no API key");
  const fault = keyFault(key);
  if (fault !== undefined) throw new InvalidKeyError("--with-key", fault);
  return key;
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

/** Asks once for a profile whether what is seen is kept; Enter says yes. */
async function askHistory(
  { io }: Context,
  prompter: Prompter,
  { profile }: Target,
): Promise<"on" | "off" | undefined> {
  const place =
    io.env.CARRY_ARCHIVE || (profile.archive ?? dataDirectory(io.env, process.platform));
  if (profile.record !== undefined || place === undefined) return undefined;
  const answer = await prompter.text({
    message: "Keep a history on this computer? Needed for PnL by day. [Y/n]",
    fault: (text) => (/^(y|yes|n|no)?$/i.test(text) ? undefined : "Type y or n."),
  });
  return /^n/i.test(answer) ? "off" : "on";
}
