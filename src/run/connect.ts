import { join } from "node:path";
import { cacheDirectory } from "../base/storage/places.js";
import type { Io } from "../base/terminal/io.js";
import type { Progress } from "../base/terminal/progress.js";
import { doubtText } from "../base/time/doubted-clock.js";
import { parseBaseUrl, resolvePath } from "../client/base-url.js";
import type { Client } from "../client/client.js";
import { MissingKeyError } from "../client/errors.js";
import type { HistoryStore } from "../client/listing/kept-history.js";
import type { PublicCache } from "../client/options.js";
import type { Position } from "../client/resources/position.js";
import type { Messages } from "../output/text/messages.js";
import type { createDoubts } from "./doubts.js";
import { findApiKey } from "./settings/key-source.js";
import { SWITCH } from "./settings/kinds.js";
import { SANDBOX_PROFILE } from "./settings/profile-name.js";
import { type Closers, lookUp, type Sources, variableIn } from "./settings/sources.js";

interface Service {
  readonly io: Io;
  readonly messages: Messages;
  readonly progress: Progress;
  readonly sources: Sources;
  readonly closers: Closers;
  readonly doubts: Pick<ReturnType<typeof createDoubts>, "add">;
  /** Maximum number of concurrent requests. */
  readonly connections: number;
  /** `--refresh`: do not read the cache. */
  readonly refresh: boolean;
  /** How long an answer is reused for the same request, milliseconds. */
  readonly reuseAnswers?: number | undefined;
}

/** Creates the client for the service of the settings. @throws {MissingKeyError} when no base URL is set */
export async function connectService(service: Service): Promise<Client> {
  const { io, messages, sources, closers } = service;
  const baseText = lookUp("base-url", sources)?.value;
  if (baseText === undefined) {
    throw new MissingKeyError(
      "carry is not set up: no base URL is set",
      "run `carry auth login`, set CARRY_BASE_URL (and CARRY_API_KEY, except for public commands), or try it out with --profile sandbox",
    );
  }
  const { createClient } = await import("../client/index.js");
  const believe = await openDoor();
  let key: Promise<string | undefined> | undefined;
  const client = createClient({
    baseUrl: baseText,
    publicBaseUrl: lookUp("public-base-url", sources)?.value,
    publicPaths: lookUp("public-paths", sources)?.value,
    apiKey: () => {
      key ??= findApiKey(sources, service); // the key's command runs once, for the first request
      return key;
    },
    timeout: lookUp("timeout", sources)?.value,
    retries: lookUp("retries", sources)?.value,
    classList: lookUp("class-list", sources)?.value,
    onDoubt: service.doubts.add,
    believe: (position) => believe(position, client.serviceNow(), service.doubts),
    rangeParams: lookUp("range-params", sources)?.value,
    connections: service.connections,
    clock: io.clock,
    random: io.random,
    signal: io.signal,
    env: io.env,
    reuseAnswers: service.reuseAnswers,
    cache: await openCache(service),
    acceptClock: acceptsClock(service),
    onClocksApart: (times) =>
      messages.warning("CLOCKS_APART", `${doubtText(times)}: the service's is used`),
    redact: io.secrets.redact,
    onWarning: (text) => messages.warning("SERVICE", text),
    onRetry: ({ attempt, cause, waitMs }) =>
      messages.detail(
        `attempt ${attempt} failed (${cause}); trying again in ${Math.round(waitMs)} ms`,
      ),
    onAnswer: ({ url, status, bytes, ms }) =>
      messages.detail(`GET ${url.href} ${status}, ${bytes} bytes, ${ms} ms`),
  });
  closers.push(() => client.close());
  return client;
}

/** Returns the door through which positions pass on their way to a figure, which tells what it doubts. */
async function openDoor() {
  const { crediblePosition, implausibleValues } = await import(
    "../figures/credible/credible-position.js"
  );
  return <P extends Position>(position: P, now: number, doubts: Service["doubts"]): P => {
    const credible = crediblePosition(position, now);
    if (credible === position) return position;
    const record = `position ${position.asset} ${position.position_id}`;
    for (const value of implausibleValues(credible)) {
      doubts.add({ kind: "implausible", value: `${value} of ${record}` });
    }
    return credible;
  };
}

/** Returns the cache directory; undefined without one, and for a sandbox with its own clock or data. */
export function cacheOf({ io, sources }: Pick<Service, "io" | "sources">): string | undefined {
  if (sources.profileName === SANDBOX_PROFILE || io.clock.ofComputer !== undefined)
    return undefined;
  return cacheDirectory(io.env, process.platform);
}

function acceptsClock({ io, sources }: Pick<Service, "io" | "sources">): boolean {
  // The built-in sandbox runs in this process, by the same clock.
  const isBuiltIn =
    sources.profileName === SANDBOX_PROFILE && sources.options["base-url"] === undefined;
  return isBuiltIn || variableIn(io.env, "CARRY_ACCEPT_CLOCK", SWITCH) === true;
}

/** Opens the cache; undefined without a directory of caches. */
async function openCache(service: Service): Promise<PublicCache | undefined> {
  const { io, messages, refresh } = service;
  const directory = cacheOf(service);
  if (directory === undefined) return undefined;
  const { createAnswerCache } = await import("../base/storage/cache.js");
  const cache = createAnswerCache(directory);
  return {
    read: (url) => (refresh ? undefined : cache.read(url)),
    write: (url, answer) => {
      if (!io.secrets.isIn(answer.body)) cache.write(url, answer);
    },
    onHit: (url, storedAt) => {
      const seconds = Math.round((io.clock.now() - storedAt) / 1000);
      messages.detail(`${url.href} from the local cache, ${seconds} s old`);
    },
  };
}

/** Opens the store of settled funding of the service; undefined where nothing can be stored. */
export async function openHistories({
  io,
  sources,
  refresh,
}: Pick<Service, "io" | "sources" | "refresh">): Promise<HistoryStore | undefined> {
  const directory = cacheOf({ io, sources });
  const baseText = lookUp("base-url", sources)?.value;
  if (directory === undefined || baseText === undefined) return undefined;
  const { entryName, openCache } = await import("../base/storage/cache.js");
  const { parseHistory, printHistory } = await import("../client/listing/kept-history.js");
  // A directory of its own: many markets do not push other entries out of the cache.
  const files = openCache(join(directory, "settled"), 1024);
  const base = parseBaseUrl(baseText);
  const addressOf = (marketId: number) => resolvePath(base, `/v1/funding/history/${marketId}`);
  return {
    isBypassed: refresh,
    read(marketId) {
      const url = addressOf(marketId);
      const text = files.read(entryName(url));
      return text === undefined ? undefined : parseHistory(text, url);
    },
    write(marketId, history) {
      const url = addressOf(marketId);
      const text = history === undefined ? "" : printHistory(history, url);
      if (!io.secrets.isIn(text)) files.write(entryName(url), text);
    },
  };
}
