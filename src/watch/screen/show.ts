import type { Sort } from "../../output/table/sort.js";
import type { Look } from "../../output/text/look.js";
import { Interrupted } from "../../terminal/io.js";
import type { Key } from "../../terminal/keys.js";
import { openScreen, type Screen } from "../../terminal/screen.js";
import { warnOfDoubt } from "../doubt.js";
import { entriesOf } from "../event-log.js";
import { Inbox } from "../inbox.js";
import { createRoundProgress } from "../progress.js";
import type { Round, RoundFailure } from "../round.js";
import { isDue, startRound, takeFailure, takeRound, WatchState } from "../state.js";
import type { WatchFacts } from "../status.js";
import { createTicker } from "../ticker.js";
import { type Ending, fetchFirst, takeFailedRound, updateAlerts, type Watch } from "../watch.js";
import { titleOf } from "./alert-title.js";
import type { Board, BoardContent } from "./board.js";
import { createBrush } from "./brush.js";
import { press, type Shown } from "./keyboard.js";
import { layOut } from "./picture.js";

/** Draws the part of the screen between the lines at the top and the event log. */
export type DrawBoard = (content: BoardContent, look: Look) => Promise<Board>;

export interface ShowOptions {
  readonly drawBoard: DrawBoard;
  /** Pieces of the first line; those of a list of positions when omitted. */
  readonly titleOf?: WatchFacts["titleOf"];
  readonly sort: Sort | undefined;
  /** Its width is replaced by the current width of the screen. */
  readonly look: Look;
}

type ScreenEvent =
  | { readonly what: "key"; readonly key: Key }
  | { readonly what: "round"; readonly round: Round }
  | { readonly what: "failure"; readonly failure: RoundFailure }
  | { readonly what: "notice"; readonly text: string }
  | { readonly what: "redraw" | "tick" };

/** The parts of a shown watch. */
interface Show {
  readonly watch: Watch;
  readonly options: ShowOptions;
  readonly screen: Screen;
  readonly state: WatchState;
  readonly inbox: Inbox<ScreenEvent>;
  /** Aborted when the watch ends. */
  readonly signal: AbortSignal;
}

/**
 * Shows the positions on the whole terminal until a key or an alert ends it. The screen is opened after
 * the first round, and restored however the watch ends.
 * @throws the failure of the first round, the signal's reason, and a {@link StorageError} of the state
 *   file; later failures are shown
 */
export async function showWatch(watch: Watch, options: ShowOptions): Promise<Ending> {
  const { io, intervalMs, messages } = watch;
  const round = await fetchFirst(watch);
  const since = io.clock.elapsed();
  const alerts = updateAlerts(watch, round, true);
  const { fresh } = alerts;
  const { memory } = watch;
  if (watch.exitOnAlert && fresh.length > 0) {
    store(watch, round);
    watch.alerts?.shown(); // named as the watch ends
    return { by: "alert", alerts: fresh };
  }
  const inbox = new Inbox<ScreenEvent>();
  const life = new AbortController();
  const onAbort = () => inbox.fail(io.signal.reason);
  io.signal.addEventListener("abort", onAbort);
  const screen = await openScreen(io, {
    onKey: (key) => inbox.push({ what: "key", key }),
    onRedraw: () => inbox.push({ what: "redraw" }),
  });
  const undivert = messages.divert((text) => inbox.push({ what: "notice", text }));
  try {
    io.signal.throwIfAborted();
    warnOfDoubt(watch, round);
    if (fresh.length > 0) await screen.ring(fresh.map(titleOf));
    const log = entriesOf({ before: memory?.ended?.round, after: round, alerts }, options.look);
    store(watch, round);
    watch.alerts?.shown();
    const state = new WatchState(round, intervalMs, { sort: options.sort, log, since });
    return await live({ watch, options, screen, state, inbox, signal: life.signal });
  } finally {
    undivert();
    io.signal.removeEventListener("abort", onAbort);
    life.abort();
    await screen.close();
  }
}

function store({ memory, alerts }: Watch, round: Round): void {
  memory?.stage(round, alerts?.ids ?? []).commit();
}

async function live(show: Show): Promise<Ending> {
  const { watch, state, inbox, signal } = show;
  const { clock } = watch.io;
  const drawBoard = createBoardDrawer(show);
  const ticker = createTicker(clock, state, () => inbox.push({ what: "tick" }), signal);
  try {
    for (;;) {
      if (isDue(state, clock.elapsed())) fetchInBackground(show);
      const shown = await draw(show, await drawBoard());
      ticker.run();
      for (const event of await inbox.next()) {
        const ending = await take(show, event, shown);
        if (ending !== undefined) return ending;
      }
    }
  } finally {
    ticker.stop();
  }
}

/** Draws the table only if it changed, since the lines around it change each second. */
function createBoardDrawer({ options, screen, state }: Show) {
  let drawn: { readonly from: readonly unknown[]; readonly board: Board } | undefined;
  return async (): Promise<Board> => {
    const { round, previous, sort } = state;
    const from = [round, previous, sort, screen.width, screen.height];
    if (drawn?.from.every((value, at) => value === from[at]) === true) return drawn.board;
    const look = { ...options.look, width: screen.width, height: screen.height };
    const isSame = drawn?.from[2] === sort && drawn?.from[3] === screen.width;
    const board = await options.drawBoard(
      { round, previous, sort, steady: isSame ? drawn?.board.shown : undefined },
      look,
    );
    drawn = { from, board };
    return board;
  };
}

async function draw(show: Show, board: Board): Promise<Shown> {
  const { watch, options, screen, state } = show;
  const look = { ...options.look, width: screen.width };
  const facts = {
    name: watch.name,
    now: watch.io.clock.elapsed(),
    time: watch.io.clock.now(),
    intervalMs: watch.intervalMs,
    alerts: watch.alerts,
    titleOf: options.titleOf,
    keyboard: watch.io.stdin().isTTY === true,
  };
  const brush = await createBrush(look);
  const picture = layOut({ board, state, facts, look, brush, height: screen.height });
  state.scroll = picture.scroll;
  await screen.draw(picture.lines);
  return picture.shown;
}

function fetchInBackground({ watch, state, inbox, signal }: Show): void {
  const { rounds, io } = watch;
  const progress = createRoundProgress(io.clock);
  startRound(state, progress);
  rounds.fetchNext(signal, progress).then(
    (round) => inbox.push({ what: "round", round }),
    (error) => {
      const failure = rounds.describeFailure(error);
      if (failure === undefined) inbox.fail(error);
      else inbox.push({ what: "failure", failure });
    },
  );
}

async function take(
  { watch, options, screen, state }: Show,
  event: ScreenEvent,
  shown: Shown,
): Promise<Ending | undefined> {
  const { io, intervalMs } = watch;
  switch (event.what) {
    case "round": {
      const { round } = event;
      const alerts = updateAlerts(watch, round, false);
      const { fresh } = alerts;
      const entries = entriesOf({ before: state.round, after: round, alerts }, options.look);
      takeRound(state, round, intervalMs, { entries, now: io.clock.elapsed() });
      store(watch, round);
      if (fresh.length > 0) await screen.ring(fresh.map(titleOf));
      watch.alerts?.shown();
      return watch.exitOnAlert && fresh.length > 0 ? { by: "alert", alerts: fresh } : undefined;
    }
    case "failure":
      takeFailedRound(watch, event.failure);
      takeFailure(state, event.failure, intervalMs, io.clock.elapsed());
      return undefined;
    case "notice":
      state.notice = event.text;
      return undefined;
    case "key":
      if (event.key === "q") return { by: "key" };
      if (event.key === "ctrl-c") throw new Interrupted("SIGINT");
      if (event.key === "ctrl-l") screen.forget();
      press(state, event.key, shown, io.clock.elapsed());
      return undefined;
    default:
      return undefined;
  }
}
