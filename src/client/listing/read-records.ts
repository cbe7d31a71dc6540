import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import type { Address } from "../base-url.js";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import { readJson, validate } from "../validate/answer.js";
import { guardOf } from "../validate/guard.js";
import { memberSource } from "../validate/json-source.js";
import { mismatchOf, problemOf, standIn } from "../validate/misfit.js";
import { type Item, itemOf, pairWithSources } from "./items.js";
import type { RecordPage } from "./pages.js";

/** How the records of an answer are read. */
export interface Reading<T> {
  readonly schema: z.ZodMiniType<T>;
  /** Name of the answer in messages. */
  readonly where: string;
  /** Path of the records in the answer. */
  readonly path: string;
  /** Names a record in messages by what can be read of it; undefined without that. */
  readonly nameOf?: (record: T) => string | undefined;
}

type Reader = Pick<Connection, "redact" | "onDoubt">;

/**
 * Returns the records of an answer. One that does not match the interface is reported to `onDoubt`;
 * {@link standIn} says what is given in its place.
 * @throws {AnswerError} for such a record if the connection has no `onDoubt`, or there are too many
 */
export function readRecords<T extends object>(
  reader: Reader,
  values: readonly unknown[],
  { schema, where, path, nameOf }: Reading<T>,
): T[] {
  const isRead = guardOf(schema);
  const misfits = values.filter((value) => !isRead(value)).length;
  if (misfits === 0) return values as T[];
  const onDoubt = misfits > BOUNDS.service.unreadable ? undefined : reader.onDoubt;
  return values.map((value, index) =>
    readRecord({ ...reader, onDoubt }, value, {
      schema,
      where,
      path: `${path}.${index}`,
      nameOf: (record) => nameOf?.(record) ?? `item ${index + 1} of ${where}`,
    }),
  );
}

/** Returns one record; as {@link readRecords}. @throws {AnswerError} */
function readRecord<T extends object>(
  { redact, onDoubt }: Reader,
  value: unknown,
  { schema, where, path, nameOf }: Reading<T>,
): T {
  if (onDoubt === undefined) {
    const mismatch = mismatchOf(schema, value, redact, "");
    if (mismatch === undefined) return value as T;
    const problem = `${path}${mismatch.startsWith(":") ? "" : "."}${mismatch}`;
    throw new AnswerError(`the answer of ${where} does not match the interface: ${problem}`);
  }
  const record = standIn(schema, value, redact);
  const problem = problemOf(record);
  if (problem === undefined) return record;
  const name = shortened(redact(nameOf?.(record) ?? where), BOUNDS.quoted.aside);
  onDoubt({ kind: "unreadable", record: name, problem });
  return record;
}

const page = z.looseObject({ data: z.array(z.unknown()), next_cursor: z.nullable(z.string()) });
const one = z.looseObject({ data: z.looseObject({}) });

/**
 * Fetches one page of `{data: [...], next_cursor}` with the key; of a record that does not match the
 * interface, what can be read.
 * @throws {ServiceError} {@link AnswerError} {@link MissingKeyError} and the transport's errors
 */
export async function fetchPage<T extends object>(
  connection: Connection,
  { path, query }: Address,
  reading: Omit<Reading<T>, "path">,
  signal: AbortSignal,
): Promise<RecordPage<T>> {
  const answer = readJson(await connection.getWithKey(path, query, signal), connection.now());
  const { data, next_cursor } = validate(page, answer.value, path, connection.redact);
  const records = readRecords(connection, data, { ...reading, path: "data" });
  return { items: pairWithSources(records, answer), nextCursor: next_cursor };
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
  const { data } = validate(one, answer.value, where, connection.redact);
  const value = readRecord(connection, data, { schema, where, path: "data" });
  return itemOf(value, memberSource(answer.text, "data") ?? "null");
}
