import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { HttpAnswer } from "../../client/http/answer.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { type ErrorKind, MEANINGS } from "../../command/errors/kinds.js";

/** What one request with the key met. */
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
  /** A sentence. */
  readonly detail: string;
  readonly hint?: string | undefined;
  /** Undefined when all went well. */
  readonly failure?: Failure | undefined;
  /** What was thrown; undefined when all went well. */
  readonly error?: unknown;
  readonly answer?: HttpAnswer;
}

/**
 * Asks for one position of a portfolio, and says what came of it.
 * @throws only when the process is asked to end
 */
export async function reach(
  context: Context,
  connect: () => Promise<Client>,
  portfolioId: string,
): Promise<Reach> {
  const { signal } = context.io;
  context.progress.update("asking the service");
  try {
    const client = await connect();
    const path = `/v1/portfolios/${portfolioId}/positions`;
    const answer = await client.raw.get(path, { query: [["limit", "1"]], signal });
    assertListing(answer);
    return { outcome: "ok", detail: `portfolio ${portfolioId} can be read`, answer };
  } catch (error) {
    signal.throwIfAborted();
    return reachOf(context, error, portfolioId);
  }
}

/** What an error on the way to the service means for the key and the portfolio. */
export function reachOf(context: Context, error: unknown, portfolioId: string): Reach {
  const failure = context.failureOf(error);
  const { message, hint } = failure;
  const told = (outcome: Outcome, detail: string): Reach => ({
    outcome,
    detail,
    hint,
    failure,
    error,
  });
  switch (failure.kind) {
    case "missing_key":
      return told("key missing", message);
    case "unauthorized":
      return told("key refused", `the service refused the API key: ${message}`);
    case "forbidden":
      return told("scope missing", `the API key lacks the scope to read positions: ${message}`);
    case "not_found":
      return told("portfolio unknown", `the service knows no portfolio ${portfolioId}: ${message}`);
    default:
      return told(outcomeOf(failure.kind), message);
  }
}

function outcomeOf(kind: ErrorKind): Outcome {
  switch (MEANINGS[kind].area) {
    case "settings":
      return "setting wrong";
    case "network":
      return "service unreachable";
    case "service":
      return "service failed";
    default:
      return "key unusable";
  }
}

/** A page that a captive portal or a wrong host sends with status 200 is no answer. */
function assertListing({ url, body }: HttpAnswer): void {
  const wrong = new AnswerError(
    `${url.origin}${url.pathname} answered with something that is not a list of positions`,
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString("utf8"));
  } catch {
    throw wrong;
  }
  if (!Array.isArray((parsed as { data?: unknown } | null)?.data)) throw wrong;
}
