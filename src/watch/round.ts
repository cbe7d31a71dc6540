import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import type { RoundProgress } from "./progress.js";

/** The positions as they were at one moment. */
export interface Round {
  /** In the order of the listing. */
  readonly items: readonly Item<Position>[];
  /** When they had been fetched, milliseconds since the epoch. */
  readonly at: number;
  /** The same moment by the clock of the service, which ages of marks are measured with. */
  readonly serviceTime: number;
}

/** Where the rounds of a watch come from. A round is whole, or it fails. */
export interface Rounds {
  /** Fetches all positions that are watched, with the time-out and the retries that are set. */
  fetchFirst(signal: AbortSignal): Promise<Round>;
  /** Fetches them again, within the limits of a round; the next round is its retry. */
  fetchNext(signal: AbortSignal, progress: RoundProgress): Promise<Round>;
  /**
   * Describes a failure of the service or of the way to it.
   * @returns undefined for what is none: the end of the watch itself, or a defect
   */
  describeFailure(error: unknown): RoundFailure | undefined;
}

/** Why a round failed, as a person is told it. */
export interface RoundFailure {
  readonly message: string;
  /** The same in two or three words, such as `rate limited`. */
  readonly brief: string | undefined;
  /** The error as programs get it, with the fields of `carry schema error`. */
  readonly error: Readonly<Record<string, unknown>>;
  /** Seconds after which the service asks to come back. */
  readonly retryAfter: number | undefined;
  /** Somebody has to do something about it: a key that is refused, a portfolio that is gone. */
  readonly lasting: boolean;
}

/** The positions of a round by their ids. */
export function byId(round: Round): Map<string, Item<Position>> {
  return new Map(round.items.map((item) => [item.value.position_id, item]));
}
