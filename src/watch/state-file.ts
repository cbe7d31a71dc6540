import { createHash } from "node:crypto";
import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import { elementSources, memberSource } from "../client/validate/json-source.js";
import { compactJson } from "../output/text/json-text.js";
import { StorageError } from "../storage/errors.js";
import { readNamed, replaceNamed } from "../storage/named-file.js";
import type { Ended, Memory } from "./memory.js";
import type { Round } from "./round.js";

/** Version of the format, which is the first line: `{"carry_watch_state":1,"sha256":"…"}`. */
const VERSION = 1;

/** What is watched; a state file belongs to one of these. */
export interface Watched {
  readonly portfolio: string;
  /** Values of `--status`, `--asset` and `--exchange`, by their names. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly performance: boolean;
}

/** The second line, whose digest the first line contains. */
interface Content {
  readonly at: string;
  readonly watched: Watched;
  readonly alert?: { readonly expression: string; readonly position_ids: readonly string[] };
  readonly positions: readonly Position[];
}

/**
 * Opens the file of `--state-file`.
 * @param expression the condition of `--alert`
 * @throws {StorageError} when the file cannot be read, is damaged, was written by a newer version,
 *   or belongs to a watch of something else; it is never overwritten then
 */
export function openStateFile(
  path: string,
  watched: Watched,
  expression: string | undefined,
): Memory {
  const text = readNamed(path);
  let current = text === undefined ? undefined : headLine(text);
  return {
    ended: text === undefined ? undefined : parse(path, text, watched, expression),
    save(round, alerting) {
      const found = readNamed(path);
      if ((found && headLine(found)) !== current) throw changedByAnother(path);
      const next = stateText(round, watched, expression, alerting);
      replaceNamed(path, next);
      current = headLine(next);
    },
  };
}

function stateText(
  round: Round,
  watched: Watched,
  expression: string | undefined,
  alerting: readonly string[],
): string {
  const head = {
    at: new Date(round.at).toISOString(),
    watched,
    ...(expression !== undefined && { alert: { expression, position_ids: alerting } }),
  };
  const positions = round.items.map(({ source }) => compactJson(source)).join(",");
  const content = `${JSON.stringify(head).slice(0, -1)},"positions":[${positions}]}`;
  return `${JSON.stringify({ carry_watch_state: VERSION, sha256: digestOf(content) })}\n${content}\n`;
}

function parse(
  path: string,
  text: string,
  watched: Watched,
  expression: string | undefined,
): Ended {
  const content = checkedContent(path, text);
  // The digest shows that carry wrote it, so its shape is known.
  const { at, watched: was, alert, positions } = JSON.parse(content) as Content;
  checkWatched(path, was, watched);
  const sources = elementSources(memberSource(content, "positions") ?? "[]");
  const items = positions.map(
    (value, index): Item<Position> => ({
      value,
      source: sources[index] ?? "",
    }),
  );
  const time = Date.parse(at);
  const alerting = alert?.expression === expression ? (alert?.position_ids ?? []) : [];
  return { round: { items, at: time, serviceTime: time }, alerting: new Set(alerting) };
}

/** Returns the second line. @throws {StorageError} */
function checkedContent(path: string, text: string): string {
  const [head = "", content = "", end] = text.split("\n");
  const { version, sha256 } = headOf(head);
  if (typeof version === "number" && version > VERSION) {
    throw new StorageError(
      `the state file ${path} was written by a newer version of carry (format ${version})`,
      "update carry, or name another file with --state-file",
    );
  }
  if (version === VERSION && end === "" && sha256 === digestOf(content)) return content;
  throw new StorageError(
    `the state file ${path} is damaged, or is not a state file of carry`,
    "restore it, or remove it to start without it",
  );
}

/** Returns the first line, which differs for each content. */
function headLine(text: string): string {
  return text.split("\n", 1).join();
}

function headOf(line: string): { version?: unknown; sha256?: unknown } {
  try {
    const { carry_watch_state: version, sha256 } = JSON.parse(line) as Record<string, unknown>;
    return { version, sha256 };
  } catch {
    return {}; // also JSON that is null
  }
}

function checkWatched(path: string, was: Watched, is: Watched): void {
  const hint = "name another file with --state-file, or remove this one to start without it";
  if (was.portfolio !== is.portfolio) {
    throw new StorageError(
      `the state file ${path} belongs to portfolio ${was.portfolio}, not to ${is.portfolio}`,
      hint,
    );
  }
  if (wordsOf(was) === wordsOf(is)) return;
  throw new StorageError(
    `the state file ${path} belongs to a watch ${wordsOf(was)}, not to one ${wordsOf(is)}`,
    hint,
  );
}

/** Describes the options that decide what is listed: `with --status open, --performance`. */
function wordsOf({ filters, performance }: Watched): string {
  const words = Object.entries(filters).map(([name, values]) => `--${name} ${values.join(",")}`);
  if (performance) words.push("--performance");
  return words.length === 0 ? "without filters or --performance" : `with ${words.join(", ")}`;
}

function changedByAnother(path: string): StorageError {
  return new StorageError(
    `the state file ${path} was changed by another process during the watch`,
    "give each watch a state file of its own",
  );
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
