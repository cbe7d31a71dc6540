import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";

/** The positions as they were at one moment. */
export interface Round {
  /** In the order of the listing. */
  readonly items: readonly Item<Position>[];
  /** When they had been fetched, milliseconds since the epoch. */
  readonly at: number;
  /** The same moment by the clock of the service, which ages of marks are measured with. */
  readonly serviceTime: number;
}

/** Fetches all positions that are watched; a round is whole, or it fails. */
export type FetchRound = (signal: AbortSignal) => Promise<Round>;

/** Why a round failed, as a person is told it. */
export interface RoundFailure {
  readonly message: string;
  /** Seconds after which the service asks to come back. */
  readonly retryAfter: number | undefined;
  /** Somebody has to do something about it: a key that is refused, a portfolio that is gone. */
  readonly lasting: boolean;
}

/**
 * Tells a failure of the service or of the way to it.
 * @returns undefined for what is none: the end of the watch itself, or a defect
 */
export type DescribeRoundFailure = (error: unknown) => RoundFailure | undefined;

/** The positions of a round by their ids. */
export function byId(round: Round): Map<string, Item<Position>> {
  return new Map(round.items.map((item) => [item.value.position_id, item]));
}
