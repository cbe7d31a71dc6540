import { orElse } from "../base/functions.js";
import type { Client } from "../client/client.js";
import { AnswerError } from "../client/errors.js";
import type { HttpAnswer } from "../client/http/answer.js";
import type { Context } from "./context.js";
import { type ErrorKind, type Failure, MEANINGS } from "./errors/kinds.js";
import { keyVariable } from "./settings/key-source.js";

/** Outcome of one request with the key. */
export type Outcome =
  | "ok"
  | "key missing"
  | "key unusable"
  | "setting wrong"
  | "key refused"
  | "scope missing"
  | "portfolio unknown"
  | "service unreachable"
  | "service failed";

export interface Reach {
  readonly outcome: Outcome;
  /** Description in a sentence. */
  readonly detail: string;
  readonly hint?: string | undefined;
  /** Undefined after success. */
  readonly failure?: Failure | undefined;
  /** The thrown value; undefined after success. */
  readonly error?: unknown;
}

/** Requests one position, and describes the outcome. @throws only if the process is asked to end */
export async function reach(
  context: Context,
  connect: () => Promise<Client>,
  portfolioId: string,
): Promise<Reach> {
  const { signal } = context.io;
  context.progress.update("checking the API key");
  try {
    const client = await connect();
    const path = `/v1/portfolios/${portfolioId}/positions`;
    const answer = await client.raw.get(path, { query: [["limit", "1"]], signal });
    if (recordsIn(answer) === undefined) {
      const { origin, pathname } = answer.url;
      throw new AnswerError(
        `${origin}${pathname} answered with something that is not a list of positions`,
      );
    }
    return { outcome: "ok", detail: `portfolio ${portfolioId} can be read` };
  } catch (error) {
    signal.throwIfAborted();
    return reachOf(context, error, portfolioId);
  }
}

/** Warns of a variable whose key is used instead of the keys of profiles. */
export function warnOfKeyVariable({ io, messages }: Context): void {
  const variable = keyVariable(io.env);
  if (variable === undefined) return;
  messages.warning(
    "KEY_FROM_ENVIRONMENT",
    `${variable} is set, and is used instead of the key of any profile`,
  );
}

/** Describes what an error means for the key and the portfolio. */
export function reachOf(context: Context, error: unknown, portfolioId: string): Reach {
  const failure = context.failureOf(error);
  const { message, hint } = failure;
  const [outcome, before = ""] = outcomeOf(failure.kind, portfolioId);
  return { outcome, detail: before + message, hint, failure, error };
}

/** Returns the outcome for a kind of failure, and what its message does not say. */
function outcomeOf(kind: ErrorKind, portfolioId: string): readonly [Outcome, string?] {
  if (kind === "missing_key") return ["key missing"];
  if (kind === "unauthorized") return ["key refused", "the service refused the API key: "];
  if (kind === "forbidden") {
    return ["scope missing", "the API key lacks the scope to read positions: "];
  }
  if (kind === "not_found") {
    return ["portfolio unknown", `portfolio ${portfolioId} was not found: `];
  }
  const { area } = MEANINGS[kind];
  if (area === "settings") return ["setting wrong"];
  if (area === "network") return ["service unreachable"];
  return [area === "service" ? "service failed" : "key unusable"];
}

/** Returns the records of a listing; undefined for an answer of another program, such as a captive portal. */
export function recordsIn({ body }: HttpAnswer): readonly unknown[] | undefined {
  const data: unknown = orElse(() => JSON.parse(body.toString("utf8")).data, undefined);
  return Array.isArray(data) ? data : undefined;
}
