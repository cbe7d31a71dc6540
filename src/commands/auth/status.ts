import { MissingKeyError } from "../../client/errors.js";
import { onePage } from "../../output/formats/pages.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf, type Failure } from "../../run/errors/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { type Reach, reach, reachOf, warnOfKeyVariable } from "../../run/reach.js";
import { keyPlace, maskKey } from "../../run/settings/key-source.js";
import { hideCredentials } from "../../run/settings/kinds.js";
import { wantedPortfolios } from "../../run/settings/portfolios.js";
import { profileOf } from "../../run/settings/profile-name.js";
import { type AuthStatus, authStatusView } from "../../run/settings/profile-views.js";
import { locate, type Sources, withoutService } from "../../run/settings/sources.js";

const OPTIONS = {
  all: { kind: "flag", help: "every profile as stored, regardless of the environment" },
  verify: { kind: "negated", help: "do not send a request" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const authStatus = defineCommand({
  description:
    "Show where the API key comes from (masked) and whether a request with it succeeds; the exit code is that of the request",
  options: OPTIONS,
  views: () => [authStatusView],
  examples: {
    "carry auth status": "whether you are logged in and the key works",
    "carry auth status --all -o json": "all accounts, for a script",
  },
  async run(context, { options }) {
    const printer = await printerOf(context);
    await printer.check(authStatusView);
    const found = options.all === true ? await allSources(context) : [await context.sources()];
    const statuses = [];
    let first: Failure | undefined;
    for (const sources of found) {
      const { value, failure } = await statusOf(context, sources, options);
      statuses.push(asItem(value));
      first ??= failure;
    }
    printNotes(
      context,
      statuses.length === 0
        ? await printer.list(onePage(statuses), authStatusView)
        : await printer.things(statuses, authStatusView, options.all === true),
    );
    if (options.all === true) warnOfKeyVariable(context);
    return exitCodeOf(first);
  },
});

async function allSources(context: Context): Promise<Sources[]> {
  const config = await context.config.read();
  const { timeout } = context.common;
  return Object.keys(config.profiles).map((profileName) => ({
    options: timeout === undefined ? {} : { timeout },
    env: withoutService(context.io.env),
    profile: profileOf(config, profileName),
    profileName,
    current: config.current,
  }));
}

/** @throws {MissingKeyError} if nothing is set up */
async function statusOf(
  context: Context,
  sources: Sources,
  options: Options,
): Promise<{ readonly value: AuthStatus; readonly failure: Failure | undefined }> {
  const place = keyPlace(sources);
  const base = locate("base-url", sources)?.text;
  if (sources.profileName === undefined && place === undefined && base === undefined) {
    throw new MissingKeyError("not logged in: there is no profile");
  }
  const { key, met } = await tryKey(context, sources, options);
  return {
    value: {
      profile: sources.profileName ?? null,
      current: sources.profileName !== undefined && sources.profileName === sources.current,
      base_url: base === undefined ? null : hideCredentials(base),
      portfolio: locate("portfolio", sources)?.text ?? null,
      key_source: place ?? null,
      key: key === undefined ? null : maskKey(key),
      outcome: met.outcome ?? null,
      detail: met.detail,
      hint: met.hint ?? null,
    },
    failure: met.failure,
  };
}

interface Tried {
  readonly key?: string | undefined;
  readonly met: Partial<Reach> & Pick<Reach, "detail">;
}

/** Reads the key once, and sends one request with it if a portfolio is set. */
async function tryKey(context: Context, sources: Sources, options: Options): Promise<Tried> {
  let key: string | undefined;
  let portfolio: string | undefined;
  try {
    key = await context.keyOf(sources);
    if (key === undefined) return { met: reachOf(context, noKey(sources), "") };
    portfolio = wantedPortfolios(sources)?.list[0]?.portfolio_id;
  } catch (error) {
    context.io.signal.throwIfAborted();
    return { key, met: reachOf(context, error, "") };
  }
  if (options.verify === false) return { key, met: { detail: "not checked: --no-verify" } };
  if (portfolio === undefined) return { key, met: { detail: "not checked: no portfolio is set" } };
  // Passes the key on, so that its command does not run again.
  const withKey: Sources = {
    ...sources,
    options: { ...sources.options, retries: "0" },
    env: { ...sources.env, CARRY_API_KEY: key },
  };
  return { key, met: await reach(context, () => context.clientFor(withKey), portfolio) };
}

function noKey({ profileName }: Sources): MissingKeyError {
  const profile = profileName === undefined ? "" : ` --profile ${profileName}`;
  const hint = `run \`carry auth login${profile}\`, or set CARRY_API_KEY`;
  return new MissingKeyError("there is no API key", hint);
}
