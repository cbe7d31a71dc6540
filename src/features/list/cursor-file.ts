import { UsageError } from "../../base/usage-error.js";
import type { Page } from "../../client/listing/page.js";
import type { Context } from "../../command/context.js";
import { StorageError } from "../../storage/errors.js";
import { HeldLockError, withLock } from "../../storage/lock/lock.js";
import { readNamed, removeNamed, stageNamed } from "../../storage/named-file.js";
import { type SealedKind, sealed, unsealed } from "../../storage/sealed-file.js";
import type { OutputFile } from "../../terminal/output-file.js";

const KIND: SealedKind = {
  key: "carry_cursor",
  version: 1,
  name: "cursor file",
  option: "--cursor-file",
};

/** What is listed; a cursor file belongs to one of these. Values of options by their names. */
export type Listed = Readonly<Record<string, string | readonly string[] | boolean>>;

/** A page that was about to be written: its rows may be there, in part or not at all. */
interface Pending {
  readonly text: string;
  /** The file that stdout was redirected to, and its size before the page. */
  readonly file?: { readonly id: string; readonly size: number };
}

interface Saved {
  readonly listed: Listed;
  /** Cursor after the pending page, or after what was printed; null at the end. */
  readonly cursor: string | null;
  readonly pending?: Pending;
}

/** Where a listing goes on, and where it stores how far it got. */
export interface CursorFile {
  /** Where to go on; undefined to begin, null when only the pending page is left. */
  readonly cursor: string | null | undefined;
  /** Rows of the page that was being written when the listing ended, as far as they are missing. */
  missingRows(stdout: OutputFile | undefined): string;
  /** Yields the pages, so that {@link beforeWrite} knows the cursor after each. */
  follow<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<Page<T>>;
  /** Stores the rows of a page before they are written. */
  beforeWrite(text: string, stdout: OutputFile | undefined): void;
}

/**
 * Opens the file of `--cursor-file` while a listing is printed, and removes it when the listing is
 * complete. Each page is stored before it is written, so that a listing that was killed goes on
 * without a gap, and in a file without a repetition.
 * @throws {StorageError} when the file cannot be read or written, is damaged, or is in use
 * @throws {UsageError} when it belongs to another listing
 */
export async function withCursorFile<T>(
  path: string,
  listed: Listed,
  { io }: Pick<Context, "io">,
  list: (file: CursorFile) => Promise<T>,
): Promise<T> {
  const clock = { ...io.clock, random: io.random, signal: io.signal };
  const { isIn } = io.secrets;
  try {
    return await withLock(
      `${path}.lock`,
      clock,
      (held) => list(openCursorFile(path, listed, () => held.refresh(), isIn)),
      0,
    );
  } catch (error) {
    if (!(error instanceof HeldLockError)) throw error;
    throw new StorageError(
      `another listing${error.holder} is writing the cursor file ${path}`,
      "give each listing a cursor file of its own",
    );
  }
}

function openCursorFile(
  path: string,
  listed: Listed,
  refresh: () => void,
  hasSecret: (text: string) => boolean,
): CursorFile {
  const saved = read(path, listed);
  const save = (cursor: string | null, pending?: Pending) => {
    refresh();
    const content: Saved = { listed, cursor, ...(pending !== undefined && { pending }) };
    stageNamed(path, sealed(KIND, JSON.stringify(content))).commit();
  };
  let next: string | null | undefined;
  return {
    cursor: saved === undefined ? undefined : saved.cursor,
    missingRows: (stdout) => (saved?.pending === undefined ? "" : missing(saved.pending, stdout)),
    async *follow(pages) {
      for await (const page of pages) {
        next = page.nextCursor;
        yield page;
        // The writer asks for the next page when it has written this one.
        if (next === null || next === undefined) removeNamed(path);
        else save(next);
      }
    },
    beforeWrite(text, stdout) {
      const file = stdout && { id: stdout.id, size: stdout.size };
      if (next === undefined || hasSecret(text)) return; // the page is printed again instead
      save(next, { text, ...(file !== undefined && { file }) });
    },
  };
}

/** Returns what is missing of a page: nothing, a part, or all of it where that is unknown. */
function missing({ text, file }: Pending, stdout: OutputFile | undefined): string {
  if (file === undefined || stdout === undefined || stdout.id !== file.id) return text;
  const found = stdout.readFrom(file.size);
  const bytes = Buffer.from(text);
  if (found === undefined) return text;
  if (found.length >= bytes.length && found.subarray(0, bytes.length).equals(bytes)) return "";
  if (bytes.subarray(0, found.length).equals(found)) return bytes.subarray(found.length).toString();
  return found.length > 0 && found.at(-1) !== 0x0a ? `\n${text}` : text;
}

function read(path: string, listed: Listed): Saved | undefined {
  const text = readNamed(path);
  if (text === undefined) return undefined;
  const saved = JSON.parse(unsealed(KIND, path, text)) as Saved; // carry wrote it: the seal says so
  if (JSON.stringify(saved.listed) === JSON.stringify(listed)) return saved;
  throw new UsageError(
    `the cursor file ${path} belongs to another listing: ${wordsOf(saved.listed)}`,
    "name another file with --cursor-file, or remove this one to begin from the start",
  );
}

function wordsOf(listed: Listed): string {
  return Object.entries(listed)
    .filter(([, value]) => String(value) !== "")
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(",") : String(value)}`)
    .join(", ");
}
