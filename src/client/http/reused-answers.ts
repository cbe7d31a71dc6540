import type { Clock } from "../../base/time/clock.js";
import { type HttpAnswer, isSuccess } from "./answer.js";
import type { Transport } from "./transport.js";

interface Kept {
  readonly answer: HttpAnswer;
  /** When it arrived. */
  readonly since: number;
}

/**
 * Returns a transport that gives the same answer to the same request for `ms` milliseconds, so that
 * several calls see one moment. Only successful answers are kept, in memory.
 */
export function reusingAnswers(
  transport: Transport,
  ms: number,
  { elapsed }: Pick<Clock, "elapsed">,
): Transport {
  const kept = new Map<string, Kept>();
  const isFresh = ({ since }: Kept) => elapsed() - since < ms;
  return {
    ...transport,
    async get(url, request) {
      const key = JSON.stringify([url.href, request?.headers ?? {}]);
      const known = kept.get(key);
      if (known !== undefined && isFresh(known)) return known.answer;
      const answer = await transport.get(url, request);
      for (const [other, it] of kept) if (!isFresh(it)) kept.delete(other);
      if (isSuccess(answer.status)) kept.set(key, { answer, since: elapsed() });
      return answer;
    },
  };
}
