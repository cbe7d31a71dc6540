import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import type { Address } from "../resources/endpoint.js";
import { readJson, validate } from "../validate/answer.js";
import { memberSource } from "../validate/json-source.js";
import { type Item, pairWithSources, type RawPage } from "./pages.js";

const page = z.looseObject({ data: z.array(z.unknown()), next_cursor: z.nullable(z.string()) });

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
 * @param envelope the schema of the whole answer
 * @param where name of the answer in messages
 * @throws {ServiceError} {@link AnswerError} {@link MissingKeyError} and the transport's errors
 */
export async function fetchOne<T>(
  connection: Connection,
  { path, query }: Address,
  envelope: z.ZodMiniType<{ data: T }>,
  where: string,
  signal: AbortSignal,
): Promise<Item<T>> {
  const answer = readJson(await connection.getWithKey(path, query, signal), connection.now());
  const { data } = validate(envelope, answer.value, where, connection.redactQuote);
  return { value: data, source: memberSource(answer.text, "data") ?? "null" };
}

/**
 * Validates the records of a page.
 * @param envelope the schema of the whole answer
 * @param where name of the answer in messages
 * @throws {AnswerError} if a record does not match the interface
 */
export function readPage<T>(
  { redactQuote }: Connection,
  { answer }: RawPage,
  envelope: z.ZodMiniType<{ data: T[] }>,
  where: string,
): Item<T>[] {
  return pairWithSources(validate(envelope, answer.value, where, redactQuote).data, answer);
}
