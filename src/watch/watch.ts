import { counted } from "../output/text/counted.js";
import type { Messages } from "../output/text/messages.js";
import type { Io } from "../terminal/io.js";
import { type Alerted, type Alerts, type AlertUpdate, NOTHING_NEW } from "./alerts.js";
import type { Round, RoundFailure, Rounds } from "./round.js";
import type { Memory, Watched } from "./state-file.js";

/** What is watched, how, and when it ends. */
export interface Watch {
  readonly io: Io;
  readonly messages: Messages;
  /** Name of the profile, shown on the screen; may be empty. */
  readonly name: string;
  readonly watched: Watched;
  readonly intervalMs: number;
  /** Whether the positions of the first round are events, unless there is a state to compare with. */
  readonly initial: boolean;
  /** Milliseconds without output after which a line is written; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** Undefined without `--state-file`. */
  readonly memory: Memory | undefined;
  readonly rounds: Rounds;
  readonly alerts: Alerts | undefined;
  readonly exitOnAlert: boolean;
  /** Whether changes of positions are events, too. */
  readonly tellsChanges: boolean;
}

/** How a watch ended; other ends are thrown. */
export type Ending =
  | { readonly by: "key" }
  | { readonly by: "alert"; readonly alerts: readonly Alerted[] };

/**
 * Updates the alerts with a successful round. Warns if the condition fails for some positions.
 * @throws {QueryError} if it fails for all positions of the first round
 */
export function updateAlerts(
  { alerts, messages }: Watch,
  round: Round,
  first: boolean,
): AlertUpdate {
  if (alerts === undefined) return NOTHING_NEW;
  const update = alerts.update(round);
  const { failures } = update;
  const { items } = round;
  const [failure] = failures;
  if (failure === undefined) return update;
  if (first && failures.length === items.length) throw failure;
  const positions = counted(failures.length, "position");
  messages.warning(
    "ALERT_UNKNOWN",
    `the condition fails for ${positions}: ${(failure as Error).message}`,
  );
  return update;
}

/** Fetches the first round; reports a failure, which ends the watch, to the alerts. @throws the failure */
export async function fetchFirst(watch: Watch): Promise<Round> {
  try {
    return await watch.rounds.fetchFirst(watch.io.signal);
  } catch (error) {
    const failure = watch.rounds.describeFailure(error);
    if (failure !== undefined) takeFailedRound(watch, { ...failure, lasting: true });
    throw error;
  }
}

/** Reports a failed round to the alerts. */
export function takeFailedRound({ io, alerts }: Watch, { message, lasting }: RoundFailure): void {
  alerts?.fail(io.clock.now(), message, lasting);
}
