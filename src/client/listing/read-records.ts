import type * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import { mismatchOf } from "../validate/answer.js";
import { guardOf } from "../validate/guard.js";
import { standIn } from "../validate/stand-in.js";

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

/**
 * Returns the records of an answer. One that does not match the interface is reported to `onDoubt`, and
 * is given with what can be read of it.
 * @throws {AnswerError} for such a record if the connection has no `onDoubt`, or there are too many
 */
export function readRecords<T extends object>(
  connection: Pick<Connection, "redactQuote" | "onDoubt">,
  values: readonly unknown[],
  { schema, where, path, nameOf }: Reading<T>,
): T[] {
  const isFit = guardOf(schema) ?? (() => false);
  if (values.every(isFit)) return values as T[];
  const misfits = values.filter((value) => !isFit(value)).length;
  const onDoubt = misfits > BOUNDS.service.unreadable ? undefined : connection.onDoubt;
  return values.map((value, index) =>
    readRecord({ ...connection, onDoubt }, value, {
      ...{ schema, where, path: `${path}.${index}` },
      nameOf: (record) => nameOf?.(record) ?? `item ${index + 1} of ${where}`,
    }),
  );
}

/** Returns one record; as {@link readRecords}. @throws {AnswerError} */
export function readRecord<T extends object>(
  { redactQuote, onDoubt }: Pick<Connection, "redactQuote" | "onDoubt">,
  value: unknown,
  { schema, where, path, nameOf }: Reading<T>,
): T {
  if (guardOf(schema)?.(value) === true) return value as T;
  if (onDoubt === undefined) {
    const inner = mismatchOf(schema, value, redactQuote, "");
    const problem = `${path}${inner?.startsWith(":") ? "" : "."}${inner}`;
    throw new AnswerError(`the answer of ${where} does not match the interface: ${problem}`);
  }
  const problem = () => mismatchOf(schema, value, redactQuote, "the record") ?? "unknown";
  const record = standIn(schema, value);
  const name = shortened(redactQuote(nameOf?.(record) ?? where), BOUNDS.quoted.aside);
  onDoubt({ kind: "unreadable", record: name, problem });
  return record;
}
