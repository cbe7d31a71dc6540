import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { LoginRefusedError } from "../../run/errors/report.js";
import { printNext } from "../../run/print.js";
import { putProfile, type StoredProfile, targetName } from "../../run/profile-target.js";
import { type Reach, reach, warnOfKeyVariable } from "../../run/reach.js";
import { maskKey } from "../../run/settings/key-source.js";
import { withoutService } from "../../run/settings/sources.js";
import { askHistory } from "./history-question.js";
import {
  type Answers,
  gatherAnswers,
  LOGIN_OPTIONS,
  type LoginOptions,
  type Target,
} from "./login-answers.js";

/** `/v1`, `/api` or `/api/v1` at the end of a base URL, which the service's own paths begin with. */
const SLIP = /(?:(?:\/api)?\/v1|\/api)\/*$/;

/** Maximum number of times that a key can be entered. */
const MAX_TRIES = 3;

export const authLogin = defineCommand({
  prints: "nothing",
  description:
    "Store base URL, API key and portfolio in a profile. A terminal asks for them; scripts pass the key on stdin with --with-key. If a portfolio is known, one request checks the key before it is stored",
  options: LOGIN_OPTIONS,
  examples: {
    "carry auth login": "answer questions on the terminal",
    "pass show carry | carry auth login --base-url https://api.example.com --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7 --with-key":
      "the same in a script",
    "carry auth login --profile second": "another account",
  },
  run: (context, { options }) => login(context, options),
});

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { config, messages, progress } = context;
  const before = await config.read();
  const name = targetName(context, before);
  const known = Object.hasOwn(before.profiles, name) ? before.profiles[name] : undefined;
  const target = { name, profile: known ?? {} };
  const { answers, checked } = await confirmed(context, options, target);
  progress.stop();
  const record =
    answers.portfolio === undefined ? undefined : await askHistory(context, options, target);

  const current = await config.update((draft) => {
    const {
      "api-key-command": _command,
      portfolio: _portfolio,
      ...kept
    } = profileIn(draft.profiles, name);
    const asked = record === undefined ? {} : { record };
    putProfile(draft, name, { ...kept, ...stored(answers), ...asked });
    return draft.current;
  });
  messages.note(
    "PROFILE",
    `profile "${name}" now holds the API key ${maskKey(answers.key)} for ${answers.baseUrl.origin} (${checked})`,
  );
  if (known?.["api-key-command"] !== undefined) {
    messages.note("PROFILE", `its api-key-command was removed: ${known["api-key-command"]}`);
  }
  if (current !== name) {
    messages.note("PROFILE", `profile "${current}" stays in use: carry profile use ${name}`);
  }
  warnOfKeyVariable(context);
  const ofProfile = current === name ? [] : ["--profile", name];
  if (answers.portfolio !== undefined) return printNext(context, [["status", ...ofProfile]]);
  messages.note(
    "NO_PORTFOLIO",
    `set your portfolio next: ${["carry profile set portfolio <uuid>", ...ofProfile].join(" ")}`,
  );
}

/**
 * Returns answers that the service has confirmed. If it refuses a key typed on a terminal, or is at another
 * base URL, asks again, with the other answers and the right base URL as defaults.
 * @throws as {@link gatherAnswers} and {@link verify} do
 */
async function confirmed(
  context: Context,
  options: LoginOptions,
  target: Target,
  tries = MAX_TRIES,
): Promise<{ readonly answers: Answers; readonly checked: string }> {
  const { messages, progress } = context;
  const answers = await gatherAnswers(context, options, target).finally(
    progress.hold(), // no spinner beside a question
  );
  if (options.verify === false) return { answers, checked: "not checked" };
  try {
    return { answers, checked: await verify(context, answers) };
  } catch (error) {
    const profile = tries === 1 ? undefined : nextProfile(context, options, answers, error);
    if (profile === undefined || !(error instanceof LoginRefusedError)) throw error;
    messages.warning("LOGIN_REFUSED", `${error.message}; try again, or end with Ctrl-C`);
    await messages.flush(); // before the next question
    const { "api-key": _key, portfolio: _portfolio, ...kept } = target.profile;
    return confirmed(context, options, { ...target, profile: { ...kept, ...profile } }, tries - 1);
  }
}

/** Returns the defaults of the next questions after a refusal; undefined when nothing is asked again. */
function nextProfile(
  { common, io, failureOf }: Context,
  { withKey }: LoginOptions,
  answers: Answers,
  error: unknown,
): StoredProfile | undefined {
  if (withKey === true || !(error instanceof LoginRefusedError)) return undefined;
  const { "api-key": _refused, ...typed } = stored(answers);
  if (failureOf(error).kind === "unauthorized") return typed;
  const isAsked = common.baseUrl === undefined && !io.env.CARRY_BASE_URL;
  if (error.baseUrl === undefined || !isAsked) return undefined;
  return { ...stored(answers), "base-url": error.baseUrl };
}

/** @throws {LoginRefusedError} if the service does not confirm the answers */
async function verify(context: Context, answers: Answers): Promise<string> {
  const { portfolioId } = answers;
  if (portfolioId === undefined) return "not checked, since no portfolio is set";
  const { detail, hint, outcome, error } = await check(context, answers, portfolioId);
  if (error === undefined) return `checked: ${detail}`;
  const { origin, pathname } = answers.baseUrl;
  const isSlip = outcome === "portfolio unknown" && SLIP.test(pathname);
  const right = isSlip ? origin + pathname.replace(SLIP, "") : undefined;
  const isRight =
    right !== undefined &&
    (await check(context, { ...answers, baseText: right }, portfolioId)).error === undefined;
  if (isRight) {
    const message = `nothing was stored: the service is at ${right}, not at ${answers.baseText}`;
    throw new LoginRefusedError(message, `log in with --base-url ${right}`, error, right);
  }
  const toLogIn = hint?.includes("carry auth login") === true;
  const first = toLogIn ? "check the key in your account area" : hint;
  throw new LoginRefusedError(
    `nothing was stored: ${detail}`,
    `${first === undefined ? "" : `${first}; `}--no-verify stores without a check`,
    error,
  );
}

function check(context: Context, answers: Answers, portfolioId: string): Promise<Reach> {
  const { timeout } = context.common;
  const sources = {
    options: timeout === undefined ? {} : { timeout },
    env: withoutService(context.io.env),
    profile: stored(answers),
    profileName: answers.profile,
  };
  return reach(context, () => context.clientFor(sources), portfolioId);
}

function stored({ baseText, key, portfolio }: Answers): StoredProfile {
  return {
    "base-url": baseText,
    "api-key": key,
    ...(portfolio !== undefined && { portfolio }),
  };
}

function profileIn(profiles: Record<string, StoredProfile>, name: string): StoredProfile {
  return Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {};
}
