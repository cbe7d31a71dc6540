import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/shortened.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { AnswerError } from "../../client/errors.js";
import type { HttpAnswer } from "../../client/http/answer.js";
import type { Context } from "../../command/context.js";
import { reach, recordsIn } from "../../command/reach.js";
import { withoutKey } from "../../settings/key-place.js";
import type { Sources } from "../../settings/sources.js";
import { type Finding, failed, ok, skip, warn } from "./finding.js";
import type { Setup } from "./setup-checks.js";

/** Largest accepted difference between the clocks; more makes ages and ranges wrong. */
const SKEW_MS = MINUTE_MS;

/** Checks a call without the key, one with it for each portfolio, and the headers of the answers. */
export async function* checkService(context: Context, setup: Setup): AsyncGenerator<Finding> {
  const once: Sources = {
    ...setup.sources,
    options: { ...setup.sources.options, retries: "0" },
  };
  const open = await callWithoutKey(context, once);
  yield open.finding;
  const [first, ...others] = setup.portfolios;
  const { finding, answer } = await callWithKey(context, once, setup, first);
  yield finding;
  for (const it of setup.key === undefined ? [] : others) {
    yield (await callWithKey(context, once, setup, it)).finding;
  }
  yield apiVersion(answer);
  yield clockSkew(context, answer ?? open.answer);
}

async function callWithoutKey(context: Context, sources: Sources) {
  const check = "public call";
  const { "api-key": _key, "api-key-command": _command, ...profile } = sources.profile;
  const { elapsed } = context.io.clock;
  try {
    const client = await context.clientFor({ ...sources, env: withoutKey(sources.env), profile });
    const started = elapsed();
    const answer = await client.raw.get("/v1/assets", { signal: context.io.signal });
    const took = elapsed() - started;
    const assets = recordsIn(answer);
    if (assets !== undefined) {
      return { finding: ok(check, `${assets.length} assets in ${took} ms`), answer };
    }
    throw new AnswerError(
      `${answer.url.href} answered with something that is not a list of assets`,
    );
  } catch (error) {
    return { finding: failed(context, check, error) };
  }
}

async function callWithKey(
  context: Context,
  sources: Sources,
  { key }: Setup,
  portfolio: string | undefined,
) {
  const check = "call with the key";
  if (key === undefined) return { finding: skip(check, "not tried: there is no usable key") };
  if (portfolio === undefined) return { finding: skip(check, "not tried: no portfolio is set") };
  const withKey = { ...sources, env: { ...sources.env, CARRY_API_KEY: key } };
  const { outcome, detail, error, answer } = await reach(
    context,
    () => context.clientFor(withKey),
    portfolio,
  );
  if (outcome === "ok") return { finding: ok(check, detail), answer };
  return { finding: { ...failed(context, check, error), detail: `${outcome}: ${detail}` } };
}

function apiVersion(answer: HttpAnswer | undefined): Finding {
  const check = "X-API-Version";
  if (answer === undefined) return skip(check, "unknown without the call with the key");
  const version = answer.headers["x-api-version"];
  if (version === "v1") return ok(check, version);
  return warn(
    check,
    version === undefined
      ? "missing from the answer"
      : `${shortened(version, BOUNDS.quoted.value)}; carry supports v1`,
    version === undefined ? "check that the base URL is that of the service" : "update carry",
  );
}

function clockSkew(context: Context, answer: HttpAnswer | undefined): Finding {
  const check = "clock";
  if (context.io.clock.ofComputer !== undefined) {
    return ok(check, "set to the time of a sandbox (CARRY_SANDBOX_AT, CARRY_SANDBOX_FREEZE)");
  }
  const theirs = Date.parse(answer?.headers.date ?? "");
  if (Number.isNaN(theirs)) return skip(check, "the answer has no valid Date header");
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
