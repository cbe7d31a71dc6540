import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { LoginRefusedError } from "../../run/errors/report.js";
import { printNext } from "../../run/print.js";
import { putProfile, type StoredProfile, targetName } from "../../run/profile-target.js";
import { reach, warnOfKeyVariable } from "../../run/reach.js";
import { maskKey } from "../../run/settings/key-source.js";
import { withoutService } from "../../run/settings/sources.js";
import { type Answers, gatherAnswers } from "./login-answers.js";

/** `/v1`, `/api` or `/api/v1` at the end of a base URL, which the service's own paths begin with. */
const SLIP = /(?:(?:\/api)?\/v1|\/api)\/*$/;

export const authLogin = defineCommand({
  prints: "nothing",
  description:
    "Store base URL, API key and portfolio in a profile. A terminal asks for them; scripts pass the key on stdin with --with-key. If a portfolio is known, one request checks the key before it is stored",
  options: {
    withKey: { kind: "flag", help: "read the API key from stdin, without any questions" },
    verify: { kind: "negated", help: "store the key without checking it" },
  },
  examples: {
    "carry auth login": "answer questions on the terminal",
    "pass show carry | carry auth login --base-url https://api.example.com --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7 --with-key":
      "the same in a script",
    "carry auth login --profile second": "another account",
  },
  async run(context, { options: { withKey: isPiped = false, verify: isVerified = true } }) {
    const { config, progress } = context;
    const before = await config.read();
    const name = targetName(context, before);
    const profile = profileIn(before.profiles, name);
    const answers = await gatherAnswers(context, isPiped, { name, profile }).finally(
      progress.hold(), // no spinner beside a question
    );
    const checked = isVerified ? await verify(context, name, answers) : "not checked";
    progress.stop();
    const current = await config.update((draft) => {
      const {
        "api-key-command": _command,
        portfolio: _portfolio,
        ...kept
      } = profileIn(draft.profiles, name);
      putProfile(draft, name, { ...kept, ...stored(answers) });
      return draft.current;
    });
    await tell(context, { name, command: profile["api-key-command"], current, answers, checked });
  },
});

interface Stored {
  readonly name: string;
  /** The api-key-command that the key replaces. */
  readonly command: string | undefined;
  readonly current: string | undefined;
  readonly answers: Answers;
  readonly checked: string;
}

/** Notes what was stored, and what to type next. */
async function tell(
  context: Context,
  { name, command, current, answers: { key, baseUrl, portfolio }, checked }: Stored,
): Promise<void> {
  const { messages } = context;
  const { origin } = new URL(baseUrl);
  messages.note(
    "PROFILE",
    `profile "${name}" now holds the API key ${maskKey(key)} for ${origin} (${checked})`,
  );
  if (command !== undefined) {
    messages.note("PROFILE", `its api-key-command was removed: ${command}`);
  }
  if (current !== name) {
    messages.note("PROFILE", `profile "${current}" stays in use: carry profile use ${name}`);
  }
  warnOfKeyVariable(context);
  const ofProfile = current === name ? [] : ["--profile", name];
  if (portfolio !== undefined) return printNext(context, [["status", ...ofProfile]]);
  const next = ["carry profile set portfolio <uuid>", ...ofProfile].join(" ");
  messages.note("NO_PORTFOLIO", `set your portfolio next: ${next}`);
}

/** @throws {LoginRefusedError} if the service does not confirm the answers */
async function verify(context: Context, profileName: string, answers: Answers): Promise<string> {
  const { portfolioId, baseUrl } = answers;
  if (portfolioId === undefined) return "not checked, since no portfolio is set";
  const { timeout } = context.common;
  const sources = {
    options: timeout === undefined ? {} : { timeout },
    env: withoutService(context.io.env),
    profile: stored(answers),
    profileName,
  };
  const { outcome, detail, hint, error } = await reach(
    context,
    () => context.clientFor(sources),
    portfolioId,
  );
  if (error === undefined) return `checked: ${detail}`;
  const remedies = [
    outcome === "portfolio unknown" && SLIP.test(baseUrl)
      ? `try --base-url ${baseUrl.replace(SLIP, "")}`
      : undefined,
    hint?.includes("carry auth login") === true ? "check the key in your account area" : hint,
    "--no-verify stores without a check",
  ];
  throw new LoginRefusedError(
    `nothing was stored: ${detail}`,
    remedies.filter((it) => it !== undefined).join("; "),
    error,
  );
}

function stored({ baseUrl, key, portfolio, record }: Answers): StoredProfile {
  return {
    "base-url": baseUrl,
    "api-key": key,
    ...(portfolio !== undefined && { portfolio }),
    ...(record !== undefined && { record }),
  };
}

function profileIn(profiles: Record<string, StoredProfile>, name: string): StoredProfile {
  return Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {};
}
