import { ProgramError } from "../program-error.js";

/** A file or directory of carry cannot be read, written or trusted. */
export class StorageError extends ProgramError {
  override name = "StorageError";
  readonly kind: "storage" | "configuration" = "storage";
}

/** A file is not used because of what it is; the message says why, without the path. */
export class UnfitFileError extends Error {
  override name = "UnfitFileError";
  constructor(
    readonly unfit: "type" | "trust" | "size",
    message: string,
  ) {
    super(message);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would exceed the maximum file size",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is not a directory",
  ENOENT: "a part of its path does not exist",
  EEXIST: "a part of its path is not a directory",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
};

/** Returns the code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/**
 * Describes why a file cannot be used, by an error of the system or an `UnfitFileError`, without its path.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message;
  const code = codeOf(error);
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  return code ?? (error instanceof Error ? error.name : "unknown reason");
}
