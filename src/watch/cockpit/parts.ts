import { CONCURRENCY } from "../../command/fetch-each.js";
import type { Portfolios } from "../../command/portfolios.js";
import type { Look } from "../../output/text/look.js";
import { judge } from "../../portfolio/rotation/judge.js";
import type { BookRounds } from "../book-rounds.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import type { Watch } from "../watch.js";
import { type AcknowledgedStore, createAcknowledged } from "./acknowledged.js";
import { createAsked } from "./asked.js";
import type { Piece } from "./brush.js";
import type { PageName } from "./cockpit-state.js";
import { createFrames, type Frame } from "./frame.js";
import type { Page } from "./page.js";
import { bookPage } from "./pages/book.js";
import { nextPage } from "./pages/next.js";
import { riskPage } from "./pages/risk.js";
import { type RotateWish, rotatePage } from "./pages/rotate.js";

/** The first state of a screen, and how it is drawn. */
export interface CockpitOptions {
  readonly rounds: BookRounds;
  readonly portfolios: Portfolios;
  readonly rotate: RotateWish;
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
  const rotate = rotatePage(options.rotate);
  const pages: Readonly<Record<PageName, Page>> = {
    ...{ book: bookPage(watch.alerts), risk: riskPage(), next: nextPage(), rotate },
  };
  const acknowledged = createAcknowledged(options.acknowledged, watch.messages.warning);
  const loading = new Map<PageName, string>();
  const versions = new Map<PageName, number>();
  const ask = async (id: string) => (await quiet.client(CONCURRENCY)).positions.get(id, { signal });
  const alternatives = (id: string) => {
    const book = options.rounds.of(rounds.round);
    const positions = book.positions.filter((it) => it.position_id === id);
    const { isUnchecked } = book.criteria;
    const listed = { ...book, positions, failure: undefined, isUnchecked };
    return judge(quiet, listed, [id], options.rotate);
  };
  const frames = createFrames({
    ...{ rounds: options.rounds, pages, acknowledged, portfolios: options.portfolios },
    ...{ alerts: watch.alerts, alarms: options.alarms, name: watch.name },
    detailOf: createAsked(ask, describe, redraw),
    alternativesOf: createAsked(alternatives, describe, redraw),
    loadingOf: (page) => loading.get(page),
    versionOf: (page) => versions.get(page) ?? 0,
    isOnce: options.isOnce === true,
    keyboard: options.isOnce !== true && io.stdin().isTTY === true,
  });
  /** Requests what a shown page lacks. */
  const loadMore = (page: PageName, { data }: Pick<Frame, "data">): void => {
    const { more, title } = pages[page];
    const now = io.clock.elapsed();
    if (more?.isDue(now) !== true) return;
    loading.set(page, `${title}: asking the service for other markets…`);
    redraw();
    more
      .load(quiet, { book: data.whole }, now)
      .then(
        () => loading.delete(page),
        (error: unknown) => {
          const why = describe(error);
          if (why !== undefined) loading.set(page, `${title} could not be loaded: ${why}`);
        },
      )
      .then(() => {
        versions.set(page, (versions.get(page) ?? 0) + 1);
        redraw();
      });
  };
  return { rounds, acknowledged, frames, loadMore };
}
