import { CONCURRENCY } from "../../command/fetch-each.js";
import type { Portfolios } from "../../command/portfolios.js";
import type { Look } from "../../output/text/look.js";
import type { BookRounds } from "../book-rounds.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import type { Watch } from "../watch.js";
import { type AcknowledgedStore, createAcknowledged } from "./acknowledged.js";
import { createAsked } from "./asked.js";
import type { Piece } from "./brush.js";
import { createFrames } from "./frame.js";

/** The first state of a screen, and how it is drawn. */
export interface CockpitOptions {
  readonly rounds: BookRounds;
  readonly portfolios: Portfolios;
  readonly acknowledged: AcknowledgedStore;
  /** Returns what rules say of a round. */
  readonly alarms: (round: Round) => readonly Piece[];
  /** Its width is replaced by the current width of the screen. */
  readonly look: Look;
  /** Whether only the first frame is printed. */
  readonly isOnce?: boolean;
}

/** What draws screens, and requests more than rounds have. */
export type Parts = ReturnType<typeof createParts>;

/** Creates what draws screens, and what requests more than rounds have. */
export function createParts(
  watch: Watch,
  options: CockpitOptions,
  rounds: WatchState,
  signal: AbortSignal,
  redraw: () => void,
) {
  const { io } = watch;
  const quiet = options.rounds.quiet(signal);
  const describe = (error: unknown) => watch.rounds.describeFailure(error)?.message;
  const acknowledged = createAcknowledged(options.acknowledged, watch.messages.warning);
  const ask = async (id: string) => (await quiet.client(CONCURRENCY)).positions.get(id, { signal });
  const frames = createFrames({
    ...{ rounds: options.rounds, acknowledged, portfolios: options.portfolios },
    ...{ alerts: watch.alerts, alarms: options.alarms, name: watch.name },
    detailOf: createAsked(ask, describe, redraw),
    isOnce: options.isOnce === true,
    keyboard: options.isOnce !== true && io.stdin().isTTY === true,
  });
  return { rounds, acknowledged, frames };
}
