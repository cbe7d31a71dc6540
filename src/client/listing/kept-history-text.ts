import * as z from "zod/mini";
import { readEvents } from "../resources/funding.js";
import { pairWithSources } from "./item-pages.js";
import { areDated, type KeptHistory } from "./kept-history.js";

/** Version 2 was written without the time at which the events were received. */
const VERSION = 3;

const header = z.object({
  version: z.literal(VERSION),
  key: z.string(),
  from: z.number(),
  asked_at: z.number(),
  overlapped_at: z.number(),
  received_at: z.number(),
  ahead: z.array(z.string()),
});

/**
 * Formats a history as JSON, each event in the exact text that the service sent.
 * @param key address of the history, which identifies it
 */
export function printHistory(history: KeptHistory, key: URL): string {
  const head = {
    version: VERSION,
    key: key.href,
    from: history.from,
    asked_at: history.askedAt,
    overlapped_at: history.overlappedAt,
    received_at: history.receivedAt,
    ahead: history.ahead,
  };
  const events = history.records.map(({ source }) => source).join(",");
  return `${JSON.stringify(head).slice(0, -1)},"data":[${events}]}`;
}

/**
 * Parses the output of {@link printHistory}; undefined for anything else. Events are read as those of an
 * answer, of which some may be unreadable; nobody is told.
 */
export function parseHistory(text: string, key: URL, marketId: number): KeptHistory | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const head = z.parse(header, value);
    const { data } = value as { readonly data?: unknown };
    if (head.key !== key.href || !Array.isArray(data)) return undefined;
    const records = readEvents(UNTOLD, marketId, pairWithSources<unknown>(data, { text, value }));
    if (!areDated(records)) return undefined;
    return {
      from: head.from,
      askedAt: head.asked_at,
      overlappedAt: head.overlapped_at,
      receivedAt: head.received_at,
      ahead: head.ahead,
      records,
    };
  } catch {
    return undefined;
  }
}

const UNTOLD = { redact: (text: string) => text, onDoubt: () => {} };
