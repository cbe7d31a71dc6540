import type { Context } from "../command/context.js";
import { CONCURRENCY } from "../command/fetch-each.js";
import { originOfService } from "../portfolio/recorded/place.js";
import { StorageError } from "../storage/errors.js";
import { stateDirectory } from "../storage/places.js";
import type { Keeper } from "./keeper.js";
import type { AlertState } from "./state.js";
import type { Receiver } from "./state-file.js";

export interface KeeperWish {
  /** Command of `--on-alert`. */
  readonly command: string | undefined;
  /** Whether what was reported is remembered beyond the end of the command. */
  readonly remembers: boolean;
  /** State to begin with, if it is not remembered. */
  readonly state?: AlertState;
  /** What is judged and by which rules, beside the portfolio. */
  readonly receiver: Receiver;
  readonly heartbeatMs?: number | undefined;
  /** Milliseconds between two rounds; undefined for a command with one round. */
  readonly intervalMs?: number;
}

/** Maximum wait for another process that delivers the same alerts. */
const PATIENCE_MS = 2_000;
/** Maximum wait before the command of an event is run again, unless the interval is longer. */
const LONGEST_WAIT_MS = 300_000;

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
  const options = {
    io,
    warn: messages.warning,
    command: wish.command,
    heartbeatMs: wish.heartbeatMs,
    backoff: (failures: number) => waitAfter(failures, wish.intervalMs),
  };
  if (!wish.remembers) {
    const { createKeeper } = await import("./keeper.js");
    const { EMPTY_STATE } = await import("./state.js");
    return work(createKeeper({ ...options, state: wish.state ?? EMPTY_STATE }));
  }
  const { withKeeper } = await import("./with-keeper.js");
  const path = await pathOf(context, wish);
  const check = await believedTime(context);
  return withKeeper({ ...options, check, path, patienceMs: PATIENCE_MS }, work);
}

/** Returns a function that throws while the service's time is doubted; it is no longer a warning then. */
export async function believedTime(context: Context): Promise<() => void> {
  const { assertBelieved } = await import("../base/time/doubted-clock.js");
  const client = await context.client(CONCURRENCY);
  client.judgeTime();
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
  const { alertStatePath } = await import("./state-file.js");
  const service = (await originOfService(context)) ?? "";
  const { list } = await context.portfolios();
  const ids = list.map(({ portfolio_id: id }) => id);
  const portfolio = ids.sort().join(","); // the same alerts in any order
  return alertStatePath(directory, { service, portfolio, command: command ?? null, ...receiver });
}

/**
 * Returns the wait before an event that failed so often is delivered again: until the next round, then
 * twice as many rounds with each failure.
 */
function waitAfter(failures: number, intervalMs = 0): number {
  return Math.min((2 ** (failures - 1) - 1) * intervalMs, Math.max(LONGEST_WAIT_MS, intervalMs));
}
