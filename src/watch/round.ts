import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import type { RoundProgress } from "./progress.js";

/** The positions at one moment. */
export interface Round {
  /** In the order of the listing. */
  readonly items: readonly Item<Position>[];
  /** Time after they had been fetched, milliseconds since the epoch. */
  readonly at: number;
  /** The same moment by the clock of the service, for the ages of marks. */
  readonly serviceTime: number;
}

/** Source of the rounds of a watch. A round is complete, or it fails. */
export interface Rounds {
  /** Fetches all watched positions with the timeout and retries of the settings. */
  fetchFirst(signal: AbortSignal): Promise<Round>;
  /** Fetches them again within the limits of a round; the next round is the retry. */
  fetchNext(signal: AbortSignal, progress: RoundProgress): Promise<Round>;
  /** Describes why a round failed; undefined for the end of the watch, or a defect. */
  describeFailure(error: unknown): RoundFailure | undefined;
}

/** Why a round failed. */
export interface RoundFailure {
  /** For people. */
  readonly message: string;
  /** The message in two or three words, such as `rate limited`. */
  readonly brief: string | undefined;
  /** For programs: the fields of `carry schema error`. */
  readonly error: Readonly<Record<string, unknown>>;
  /** `Retry-After` of the service in seconds. */
  readonly retryAfter: number | undefined;
  /** Whether another round cannot succeed: a refused key, a missing portfolio. */
  readonly lasting: boolean;
}

/** Returns the positions of a round by their ids. */
export function byId(round: Round): Map<string, Item<Position>> {
  return new Map(round.items.map((item) => [item.value.position_id, item]));
}
