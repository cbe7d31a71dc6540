import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import { elementSources, memberSource } from "../client/validate/json-source.js";
import { compactJson } from "../output/text/json-text.js";
import { StorageError } from "../storage/errors.js";
import { readNamed, type Staged, stageNamed } from "../storage/named-file.js";
import { damaged, headLine, type SealedKind, sealed, unsealed } from "../storage/sealed-file.js";
import type { Round } from "./round.js";

const KIND: SealedKind = {
  key: "carry_watch_state",
  version: 1,
  name: "state file",
  option: "--state-file",
};

/** What is watched; a state file belongs to one of these. */
export interface Watched {
  readonly portfolio: string;
  /** Values of `--status`, `--asset` and `--exchange`, by their names. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly performance: boolean;
  /** Whether only alerts are reported: then no positions are stored. */
  readonly isBook?: boolean;
}

interface Content {
  readonly at: string;
  readonly watched: Watched;
  readonly alert?: { readonly expression: string; readonly position_ids: readonly string[] };
  /** Reasons that were acknowledged, each as `--ignore` takes it. */
  readonly acknowledged?: readonly string[];
  readonly positions: readonly Position[];
}

/** What a watch remembers beyond its own end. */
export type Memory = ReturnType<typeof openStateFile>;

/**
 * Opens the file of `--state-file`.
 * @param expression the condition of `--alert`
 * @param redact removes secrets, which a service may repeat in a position
 * @throws {StorageError} when the file cannot be read, is damaged, was written by a newer version,
 *   or belongs to a watch of something else; it is never overwritten then
 */
export function openStateFile(
  path: string,
  watched: Watched,
  expression: string | undefined,
  redact: (text: string) => string,
) {
  const text = readNamed(path);
  let current = text === undefined ? undefined : headLine(text);
  const ended = text === undefined ? undefined : parse(path, text, watched, expression);
  let acknowledged = ended?.acknowledged ?? [];
  return {
    acknowledged: () => acknowledged,
    /** Replaces the acknowledged reasons in what is stored from now on. */
    acknowledge(all: readonly string[]): void {
      acknowledged = all;
    },
    /** Where the last watch ended; undefined for the first one. */
    ended,
    /**
     * Prepares to store a round. The caller commits it after writing the lines of the round, or discards it.
     * @param alerting ids of the positions for which the condition holds
     * @throws {StorageError}
     */
    stage(round: Round, alerting: readonly string[]): Staged {
      const head = { watched, ...alertOf(expression, alerting), ...listOf(acknowledged) };
      const next = sealed(KIND, redact(contentOf(round, head)));
      const staged = stageNamed(path, next);
      return {
        commit() {
          const found = readNamed(path);
          if ((found && headLine(found)) !== current) {
            staged.discard();
            throw changedByAnother(path);
          }
          staged.commit();
          current = headLine(next);
        },
        discard: staged.discard,
      };
    },
  };
}

function alertOf(expression: string | undefined, alerting: readonly string[]) {
  return expression === undefined ? {} : { alert: { expression, position_ids: alerting } };
}

function listOf(acknowledged: readonly string[]) {
  return acknowledged.length === 0 ? {} : { acknowledged };
}

function contentOf(round: Round, more: Omit<Content, "at" | "positions">): string {
  const head = { at: new Date(round.at).toISOString(), ...more };
  const sent = round.items.flatMap(({ source }) => (source === "" ? [] : compactJson(source)));
  return `${JSON.stringify(head).slice(0, -1)},"positions":[${sent.join(",")}]}`;
}

/** Returns the reasons that were acknowledged in a watch with this state file. @throws {StorageError} */
export function acknowledgedIn(path: string): readonly string[] {
  const text = readNamed(path);
  if (text === undefined) return [];
  return parsed(path, unsealed(KIND, path, text)).acknowledged ?? [];
}

function parse(
  path: string,
  text: string,
  watched: Watched,
  expression: string | undefined,
): Ended {
  const content = unsealed(KIND, path, text);
  const { at, watched: was, alert, positions, acknowledged = [] } = parsed(path, content);
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
  return {
    round: { items, at: time, serviceTime: time },
    alerting: new Set(alerting),
    acknowledged,
  };
}

/** Parses the content, whose shape is known, since the digest shows that carry wrote it. */
function parsed(path: string, content: string): Content {
  try {
    return JSON.parse(content) as Content;
  } catch {
    throw damaged(KIND, path); // a secret was removed from within a number
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
function wordsOf({ filters, performance, isBook }: Watched): string {
  const words = Object.entries(filters).map(([name, values]) => `--${name} ${values.join(",")}`);
  if (performance) words.push("--performance");
  if (words.length === 0) return "without filters or --performance";
  return `${isBook === true ? "for alerts " : ""}with ${words.join(", ")}`;
}

function changedByAnother(path: string): StorageError {
  return new StorageError(
    `the state file ${path} was changed by another process during the watch`,
    "give each watch a state file of its own",
  );
}

/** Where a watch ended, so that the next one continues from there. */
interface Ended {
  /** The last round that was written. Its service time is the local time. */
  readonly round: Round;
  /** Ids of the positions for which the condition held; empty for another condition. */
  readonly alerting: ReadonlySet<string>;
  readonly acknowledged: readonly string[];
}
