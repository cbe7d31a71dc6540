import { MINUTE_MS } from "../../base/time/periods.js";
import { AnswerError } from "../../client/errors.js";
import type { HttpAnswer } from "../../client/http/answer.js";
import type { Context } from "../../run/context.js";
import { reach, recordsIn } from "../../run/reach.js";
import { type Sources, withoutKey } from "../../run/settings/sources.js";
import { type Finding, failed, ok, skip, warn } from "./finding.js";
import type { Setup } from "./setup-checks.js";

/** Largest accepted difference between the clocks; more makes ages and ranges wrong. */
const SKEW_MS = MINUTE_MS;

/** Checks a call without the key, one with it for each portfolio, and the clock. */
export async function* checkService(context: Context, setup: Setup): AsyncGenerator<Finding> {
  const { options, ...rest } = setup.sources;
  const once: Sources = { ...rest, options: { ...options, retries: "0" } };
  const { finding, answer } = await callWithoutKey(context, once);
  yield finding;
  if (answer === undefined) yield skip("access", "not tried: the service did not answer");
  else yield* callsWithKey(context, once, setup);
  yield clockSkew(context, answer);
}

/** Says why the service cannot be reached, if so: name, port, proxy, TLS, or what answered instead. */
async function callWithoutKey(context: Context, sources: Sources) {
  const check = "service";
  const { "api-key": _key, "api-key-command": _command, ...profile } = sources.profile;
  const { elapsed } = context.io.clock;
  try {
    const client = await context.clientFor({ ...sources, env: withoutKey(sources.env), profile });
    const started = elapsed();
    const answer: HttpAnswer = await client.raw.get("/v1/assets", { signal: context.io.signal });
    const took = elapsed() - started;
    if (recordsIn(answer) !== undefined) {
      return { finding: ok(check, `answered in ${took} ms`), answer };
    }
    const what = "answered with something that is not a list of assets";
    throw new AnswerError(`${answer.url.href} ${what}`);
  } catch (error) {
    return { finding: failed(context, check, error) };
  }
}

async function* callsWithKey(
  context: Context,
  sources: Sources,
  { key, portfolios }: Setup,
): AsyncGenerator<Finding> {
  const check = "access";
  if (key === undefined) return yield skip(check, "not tried: there is no usable key");
  if (portfolios.length === 0) return yield skip(check, "not tried: no portfolio is set");
  const withKey = { ...sources, env: { ...sources.env, CARRY_API_KEY: key } };
  const connect = () => context.clientFor(withKey);
  for (const portfolio of portfolios) {
    const { outcome, detail, error } = await reach(context, connect, portfolio);
    yield outcome === "ok"
      ? ok(check, detail)
      : { ...failed(context, check, error), detail: `${outcome}: ${detail}` };
  }
}

function clockSkew(context: Context, answer: HttpAnswer | undefined): Finding {
  const check = "clock";
  if (context.io.clock.ofComputer !== undefined) {
    return ok(check, "set to the time of a sandbox (CARRY_SANDBOX_AT, CARRY_SANDBOX_FREEZE)");
  }
  const theirs = Date.parse(answer?.headers.date ?? "");
  if (Number.isNaN(theirs)) return skip(check, "no answer with a valid Date header");
  const seconds = Math.round((context.io.clock.now() - theirs) / 1000);
  const detail =
    Math.abs(seconds) <= 1 // the header has whole seconds
      ? "agrees with the service"
      : `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the service`;
  if (Math.abs(seconds) * 1000 <= SKEW_MS) return ok(check, detail);
  return warn(
    check,
    detail,
    "set the clock of this machine: ages and relative times are wrong by as much",
  );
}
