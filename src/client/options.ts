import type { PublicCache } from "./connection.js";
import type { AnswerEvent, RetryEvent } from "./http/events.js";

/** How `createClient` reaches the service. */
export interface ClientOptions {
  /** Where the service is, such as `https://api.example.com`; a path prefix is fine. */
  readonly baseUrl: string | URL;
  /** Where the `/api/v1/public` paths live; the base URL when omitted. */
  readonly publicBaseUrl?: string | URL | undefined;
  /**
   * The bearer key for the calls that need one, or what gives it: asked before each of them. It is
   * sent to the base URL's own origin only, over https or to this machine.
   */
  readonly apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Milliseconds for one attempt, from connecting to the last byte; 30 000 when omitted. */
  readonly timeout?: number | undefined;
  /** How many times a failed request is tried again; 3 when omitted. */
  readonly retries?: number | undefined;
  /** How many connections an origin may get at once; 1 when omitted. */
  readonly connections?: number | undefined;
  /** `carry-cli/<version>` when omitted. */
  readonly userAgent?: string | undefined;
  /** Ends every call of the client when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** What the service calls the bounds of a time range; `start` and `end` when omitted. */
  readonly rangeParams?: readonly [start: string, end: string] | undefined;
  /** Keeps public data for as long as it is fresh; nothing behind a key is ever given to it. */
  readonly cache?: PublicCache | undefined;
  /**
   * Takes further secrets out of what the service says beside its data: headers, refusals, what
   * messages quote. The client's own key is taken out of them in any case.
   */
  readonly redact?: ((text: string) => string) | undefined;
  /** Called once when the service speaks another version of its interface. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Called before each wait for another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called after each answer, redirects included. */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up; `process.env` when omitted. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where time comes from, milliseconds since the epoch; the system's clock when omitted. */
  readonly clock?:
    | { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }
    | undefined;
  /** A number from 0 to 1, for the jitter of waits; `Math.random` when omitted. */
  readonly random?: (() => number) | undefined;
}
