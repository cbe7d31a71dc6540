import { VERSION } from "../../base/version.js";
import { assertSafeForKey, parseBaseUrl } from "../../client/base-url.js";
import type { Context } from "../../run/context.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { modeFault, modeOf } from "../../run/settings/config-access.js";
import { keyPlace, maskKey } from "../../run/settings/key-source.js";
import { portfolioName, wantedPortfolios } from "../../run/settings/portfolios.js";
import { locate, lookUp, type Sources } from "../../run/settings/sources.js";
import { SETTING_NAMES } from "../../run/settings/table.js";
import { type Finding, fail, failed, ok, skip, warn } from "./finding.js";

/** The settings found. */
export interface Setup {
  readonly sources: Sources;
  /** Whether there is a valid one, so that the service can be asked. */
  readonly hasBaseUrl: boolean;
  readonly key: string | undefined;
  /** The ids of the portfolios. */
  readonly portfolios: readonly string[];
}

/** Checks versions, configuration, profile, base URL, key and portfolio without any request. */
export async function* checkSetup(context: Context): AsyncGenerator<Finding, Setup> {
  yield ok("node", `${process.versions.node}, carry ${VERSION}`);
  yield await configFile(context);
  const instead = context.sourcesWithoutProfile();
  const sources = yield* checked(context, "profile", instead, () => profile(context));
  yield* checked(context, "settings", undefined, () => [settings(sources), undefined]);
  const hasBaseUrl = yield* checked(context, "base URL", false, () => baseUrlOf(sources));
  const key = yield* checked(context, "API key", undefined, () => keyOf(context, sources));
  const portfolios = yield* checked(context, "portfolio", [], () => portfoliosOf(sources));
  return { sources, hasBaseUrl, key, portfolios };
}

type Checked<T> = readonly [Finding, T];

/** Makes a check and returns its value; if it throws, it has failed and the value is `instead`. */
async function* checked<T>(
  context: Context,
  check: string,
  instead: T,
  look: () => Checked<T> | Promise<Checked<T>>,
): AsyncGenerator<Finding, T> {
  const attempt = async () => look();
  const [finding, value] = await attempt().catch(
    (error: unknown): Checked<T> => [failed(context, check, error), instead],
  );
  yield finding;
  return value;
}

async function configFile(context: Context): Promise<Finding> {
  const check = "config file";
  try {
    const path = await context.config.path();
    await context.config.read();
    const mode = modeOf(path);
    if (mode === undefined) return skip(check, `there is none yet at ${path}`);
    const fault = modeFault(path);
    if (fault !== undefined) return warn(check, fault, "close it to other users");
    return ok(check, process.platform === "win32" ? path : `${path} (${mode})`);
  } catch (error) {
    return failed(context, check, error);
  }
}

/** Finds the profile; if it cannot be read, the other checks use options and environment only. */
async function profile(context: Context): Promise<Checked<Sources>> {
  const check = "profile";
  const sources = await context.sources();
  const { profileName } = sources;
  if (profileName !== undefined) return [ok(check, profileName), sources];
  return [skip(check, "none is in use: settings come from options and the environment"), sources];
}

/** @throws {UsageError} if a setting is invalid */
function settings(sources: Sources): Finding {
  const set = SETTING_NAMES.filter((name) => {
    const found = lookUp(name, sources);
    return found !== undefined && found.origin !== "default";
  });
  return ok("settings", `${set.length} set, all valid`);
}

function baseUrlOf(sources: Sources): Checked<boolean> {
  const check = "base URL";
  const text = lookUp("base-url", sources)?.value;
  if (text === undefined) return [notSetUp(check, "none is set"), false];
  const baseUrl = parseBaseUrl(text);
  assertSafeForKey(baseUrl);
  const where = locate("base-url", sources)?.origin ?? "default";
  return [ok(check, `${baseUrl.href} (from the ${where})`), true];
}

function notSetUp(check: string, detail: string): Finding {
  const hint = "run `carry auth login`, or try carry with --profile sandbox";
  return fail(check, detail, hint, ExitCode.keyRefused);
}

const PLACES = {
  environment: "CARRY_API_KEY",
  file: "the file that CARRY_API_KEY_FILE names",
  profile: "the profile",
  command: "the profile's api-key-command",
} as const;

async function keyOf(context: Context, sources: Sources): Promise<Checked<string | undefined>> {
  const check = "API key";
  const place = keyPlace(sources);
  const key = await context.keyOf(sources);
  if (key === undefined || place === undefined)
    return [notSetUp(check, "there is none"), undefined];
  return [ok(check, `${maskKey(key)} from ${PLACES[place]}`), key];
}

function portfoliosOf(sources: Sources): Checked<readonly string[]> {
  const check = "portfolio";
  const list = wantedPortfolios(sources)?.list ?? [];
  const ids = list.map(({ portfolio_id: id }) => id);
  if (list.length > 0) return [ok(check, list.map(portfolioName).join(", ")), ids];
  return [warn(check, "none is set", "carry profile set portfolio <uuid>"), ids];
}
