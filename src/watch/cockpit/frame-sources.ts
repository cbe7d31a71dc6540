import type { PositionDetail } from "../../client/resources/position.js";
import type { Portfolios } from "../../command/portfolios.js";
import type { Alerts } from "../alerts.js";
import type { BookRounds } from "../book-rounds.js";
import type { Round } from "../round.js";
import type { Acknowledged } from "./acknowledged.js";
import type { Answer } from "./asked.js";
import type { Piece } from "./brush.js";

/** What a screen is drawn from, besides its state and its rounds. */
export interface FrameSources {
  readonly rounds: Pick<BookRounds, "of">;
  readonly acknowledged: Acknowledged;
  readonly portfolios: Portfolios;
  readonly alerts: Alerts;
  /** Returns what rules say of a round. */
  readonly alarms: (round: Round) => readonly Piece[];
  /** Returns what is known of the full position, requested once in each round. */
  readonly detailOf: (id: string, round: Round) => Answer<PositionDetail>;
  /** Name of the profile. */
  readonly name: string;
  /** Whether keys can be pressed. */
  readonly keyboard: boolean;
  /** Whether this is the only round. */
  readonly isOnce: boolean;
}
