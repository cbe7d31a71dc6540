import { existsSync } from "node:fs";
import { StorageError } from "../base/storage/errors.js";
import { type Held, HeldLockError, withLock } from "../base/storage/lock.js";
import { stateDirectory } from "../base/storage/places.js";
import { originOfService } from "../book/archive.js";
import type { Context } from "../run/context.js";
import { CONCURRENCY } from "../run/fetch-each.js";
import { EMPTY_STATE } from "./book.js";
import { createKeeper, type Keeper, type KeeperOptions } from "./keeper.js";
import {
  alertStatePath,
  makeStateDirectory,
  type Receiver,
  readAlertState,
  writeAlertState,
} from "./state-file.js";

export interface KeeperWish {
  /** Command of `--on-alert`. */
  readonly command: string | undefined;
  /** Whether what was reported is remembered beyond the end of the command. */
  readonly remembers: boolean;
  /** What is judged and by which rules, beside the portfolio. */
  readonly receiver: Receiver;
}

/** Maximum wait for another process that delivers the same alerts. */
const PATIENCE_MS = 2_000;

/**
 * Does work with the book of alerts of a portfolio. One that is remembered takes no round while the
 * service's time is doubted.
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
  if (!wish.remembers) {
    return work(createKeeper({ ...options, state: EMPTY_STATE }));
  }
  const path = await pathOf(context, wish);
  const check = await believedTime(context);
  return withKeeper({ ...options, check, path, patienceMs: PATIENCE_MS }, work);
}

/** Returns a function that throws while the service's time is doubted. */
async function believedTime(context: Context): Promise<() => void> {
  const { assertBelieved } = await import("../base/time/doubted-clock.js");
  const client = await context.client(CONCURRENCY);
  return () => assertBelieved(client);
}

/**
 * Does work, such as printing, while events are delivered. Waits for the event that is being delivered, and
 * for storing that it was, even if the work fails.
 */
export function whileTelling<T>(keeper: Keeper, work: () => Promise<T>): Promise<T> {
  return work().finally(() => keeper.settled());
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
  return alertStatePath(directory, { service, portfolio, command: command ?? null, ...receiver });
}

export interface KeptOptions extends Omit<KeeperOptions, "state" | "save"> {
  readonly path: string;
  /** Maximum wait for another process that uses the same state, milliseconds. */
  readonly patienceMs: number;
}

/** Another process delivers the events of the same state. */
export class DeliveredElsewhereError extends StorageError {
  override name = "DeliveredElsewhereError";
}

/**
 * Does work with the keeper of a stored state, which only one process can have at a time.
 * @throws {DeliveredElsewhereError} while another process has it
 * @throws {StorageError} if the state cannot be read or written
 */
async function withKeeper<T>(
  { path, patienceMs, ...options }: KeptOptions,
  work: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  makeStateDirectory(path);
  const lock = `${path}.lock`;
  let isTaken = false;
  const locked = async (held: Held) => {
    isTaken = true;
    const save: KeeperOptions["save"] = (state) => {
      assertHeld(held, lock);
      writeAlertState(path, state);
    };
    const state = readAlertState(path);
    writeAlertState(path, state); // fails now, and not after the first event
    const keeper = createKeeper({ ...options, save, state });
    return work(keeper); // a lost lock is reported when the state is stored
  };
  try {
    return await withLock(lock, options.io, locked, patienceMs);
  } catch (error) {
    if (isTaken || !(error instanceof HeldLockError)) throw error;
    throw new DeliveredElsewhereError(
      `another carry process${error.holder} delivers these alerts`,
      "end it first; one process delivers the alerts of a portfolio, rules and --on-alert",
      { cause: error },
    );
  }
}

/**
 * @throws {LostLockError} if another process delivers the events now
 * @throws {StorageError} if the lock was removed: then nobody else does
 */
function assertHeld(held: Held, lock: string): void {
  try {
    held.assert();
  } catch (error) {
    if (existsSync(lock)) throw error;
    throw new StorageError(`the lock ${lock} was removed`, undefined, { cause: error });
  }
}
