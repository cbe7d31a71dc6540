import type { Io } from "../base/terminal/io.js";
import type { Progress } from "../base/terminal/progress.js";
import type { Messages } from "../output/text/messages.js";
import type { Filters } from "../run/screen/position-filters.js";
import type { Alerts } from "./alerts.js";
import type { Rounds } from "./rounds.js";

/** What is watched, and how. */
export interface Watch {
  readonly io: Io;
  readonly messages: Messages;
  /** What a user sees until there is something to show. */
  readonly progress: Pick<Progress, "stop">;
  /** Name of the profile, shown on the screen; may be empty. */
  readonly name: string;
  /** Ids of the portfolios, separated by commas. */
  readonly portfolio: string;
  readonly filters: Pick<Filters, "asset" | "exchange">;
  readonly intervalMs: number;
  readonly rounds: Rounds;
  readonly alerts: Alerts;
}

/** Reports the failure of the first round, which ends the watch, to the alerts. @throws it */
export function failFirst({ io, rounds, alerts }: Watch, error: unknown): never {
  const failure = rounds.describeFailure(error);
  if (failure !== undefined) alerts.fail(io.clock.now(), failure.message);
  throw error;
}
