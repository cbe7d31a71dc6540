import type * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/shortened.js";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import { guardOf } from "../validate/guard.js";
import { mismatchOf } from "../validate/mismatch.js";
import { problemOf, standIn } from "../validate/stand-in.js";

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

type Reader = Pick<Connection, "redactQuote" | "onDoubt">;

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
export function readRecord<T extends object>(
  { redactQuote, onDoubt }: Reader,
  value: unknown,
  { schema, where, path, nameOf }: Reading<T>,
): T {
  if (onDoubt === undefined) {
    const mismatch = mismatchOf(schema, value, redactQuote, "");
    if (mismatch === undefined) return value as T;
    const problem = `${path}${mismatch.startsWith(":") ? "" : "."}${mismatch}`;
    throw new AnswerError(`the answer of ${where} does not match the interface: ${problem}`);
  }
  const record = standIn(schema, value, redactQuote);
  const problem = problemOf(record);
  if (problem === undefined) return record;
  const name = shortened(redactQuote(nameOf?.(record) ?? where), BOUNDS.quoted.aside);
  onDoubt({ kind: "unreadable", record: name, problem });
  return record;
}
