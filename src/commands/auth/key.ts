import { MissingKeyError } from "../../client/errors.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { forgetIds } from "../../run/known-ids.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { existingTarget } from "../../run/profile-target.js";
import { type Reach, reach, reachOf } from "../../run/reach.js";
import { keyPlace, keyVariable, maskKey } from "../../run/settings/key-source.js";
import { hideCredentials } from "../../run/settings/kinds.js";
import { wantedPortfolios } from "../../run/settings/portfolios.js";
import { type AuthStatus, authStatusView } from "../../run/settings/profile-views.js";
import { locate, type Sources } from "../../run/settings/sources.js";

export const authStatus = defineCommand({
  description:
    "Show where the API key comes from (masked) and whether a request with it succeeds; the exit code is that of the request",
  views: () => [authStatusView],
  examples: {
    "carry auth status": "whether you are logged in and the key works",
    "carry auth status --profile second -o json": "another account, for a script",
  },
  async run(context) {
    const printer = await printerOf(context);
    await printer.check(authStatusView);
    const sources = await context.sources();
    const place = keyPlace(sources);
    const base = locate("base-url", sources)?.text;
    if (sources.profileName === undefined && place === undefined && base === undefined) {
      throw new MissingKeyError("not logged in: there is no profile");
    }
    const { key, met } = await tryKey(context, sources);
    const status: AuthStatus = {
      profile: sources.profileName ?? null,
      current: sources.profileName !== undefined && sources.profileName === sources.current,
      base_url: base === undefined ? null : hideCredentials(base),
      portfolio: locate("portfolio", sources)?.text ?? null,
      key_source: place ?? null,
      key: key === undefined ? null : maskKey(key),
      outcome: met.outcome ?? null,
      detail: met.detail,
      hint: met.hint ?? null,
    };
    printNotes(context, await printer.things([asItem(status)], authStatusView, false));
    return exitCodeOf(met.failure);
  },
});

interface Tried {
  readonly key?: string | undefined;
  readonly met: Partial<Reach> & Pick<Reach, "detail">;
}

/** Reads the key once, and sends one request with it if a portfolio is set. */
async function tryKey(context: Context, sources: Sources): Promise<Tried> {
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

export const authLogout = defineCommand({
  prints: "nothing",
  description:
    "Remove the API key, or the command that prints it, from the profile in use or the one given with --profile. The key itself stays valid until it is revoked in your account area",
  examples: {
    "carry auth logout": "remove the key of the profile in use",
    "carry auth logout --profile second": "remove the key of another profile",
  },
  async run(context) {
    const { config, messages, io } = context;
    const { name, had } = await config.update((draft) => {
      const target = existingTarget(context, draft);
      const { "api-key": key, "api-key-command": command, ...kept } = target.profile;
      draft.profiles[target.name] = kept;
      const had = [
        ...(key === undefined ? [] : ["API key"]),
        ...(command === undefined ? [] : ["api-key-command"]),
      ];
      return { name: target.name, had };
    });
    forgetIds({ env: io.env, platform: process.platform, profile: name });
    messages.note(
      "PROFILE",
      had.length === 0
        ? `profile "${name}" had no API key`
        : `removed the ${had.join(" and the ")} of profile "${name}"; a key stays valid until it is revoked in your account area`,
    );
    const variable = keyVariable(io.env);
    if (variable !== undefined)
      messages.warning("KEY_FROM_ENVIRONMENT", `${variable} is set, and is still used`);
  },
});
