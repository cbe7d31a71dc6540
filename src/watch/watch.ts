import type { Messages } from "../output/text/messages.js";
import type { Filters } from "../portfolio/positions/filters.js";
import type { Io } from "../terminal/io.js";
import type { Alerts } from "./alerts.js";
import type { Round, RoundFailure, Rounds } from "./round.js";

/** What is watched, and how. */
export interface Watch {
  readonly io: Io;
  readonly messages: Messages;
  /** Name of the profile, shown on the screen; may be empty. */
  readonly name: string;
  /** Ids of the portfolios, separated by commas. */
  readonly portfolio: string;
  readonly filters: Pick<Filters, "asset" | "exchange">;
  readonly intervalMs: number;
  readonly rounds: Rounds;
  readonly alerts: Alerts;
}

/** Fetches the first round; reports a failure, which ends the watch, to the alerts. @throws the failure */
export async function fetchFirst(watch: Watch): Promise<Round> {
  try {
    return await watch.rounds.fetchFirst(watch.io.signal);
  } catch (error) {
    const failure = watch.rounds.describeFailure(error);
    if (failure !== undefined) takeFailedRound(watch, failure);
    throw error;
  }
}

/** Reports a failed round to the alerts. */
export function takeFailedRound({ io, alerts }: Watch, { message }: RoundFailure): void {
  alerts.fail(io.clock.now(), message);
}
