import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import type { Messages } from "../output/text/messages.js";
import type { Io } from "../terminal/io.js";
import type { Alerts, AlertUpdate } from "./alerts.js";
import type { Memory } from "./memory.js";
import type { Round, Rounds } from "./round.js";
import type { Watched } from "./state-file.js";

/** What is watched, and when it ends. */
export interface Watch {
  readonly io: Io;
  readonly messages: Messages;
  /** Told on the screen. */
  readonly name: string;
  readonly watched: Watched;
  readonly intervalMs: number;
  /** Whether the positions of the first round are events, unless there is a state to compare with. */
  readonly initial: boolean;
  /** A line is written when nothing was for this long; undefined for none. */
  readonly heartbeatMs: number | undefined;
  /** Undefined without `--state-file`. */
  readonly memory: Memory | undefined;
  readonly rounds: Rounds;
  readonly alerts: Alerts | undefined;
  readonly exitOnAlert: boolean;
  /** Dotted paths that a position can have, whether or not one of the first round has them. */
  readonly columns: readonly string[];
}

/** How a watch came to its end; other ends are thrown. */
export type Ending =
  | { readonly by: "key" }
  | { readonly by: "alert"; readonly items: readonly Item<Position>[] };

/**
 * Looks at a round for positions that newly meet the condition, or do not any more. A condition that
 * cannot be applied to any position of the first round is refused; one that cannot be applied to some
 * is warned of.
 * @throws {QueryError} in the first round
 */
export function updateAlerts(
  { alerts, messages }: Watch,
  { items }: Round,
  first: boolean,
): Omit<AlertUpdate, "failures"> {
  if (alerts === undefined) return { fresh: [], cleared: [] };
  const { failures, ...update } = alerts.update(items);
  const [failure] = failures;
  if (failure === undefined) return update;
  if (first && failures.length === items.length) throw failure;
  const positions = failures.length === 1 ? "1 position" : `${failures.length} positions`;
  messages.warning("ALERT_UNKNOWN", `not known for ${positions}: ${(failure as Error).message}`);
  return update;
}
