import { mapInSlices } from "../../base/collections.js";
import { severity } from "../../figures/catalog/causes.js";
import { netPnl } from "../../figures/catalog/group.js";
import type { Group } from "../../figures/subjects.js";
import { inSentence } from "../../output/text/format.js";
import { countedText } from "../../run/heading.js";
import { tableView } from "../../run/screen.js";
import { tableOf } from "../../run/views.js";
import { Interrupted } from "../../terminal/io.js";
import type { Key } from "../../terminal/keys.js";
import { openScreen, type Screen } from "../../terminal/screen.js";
import { boundHeap } from "../../terminal/v8.js";
import { titleOf } from "../alert-title.js";
import { clockTime } from "../clock-time.js";
import { entriesOf } from "../event-log.js";
import { Inbox } from "../inbox.js";
import { createRoundProgress } from "../progress.js";
import type { Round, RoundFailure } from "../round.js";
import { askForRound, isDue, startRound, takeFailure, takeRound, WatchState } from "../state.js";
import { createTicker } from "../ticker.js";
import { fetchFirst, takeFailedRound, type Watch } from "../watch.js";
import { type CockpitState, initialState, type PageName } from "./cockpit-state.js";
import type { Frame, FrameSize } from "./frame.js";
import { press } from "./keys.js";
import { type CockpitOptions, createParts, type Parts } from "./parts.js";
import { createPreparer } from "./preparer.js";
import { printOnce } from "./print-once.js";

type CockpitEvent =
  | { readonly what: "key"; readonly key: Key }
  | { readonly what: "round"; readonly round: Round }
  | { readonly what: "failure"; readonly failure: RoundFailure }
  | { readonly what: "notice"; readonly text: string }
  | { readonly what: "redraw" | "tick" };

/**
 * Shows the positions on the whole terminal until a key ends it. The screen is opened after the
 * first round, and restored however the watch ends; one line about where it ended is left.
 * @throws the failure of the first round, and the signal's reason; later failures are shown
 */
export async function runCockpit(watch: Watch, options: CockpitOptions): Promise<void> {
  const { io, messages } = watch;
  const { rounds, fresh } = await begin(watch, options);
  if (options.isOnce === true) {
    const parts = createParts(watch, options, rounds, new AbortController().signal, () => {});
    return printOnce(watch, options, parts);
  }
  await boundHeap();
  const inbox = new Inbox<CockpitEvent>();
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
    if (fresh.length > 0) await screen.ring(fresh.map(titleOf));
    watch.alerts.shown();
    const redraw = () => inbox.push({ what: "redraw" });
    const parts = createParts(watch, options, rounds, life.signal, redraw);
    await live({ watch, options, screen, inbox, signal: life.signal, ...parts });
  } finally {
    undivert();
    io.signal.removeEventListener("abort", onAbort);
    life.abort();
    await screen.close();
    await leaveLine(watch, options, rounds);
  }
}

/** Fetches the first round; a function of its own, so that the round is not kept until the watch ends. */
async function begin(watch: Watch, options: CockpitOptions) {
  const { io, intervalMs } = watch;
  const round = await fetchFirst(watch);
  const since = io.clock.elapsed();
  const { fresh, cleared } = watch.alerts.update(round);
  // What is found at first is in the table, and no event.
  const alerts = { fresh: [], cleared };
  const { nameOf } = options.rounds.of(round).all.inputs;
  const step = { before: undefined, after: round, alerts, nameOf };
  const log = entriesOf(step, options.look);
  return { rounds: new WatchState(round, intervalMs, { log, since }), fresh };
}

interface Show extends Parts {
  readonly watch: Watch;
  readonly options: CockpitOptions;
  readonly screen: Screen;
  readonly inbox: Inbox<CockpitEvent>;
  /** Aborted when the watch ends. */
  readonly signal: AbortSignal;
}

async function live(show: Show): Promise<void> {
  const { watch, rounds, inbox, signal } = show;
  const { clock } = watch.io;
  const preparer = createPreparer({
    ...{ frames: show.frames, rounds, clock, signal },
    sizeNow: () => sizeOf(show),
    onError: (error) => inbox.fail(error),
  });
  const ticker = createTicker(clock, rounds, () => inbox.push({ what: "tick" }), signal);
  let state = initialState();
  try {
    for (;;) {
      if (isDue(rounds, clock.elapsed())) fetchInBackground(show, state);
      let frame = await drawn(show, state);
      ticker.run();
      preparer.run(state);
      for (const event of await inbox.next()) {
        if (event.what === "key") {
          const taken = takeKey(show, state, event.key, frame);
          if (taken === undefined) return;
          // The next key may be there already, and refers to what this one shows.
          if (taken.cursors === state.cursors && taken !== state) frame = await drawn(show, taken);
          state = taken;
          continue;
        }
        await take(show, event);
      }
    }
  } finally {
    ticker.stop();
    preparer.stop();
  }
}

function sizeOf({ watch, options, screen: { width, height } }: Show): FrameSize {
  const { clock } = watch.io;
  return { look: options.look, width, height, now: clock.elapsed(), time: clock.now() };
}

async function drawn(show: Show, state: CockpitState): Promise<Frame> {
  const frame = await show.frames.draw(state, show.rounds, sizeOf(show));
  await show.screen.draw(frame.lines);
  return frame;
}

/** Computes what a page has of a round before it is shown, while keys are answered. */
async function compute({ members }: Group, page: PageName): Promise<void> {
  const { columns, defaults } = tableView(tableOf(page, members));
  const shown = columns.filter(({ key }) => defaults.table.includes(key));
  await mapInSlices(members, (p) => {
    severity(p);
    for (const { value } of shown) value(p);
  });
}

/** Fetches a round, and prepares what is shown of it, while keys are answered. */
function fetchInBackground(show: Show, view: CockpitState): void {
  const { watch, options, rounds: state, inbox, signal } = show;
  const { rounds, io } = watch;
  const progress = createRoundProgress(io.clock);
  startRound(state, progress);
  const prepared = async () => {
    const round = await rounds.fetchNext(signal, progress);
    await compute(options.rounds.of(round).all, view.page);
    const shown = { round, previous: state.round, isCompared: true };
    await show.frames.prepare(view, shown, sizeOf(show), true);
    return round;
  };
  prepared().then(
    (round) => inbox.push({ what: "round", round }),
    (error) => {
      const failure = rounds.describeFailure(error);
      if (failure === undefined) inbox.fail(error);
      else inbox.push({ what: "failure", failure });
    },
  );
}

/** Returns the state after a key; undefined when it ends the watch. */
function takeKey(
  { watch, screen, options, rounds, acknowledged }: Show,
  before: CockpitState,
  key: Key,
  { seen, choices, data }: Frame,
): CockpitState | undefined {
  if (key === "ctrl-c") throw new Interrupted("SIGINT");
  if (key === "ctrl-l") screen.forget();
  const portfolios = options.portfolios.list.map(({ portfolio_id: id }) => id);
  const { state, effect } = press(before, key, { ...seen, portfolios });
  const { sheet } = before;
  if (effect === "quit") return undefined;
  if (effect === "pause") rounds.paused = !rounds.paused;
  if (effect === "refresh") askForRound(rounds, watch.io.clock.elapsed());
  if (effect === "acknowledge" && sheet?.of === "acknowledge") {
    const chosen = choices[sheet.at];
    if (chosen !== undefined) {
      acknowledged.set(chosen.code, sheet.id, chosen.until);
      acknowledged.prune(data.whole.all);
    }
  }
  return state;
}

async function take(
  { watch, options, screen, rounds: state, acknowledged }: Show,
  event: CockpitEvent,
): Promise<void> {
  const { io, intervalMs } = watch;
  switch (event.what) {
    case "round": {
      const { round } = event;
      const { lost, all } = options.rounds.of(round);
      const alerts = watch.alerts.update(round);
      const { fresh } = alerts;
      const missing = [...lost, ...options.rounds.of(state.round).lost];
      const isMissing = (id: string) =>
        missing.some(({ portfolio_id: its }) => its === all.inputs.ownerOf(id).portfolio_id);
      const step = {
        before: state.round,
        after: round,
        alerts,
        nameOf: all.inputs.nameOf,
        isMissing,
      };
      const entries = entriesOf(step, options.look);
      takeRound(state, round, intervalMs, { entries, now: io.clock.elapsed() });
      acknowledged.prune(all);
      if (fresh.length > 0) await screen.ring(fresh.map(titleOf));
      watch.alerts.shown();
      break;
    }
    case "failure":
      takeFailedRound(watch, event.failure);
      takeFailure(state, event.failure, intervalMs, io.clock.elapsed());
      break;
    case "notice":
      state.notice = event.text;
      break;
    default:
  }
}

/** Leaves a line of where the watch ended: `left at 16:40:02Z: net PnL +32,592.10, 27 need attention`. */
async function leaveLine(
  { io }: Watch,
  { rounds, look }: CockpitOptions,
  { round }: WatchState,
): Promise<void> {
  const { all } = rounds.of(round);
  const sum = netPnl(all);
  const part = countedText(sum);
  const net = inSentence("usd", sum.value?.toFixed(), true) + (part === "" ? "" : ` (${part})`);
  const needing = all.members.filter(
    (p) => severity(p) === "critical" || severity(p) === "warning",
  );
  const need = needing.length === 1 ? "1 needs attention" : `${needing.length} need attention`;
  try {
    await io.stdout.write(`left at ${clockTime(round.at, look.zone)}: net PnL ${net}, ${need}\n`);
  } catch {
    // the terminal is gone
  }
}
