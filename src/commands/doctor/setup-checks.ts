import { VERSION } from "../../base/version.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { assertSafeForKey } from "../../client/connection.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { maskKey } from "../../settings/api-key.js";
import { keyPlace } from "../../settings/key-place.js";
import { modeFaults, modeOf } from "../../settings/modes.js";
import { locate, lookUp, type Sources } from "../../settings/sources.js";
import { SETTING_NAMES } from "../../settings/table.js";
import { type Finding, fail, failed, ok, skip, warn } from "./finding.js";

/** The settings found. */
export interface Setup {
  readonly sources: Sources;
  /** Undefined without a valid one. */
  readonly baseUrl: URL | undefined;
  readonly key: string | undefined;
  readonly portfolio: string | undefined;
  /** Time limit of a step, milliseconds. */
  readonly timeoutMs: number;
}

/** Maximum time limit of a step, milliseconds. */
const PATIENCE_MS = 10_000;

const OLDEST_NODE = [20, 18, 1] as const;
const NOT_SET_UP = "run `carry auth login`, or try carry with --profile sandbox";

/** Checks versions, configuration, profile, base URL, key and portfolio without any request. */
export async function* checkSetup(context: Context): AsyncGenerator<Finding, Setup> {
  yield ok("carry", VERSION);
  yield nodeVersion(process.versions.node);
  yield await configFile(context);
  const { sources, finding } = await findProfile(context);
  yield finding;
  const { timeoutMs, finding: settingsFinding } = readSettings(context, sources);
  yield settingsFinding;
  const { baseUrl, finding: baseFinding } = findBaseUrl(context, sources);
  yield baseFinding;
  const { key, finding: keyFinding } = await findKey(context, sources);
  yield keyFinding;
  const { portfolio, finding: portfolioFinding } = findPortfolio(context, sources);
  yield portfolioFinding;
  return { sources, baseUrl, key, portfolio, timeoutMs };
}

function nodeVersion(version: string): Finding {
  const parts = version.split(".").map(Number);
  const difference = OLDEST_NODE.map((oldest, index) => (parts[index] ?? 0) - oldest).find(
    (it) => it !== 0,
  );
  if ((difference ?? 0) >= 0) return ok("node", version);
  const oldest = OLDEST_NODE.join(".");
  return fail(
    "node",
    `${version} is older than ${oldest}`,
    `install Node.js ${oldest} or later`,
    ExitCode.failure,
  );
}

async function configFile(context: Context): Promise<Finding> {
  const check = "config file";
  try {
    const path = await context.config.path();
    await context.config.read();
    const mode = modeOf(path);
    if (mode === undefined) return skip(check, `there is none yet at ${path}`);
    const [fault] = modeFaults(path);
    if (fault !== undefined) return warn(check, fault, "close it to other users");
    return ok(check, process.platform === "win32" ? path : `${path} (${mode})`);
  } catch (error) {
    return failed(context, check, error);
  }
}

/** Finds the profile; if it cannot be read, the other checks use the environment only. */
async function findProfile(context: Context): Promise<{ sources: Sources; finding: Finding }> {
  const check = "profile";
  try {
    const sources = await context.sources();
    const { profileName } = sources;
    if (profileName !== undefined) return { sources, finding: ok(check, profileName) };
    const detail = "none is in use: settings come from options and the environment";
    return { sources, finding: skip(check, detail) };
  } catch (error) {
    return { sources: context.sourcesWithoutProfile(), finding: failed(context, check, error) };
  }
}

function readSettings(context: Context, sources: Sources): { timeoutMs: number; finding: Finding } {
  const check = "settings";
  try {
    const timeoutMs = Math.min(lookUp("timeout", sources)?.value ?? PATIENCE_MS, PATIENCE_MS);
    const set = SETTING_NAMES.filter((name) => {
      const found = lookUp(name, sources);
      return found !== undefined && found.origin !== "default";
    });
    return {
      timeoutMs,
      finding: ok(check, `${set.length} settings, all valid`),
    };
  } catch (error) {
    return { timeoutMs: PATIENCE_MS, finding: failed(context, check, error) };
  }
}

function findBaseUrl(
  context: Context,
  sources: Sources,
): { baseUrl: URL | undefined; finding: Finding } {
  const check = "base URL";
  try {
    const text = lookUp("base-url", sources)?.value;
    if (text === undefined) {
      return {
        baseUrl: undefined,
        finding: fail(check, "none is set", NOT_SET_UP, ExitCode.keyRefused),
      };
    }
    const baseUrl = parseBaseUrl(text);
    assertSafeForKey(baseUrl);
    const where = locate("base-url", sources)?.origin ?? "default";
    return { baseUrl, finding: ok(check, `${baseUrl.href} (from the ${where})`) };
  } catch (error) {
    return { baseUrl: undefined, finding: failed(context, check, error) };
  }
}

const PLACES = {
  environment: "CARRY_API_KEY",
  file: "the file that CARRY_API_KEY_FILE names",
  profile: "the profile",
  command: "the profile's api-key-command",
} as const;

async function findKey(
  context: Context,
  sources: Sources,
): Promise<{ key: string | undefined; finding: Finding }> {
  const check = "API key";
  const place = keyPlace(sources);
  try {
    const key = await context.keyOf(sources);
    if (key === undefined || place === undefined) {
      return {
        key: undefined,
        finding: fail(check, "there is none", NOT_SET_UP, ExitCode.keyRefused),
      };
    }
    return { key, finding: ok(check, `${maskKey(key)} from ${PLACES[place]}`) };
  } catch (error) {
    return { key: undefined, finding: failed(context, check, error) };
  }
}

function findPortfolio(
  context: Context,
  sources: Sources,
): { portfolio: string | undefined; finding: Finding } {
  const check = "portfolio";
  try {
    const portfolio = lookUp("portfolio", sources)?.value;
    if (portfolio !== undefined) return { portfolio, finding: ok(check, portfolio) };
    const hint = "carry profile set portfolio <uuid>";
    return { portfolio, finding: warn(check, "none is set", hint) };
  } catch (error) {
    return { portfolio: undefined, finding: failed(context, check, error) };
  }
}
