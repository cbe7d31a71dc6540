import { isRecord } from "../../base/collections.js";
import { elementSources, memberSource } from "../validate/json-source.js";
import type { JsonAnswer } from "../validate/parse-json.js";
import { type Item, pairWithSources } from "./item-pages.js";

/** Content of an undocumented answer. */
export type Payload =
  | {
      readonly kind: "list";
      readonly items: readonly Item<unknown>[];
      /** null at the end, and without an envelope. */
      readonly nextCursor: string | null;
    }
  | { readonly kind: "one"; readonly item: Item<Readonly<Record<string, unknown>>> }
  /** Neither a list nor an object: a string, a number, null. */
  | { readonly kind: "other"; readonly item: Item<unknown> };

/**
 * Reads a bare array, `{data: [...]}`, `{data: [...], next_cursor}` and `{data: {...}}`; an object
 * without `data` is one record.
 */
export function readPayload(answer: JsonAnswer): Payload {
  const { value, text } = answer;
  if (Array.isArray(value)) {
    const sources = elementSources(text.trim());
    const items = value.map((item, index) => ({ value: item, source: sources[index] ?? "null" }));
    return { kind: "list", items, nextCursor: null };
  }
  if (!isRecord(value)) return { kind: "other", item: { value, source: text.trim() } };
  if (!Object.hasOwn(value, "data")) return { kind: "one", item: { value, source: text.trim() } };
  const { data, next_cursor: next } = value;
  if (Array.isArray(data)) {
    const nextCursor = typeof next === "string" && next !== "" ? next : null;
    return { kind: "list", items: pairWithSources(data, answer), nextCursor };
  }
  const source = memberSource(text, "data") ?? "null";
  if (isRecord(data)) return { kind: "one", item: { value: data, source } };
  return { kind: "other", item: { value: data, source } };
}
