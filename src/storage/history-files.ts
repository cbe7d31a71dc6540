import { join } from "node:path";
import { entryName } from "./entry-name.js";
import { forgetOldest } from "./forget-oldest.js";
import { readPrivate, writePrivate } from "./private-file.js";

/** A store of texts, one for each URL. It may forget anything at any time, and it never throws. */
export interface HistoryFiles {
  read(url: URL): string | undefined;
  write(url: URL, text: string): void;
}

/** Files beyond this many are forgotten, those written longest ago first. */
const MAX_FILES = 1024;
/** 33 days of hourly events are 120 KB; a larger text is not kept. */
const MAX_BYTES = 512 * 1024;

/**
 * One file a market, in a directory of their own, so that many markets do not displace what else is
 * in the cache. A directory that cannot be used, or that others may write, is an empty one.
 * @param cache the directory of the cache
 */
export function createHistoryFiles(cache: string): HistoryFiles {
  const directory = join(cache, "settled");
  return {
    read: (url) => readPrivate(join(directory, entryName(url))),
    write(url, text) {
      if (Buffer.byteLength(text) > MAX_BYTES) return;
      const isKept = writePrivate(join(directory, entryName(url)), text);
      if (isKept) forgetOldest(directory, MAX_FILES);
    },
  };
}
