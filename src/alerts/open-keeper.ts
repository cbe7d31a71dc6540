import type { Context } from "../command/context.js";
import { CONCURRENCY } from "../command/fetch-each.js";
import { originOfService } from "../portfolio/looks/place.js";
import { StorageError } from "../storage/errors.js";
import { stateDirectory } from "../storage/places.js";
import type { Keeper } from "./keeper.js";
import type { Receiver } from "./state-file.js";

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
    const { createKeeper } = await import("./keeper.js");
    const { EMPTY_STATE } = await import("./book.js");
    return work(createKeeper({ ...options, state: EMPTY_STATE }));
  }
  const { withKeeper } = await import("./with-keeper.js");
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
  const { alertStatePath } = await import("./state-file.js");
  const service = (await originOfService(context)) ?? "";
  const { list } = await context.portfolios();
  const ids = list.map(({ portfolio_id: id }) => id);
  const portfolio = ids.sort().join(","); // the same alerts in any order
  return alertStatePath(directory, { service, portfolio, command: command ?? null, ...receiver });
}
