import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { isRecord } from "../base/collections.js";
import { orElse } from "../base/functions.js";
import { reasonOf, StorageError } from "../base/storage/errors.js";
import { type Held, HeldLockError, withLock } from "../base/storage/lock.js";
import { stateDirectory } from "../base/storage/places.js";
import { readNamed } from "../base/storage/read-file.js";
import { makeDirectory, replaceFile } from "../base/storage/write-file.js";
import { assertBelieved } from "../base/time/doubted-clock.js";
import { originOfService } from "../book/archive.js";
import type { Context } from "../run/context.js";
import { CONCURRENCY } from "../run/fetch-each.js";
import { type AlertState, EMPTY_STATE, STATE_VERSION } from "./book.js";
import { createKeeper, type Keeper } from "./keeper.js";

export interface KeeperWish {
  /** Command of `--on-alert`; undefined if nothing is remembered beyond the end of the command. */
  readonly command: string | undefined;
  /** What is judged and by which rules, beside the portfolio. */
  readonly receiver: Receiver;
}

/** Maximum wait for another process that delivers the same alerts. */
const PATIENCE_MS = 2_000;

/** Another process delivers the events of the same state. */
export class DeliveredElsewhereError extends StorageError {
  override name = "DeliveredElsewhereError";
}

/**
 * Does work with the book of alerts of a portfolio. With a command it is stored, so that only one process
 * can have it at a time, and takes no round while the service's time is doubted.
 * @throws {DeliveredElsewhereError} while another process delivers the same alerts
 * @throws {StorageError} if what was reported cannot be remembered
 * @throws {DoubtedClockError} for such a round
 */
export async function openKeeper<T>(
  context: Context,
  wish: KeeperWish,
  work: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  const { io, messages } = context;
  const options = { io, warn: messages.warning, command: wish.command };
  if (wish.command === undefined) return work(createKeeper({ ...options, state: EMPTY_STATE }));
  const path = await pathOf(context, wish);
  makeStateDirectory(path);
  const client = await context.client(CONCURRENCY);
  let isTaken = false;
  const locked = (held: Held) => {
    isTaken = true;
    const save = (state: AlertState) => {
      held.assert(); // throws for a lost lock
      writeAlertState(path, state);
    };
    const state = readAlertState(path);
    writeAlertState(path, state); // fails now, and not after the first event
    const check = () => assertBelieved(client);
    return work(createKeeper({ ...options, check, save, state }));
  };
  try {
    return await withLock(`${path}.lock`, io, locked, PATIENCE_MS);
  } catch (error) {
    if (isTaken || !(error instanceof HeldLockError)) throw error;
    throw new DeliveredElsewhereError(
      `another carry process${error.holder} delivers these alerts`,
      "end it first; one process delivers the alerts of a portfolio, rules and --on-alert",
      { cause: error },
    );
  }
}

/** @throws {StorageError} without a state directory */
async function pathOf(context: Context, { command, receiver }: KeeperWish): Promise<string> {
  const directory = stateDirectory(context.io.env, process.platform);
  if (directory === undefined) {
    throw new StorageError(
      "there is no directory to store what was delivered in",
      "set CARRY_STATE_DIR to a directory that can be written",
    );
  }
  const service = (await originOfService(context)) ?? "";
  const { list } = await context.portfolios();
  const ids = list.map(({ portfolio_id: id }) => id);
  const portfolio = ids.sort().join(","); // the same alerts in any order
  return alertStatePath(directory, { service, portfolio, command, ...receiver });
}

/** Identity of a book of alerts: what is judged, by which rules, and to whom alerts are delivered. */
export type Receiver = Readonly<Record<string, unknown>>;

/** Returns the path of the state of a receiver, in the state directory. */
function alertStatePath(stateDirectory: string, receiver: Receiver): string {
  const digest = createHash("sha256").update(JSON.stringify(receiver)).digest("hex");
  return join(stateDirectory, "alerts", `${digest.slice(0, 24)}.json`);
}

/** Creates the directory of a file in the state directory. @throws {StorageError} */
function makeStateDirectory(path: string): void {
  try {
    makeDirectory(dirname(path));
  } catch (error) {
    throw new StorageError(
      `cannot create ${dirname(path)}: ${reasonOf(error)}`,
      "check its permissions, or set CARRY_STATE_DIR to a directory that can be written",
      { cause: error },
    );
  }
}

/**
 * Reads the state of a receiver; an empty one without a file.
 * @throws {StorageError} when it cannot be read, is damaged, or was written by another version; it is
 *   never overwritten then, since alerts would be told twice
 * @internal exported for tests
 */
export function readAlertState(path: string): AlertState {
  const text = readNamed(path);
  if (text === undefined) return EMPTY_STATE;
  const stored: unknown = orElse(() => JSON.parse(text), undefined);
  if (isAlertState(stored)) return stored;
  throw new StorageError(
    `the alert state file ${path} is damaged, or of another version of carry`,
    "restore it, or remove it to start without it",
  );
}

function isAlertState(stored: unknown): stored is AlertState {
  if (!isRecord(stored) || stored.version !== STATE_VERSION) return false;
  return Array.isArray(stored.problems) && Array.isArray(stored.waiting);
}

/**
 * Writes the state of a receiver beside its file (mode 0600), which it then replaces.
 * @throws {StorageError}
 * @internal exported for tests
 */
export function writeAlertState(path: string, state: AlertState): void {
  replaceFile(path, `${JSON.stringify(state)}\n`);
}
