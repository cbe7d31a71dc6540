import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import type { Address } from "../resources/endpoint.js";
import { readJson, validate } from "../validate/answer.js";
import { memberSource } from "../validate/json-source.js";
import { type Item, itemOf, pairWithSources, type RawPage } from "./item-pages.js";
import { type Reading, readRecord, readRecords } from "./read-records.js";

const page = z.looseObject({ data: z.array(z.unknown()), next_cursor: z.nullable(z.string()) });
const one = z.looseObject({ data: z.looseObject({}) });

/**
 * Fetches one page of `{data: [...], next_cursor}` with the key, without validating its records.
 * @throws {ServiceError} {@link AnswerError} {@link MissingKeyError} and the transport's errors
 */
export async function fetchPage(
  connection: Connection,
  { path, query }: Address,
  signal: AbortSignal,
): Promise<RawPage> {
  const answer = readJson(await connection.getWithKey(path, query, signal), connection.now());
  const { next_cursor } = validate(page, answer.value, path, connection.redactQuote);
  return { answer, nextCursor: next_cursor };
}

/**
 * Fetches one record, `{data: {...}}`, with the key.
 * @param where name of the answer in messages
 * @throws {ServiceError} {@link AnswerError} {@link MissingKeyError} and the transport's errors
 */
export async function fetchOne<T extends object>(
  connection: Connection,
  { path, query }: Address,
  schema: z.ZodMiniType<T>,
  where: string,
  signal: AbortSignal,
): Promise<Item<T>> {
  const answer = readJson(await connection.getWithKey(path, query, signal), connection.now());
  const { data } = validate(one, answer.value, where, connection.redactQuote);
  const value = readRecord(connection, data, { schema, where, path: "data" });
  return itemOf(value, memberSource(answer.text, "data") ?? "null");
}

/**
 * Returns the records of a page; of one that does not match the interface, what can be read.
 * @throws {AnswerError} as {@link readRecords}
 */
export function readPage<T extends object>(
  connection: Connection,
  { answer }: RawPage,
  reading: Omit<Reading<T>, "path">,
): Item<T>[] {
  const { data } = answer.value as z.infer<typeof page>; // fetchPage has validated the envelope
  return pairWithSources(readRecords(connection, data, { ...reading, path: "data" }), answer);
}
