import { onTestFinished } from "vitest";
import { openS3Store } from "../../src/archive/s3/s3-store.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/system-clock.js";
import { ACCESS_KEY, BUCKET, SECRET_KEY } from "./s3-server.js";

/** In what a store of a test differs from others. */
export interface StoreOptions {
  readonly prefix?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Is given the callbacks of `clock.after`, which are never called by themselves. */
  readonly after?: (ms: number, callback: () => void) => () => void;
}

/** Opens an archive in the bucket of a server on loopback; waits take no time. */
export function storeAt(url: string, options: StoreOptions = {}): ArchiveStore {
  const { prefix = "desk", now = Date.now, timeoutMs = 5_000, env = {} } = options;
  const store = openS3Store(
    `s3://${BUCKET}/${prefix}`,
    {
      env: {
        AWS_ACCESS_KEY_ID: ACCESS_KEY,
        AWS_SECRET_ACCESS_KEY: SECRET_KEY,
        AWS_ENDPOINT_URL_S3: url,
        ...env,
      },
      clock: {
        ...systemClock,
        now,
        sleep: async () => {},
        after: options.after ?? (() => () => {}),
      },
      random: Math.random,
      signal: options.signal ?? new AbortController().signal,
      secrets: createSecrets(),
    },
    { timeoutMs },
  );
  onTestFinished(() => store.close());
  return store;
}

/** What a promise is rejected with. */
export function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error) => error as Error,
  );
}
