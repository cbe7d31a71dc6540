import type { Clock } from "../../base/time/clock.js";
import { isSuccess } from "./answer.js";
import type { HttpAnswer, Transport } from "./transport.js";

interface Kept {
  readonly answer: HttpAnswer;
  /** When it arrived: `at` by `now`, `since` by `elapsed`. */
  readonly at: number;
  readonly since: number;
}

/**
 * Returns a transport that gives the same answer to the same request for `ms` milliseconds, so that
 * several calls see one moment. Only successful answers are kept, in memory.
 */
export function reusingAnswers(
  transport: Transport,
  ms: number,
  { now, elapsed }: Pick<Clock, "now" | "elapsed">,
): Transport {
  const kept = new Map<string, Kept>();
  const isFresh = ({ since }: Kept) => elapsed() - since < ms;
  return {
    ...transport,
    async get(url, request) {
      const key = JSON.stringify([url.href, request?.headers ?? {}]);
      const known = kept.get(key);
      if (known !== undefined && isFresh(known)) return agedAnswer(known, now());
      const answer = await transport.get(url, request);
      for (const [other, it] of kept) if (!isFresh(it)) kept.delete(other);
      if (isSuccess(answer.status)) kept.set(key, { answer, at: now(), since: elapsed() });
      return answer;
    },
  };
}

/** Returns a kept answer with the Date that it would have now: the service's clock is read from it. */
function agedAnswer({ answer, at }: Kept, now: number): HttpAnswer {
  const sent = Date.parse(answer.headers.date ?? "");
  if (Number.isNaN(sent)) return answer;
  const date = new Date(sent + now - at).toUTCString();
  return { ...answer, headers: { ...answer.headers, date } };
}
