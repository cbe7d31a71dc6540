import { isRecord } from "./collections.js";

const SENT = Symbol("as sent");

interface Replaced {
  readonly [SENT]?: { readonly record: object; readonly fields: readonly string[] };
}

/**
 * Returns a record in which fields are replaced, and which remembers the one that was sent.
 * @param fields those of the replaced ones whose values cannot be true
 */
export function replacing<T extends object>(
  record: T,
  replaced: Partial<T>,
  fields: readonly string[],
): T {
  return Object.assign({ ...record, ...replaced }, { [SENT]: { record, fields } });
}

/** Returns a record as the service sent it. */
export function asSent<T extends object>(record: T): T {
  return ((record as Replaced)[SENT]?.record as T | undefined) ?? record;
}

/** Returns a value with all records in it as the service sent them; the value itself if none is replaced. */
export function wholeAsSent(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(wholeAsSent);
    return items.every((it, at) => it === value[at]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const record: object = asSent(value);
  const members = Object.entries(record).map(([name, it]) => [name, it, wholeAsSent(it)] as const);
  if (members.every(([, own, whole]) => own === whole)) return record;
  return { ...record, ...Object.fromEntries(members.map(([name, , whole]) => [name, whole])) };
}

/** Returns the names of the fields of a record whose values cannot be true. */
export function doubtedFields(record: object): readonly string[] {
  return (record as Replaced)[SENT]?.fields ?? NONE;
}
const NONE: readonly string[] = [];
