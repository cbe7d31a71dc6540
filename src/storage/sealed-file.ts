import { createHash } from "node:crypto";
import { orElse } from "../base/or-else.js";
import { StorageError } from "./errors.js";

/**
 * A kind of file that carry writes for itself at a path of the user's: a first line with the kind, the
 * version and the digest of the second line, so that a damaged file is never taken for a whole one.
 */
export interface SealedKind {
  /** Name of the version in the first line, such as `carry_cursor`. */
  readonly key: string;
  readonly version: number;
  /** Name in messages, such as "cursor file". */
  readonly name: string;
  /** Option that names the file. */
  readonly option: string;
}

/** Returns the text of a file with this content, which is one line. */
export function sealed({ key, version }: SealedKind, content: string): string {
  return `${JSON.stringify({ [key]: version, sha256: digestOf(content) })}\n${content}\n`;
}

/**
 * Returns the content of a file.
 * @throws {StorageError} when it is damaged, of another kind, or of a newer version
 */
export function unsealed(kind: SealedKind, path: string, text: string): string {
  const [head = "", content = "", end] = text.split("\n");
  const { [kind.key]: version, sha256 }: Readonly<Record<string, unknown>> = orElse(
    () => ({ ...JSON.parse(head) }),
    {},
  );
  if (typeof version === "number" && version > kind.version) {
    throw new StorageError(
      `the ${kind.name} ${path} was written by a newer version of carry (format ${version})`,
      `update carry, or name another file with ${kind.option}`,
    );
  }
  if (version === kind.version && end === "" && sha256 === digestOf(content)) return content;
  throw damaged(kind, path);
}

/** Returns the error for a damaged or foreign file. */
export function damaged({ name }: SealedKind, path: string): StorageError {
  return new StorageError(
    `the ${name} ${path} is damaged, or is no ${name} of carry`,
    "restore it, or remove it to start without it",
  );
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
