import { mapInSlices } from "../base/in-slices.js";
import { severity } from "../figures/catalog/causes.js";
import { netPnl } from "../figures/catalog/group.js";
import { inSentence } from "../output/text/format.js";
import type { Look } from "../output/text/look.js";
import { countedText } from "../run/heading.js";
import type { ViewName } from "../run/views.js";
import { Interrupted } from "../terminal/io.js";
import type { Key } from "../terminal/keys.js";
import { openScreen, type Screen } from "../terminal/screen.js";
import { boundHeap } from "../terminal/v8.js";
import { type Acknowledged, acknowledgedStore, createAcknowledged } from "./acknowledged.js";
import { type AlertUpdate, titleOf } from "./alerts.js";
import { type Before, clockTime, entriesOf, type LogEntry, withEntries } from "./events.js";
import { createFrames, type Frame, type FrameSource, tableLook } from "./frame.js";
import { Inbox } from "./inbox.js";
import { press } from "./keys.js";
import type { Round, RoundFailure } from "./rounds.js";
import { Schedule } from "./schedule.js";
import type { Detail } from "./sheets.js";
import { Shown } from "./shown.js";
import { initialState, type WatchState } from "./state.js";
import { failFirst, type Watch } from "./watch.js";

/** What wakes a watch on the screen. */
type Happening =
  | { readonly what: "key"; readonly key: Key }
  | { readonly what: "part"; readonly shown: Shown }
  | { readonly what: "round"; readonly shown: Shown; readonly update: AlertUpdate }
  | { readonly what: "failure"; readonly failure: RoundFailure }
  | { readonly what: "notice"; readonly text: string }
  | { readonly what: "redraw" };

/** A full position, as far as it is known. */
interface AskedDetail {
  readonly id: string;
  readonly round: Round | undefined;
  readonly detail: Detail;
}

/** Longest time between two frames, since a frame has the seconds until the next round. */
const EVERY_MS = 1_000;

/** Milliseconds without a key after which the next page is prepared. */
const IDLE_MS = 200;

/**
 * Shows the positions on the whole terminal until a key ends it. The screen opens as soon as there are
 * positions, before their settled funding, and is restored however the watch ends; one line about where it
 * ended is left.
 * @throws the failure of the first round, and the signal's reason; later failures are shown
 */
export async function showLive(watch: Watch, view: ViewName, look: Look): Promise<void> {
  const live = new LiveWatch(watch, initialState(view), look);
  const { io } = watch;
  const onAbort = () => live.inbox.fail(io.signal.reason);
  io.signal.addEventListener("abort", onAbort);
  try {
    await live.begin();
    await boundHeap();
    await live.run();
  } finally {
    io.signal.removeEventListener("abort", onAbort);
    await live.end();
  }
}

/** Returns the first frame of a round: all rows, without the line of keys. */
export async function frameOnce(
  watch: Watch,
  round: Round,
  view: ViewName,
  { width = PIPE_WIDTH, ...look }: Look,
): Promise<string> {
  const live = new LiveWatch(watch, initialState(view), { ...look, width });
  const { lines } = await live.frameOf(round);
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

const PIPE_WIDTH = 120;

/** A watch on the screen: what it shows, and what happens to it. */
class LiveWatch {
  readonly inbox = new Inbox<Happening>();
  readonly #life = new AbortController();
  readonly #schedule: Schedule;
  readonly #acknowledged: Acknowledged;
  readonly #draw = createFrames();
  #shown: Shown | undefined;
  #before: Before | undefined;
  #log: readonly LogEntry[] = [];
  #notice: string | undefined;
  /** The full position that was asked for last, and in which round. */
  #detail: AskedDetail | undefined;
  #screen: Screen | undefined;
  #undivert = () => {};
  #cancelIdle = () => {};
  #cancelTick = () => {};
  #isSleeping = false;

  constructor(
    private readonly watch: Watch,
    private state: WatchState,
    private readonly look: Look,
  ) {
    const { io, intervalMs, messages } = watch;
    this.#schedule = new Schedule(io.clock, intervalMs);
    this.#acknowledged = createAcknowledged(acknowledgedStore(io), messages.warning);
  }

  /** Asks for the first round, and opens the screen once there is something to show. */
  async begin(): Promise<void> {
    const { io, messages } = this.watch;
    this.#fetch();
    const first = await this.inbox.next();
    this.#screen = await openScreen(io, {
      onKey: (key) => this.inbox.push({ what: "key", key }),
      onRedraw: () => this.inbox.push({ what: "redraw" }),
    });
    this.#undivert = messages.divert((text) => this.inbox.push({ what: "notice", text }));
    io.signal.throwIfAborted();
    for (const happening of first) await this.#take(happening);
  }

  /** Draws, and takes what happens, until a key ends it. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#schedule.isDue) this.#fetch();
      let frame = await this.#show();
      this.#wakeLater();
      for (const happening of await this.inbox.next()) {
        if (happening.what !== "key") {
          await this.#take(happening);
          continue;
        }
        const { state, effect } = press(this.state, happening.key, frame.seen);
        if (effect === "quit") return;
        await this.#act(happening.key, effect, frame);
        const isMove = state.cursors !== this.state.cursors;
        const isOther = state !== this.state;
        this.state = state;
        // The next key may be there already, and refers to what this one shows.
        if (isOther && !isMove) frame = await this.#show();
      }
    }
  }

  /** Restores the terminal, and leaves a line of where the watch ended. */
  async end(): Promise<void> {
    this.#life.abort();
    this.#cancelIdle();
    this.#cancelTick();
    this.#undivert();
    if (this.#screen === undefined) return;
    await this.#screen.close();
    if (this.#shown !== undefined) await leaveLine(this.watch, this.#shown.round, this.look);
  }

  /** Returns the frame of a round that is the only one. */
  frameOf(round: Round): Promise<Frame> {
    this.watch.alerts.update(round);
    const acknowledged = this.#acknowledged.list(round.book.all.inputs.now);
    const shown = new Shown(round, this.watch.alerts, acknowledged);
    this.#schedule.succeed();
    return this.#draw(this.state, this.#source(shown, true), this.look);
  }

  #source(shown: Shown, isOnce = false): FrameSource {
    const { io, alerts, name } = this.watch;
    const { clock } = io;
    return {
      shown,
      round: shown.round,
      schedule: this.#schedule,
      now: clock.elapsed(),
      time: clock.now(),
      alerts,
      log: this.#log,
      notice: this.#notice,
      detailOf: (id) => this.#detailOf(id),
      name,
      hasKeyboard: io.stdin().isTTY === true,
      isOnce,
    };
  }

  get #size(): Look {
    const { width = 80, height = 24 } = this.#screen ?? {};
    return { ...this.look, width, height };
  }

  async #show(): Promise<Frame> {
    const shown = this.#shown;
    if (shown === undefined) throw new RangeError("a screen before the first round");
    const frame = await this.#draw(this.state, this.#source(shown), this.#size);
    await this.#screen?.draw(frame.lines);
    return frame;
  }

  /** Has the next frame drawn when a second is over or a round is due, and a page prepared in between. */
  #wakeLater(): void {
    const { clock } = this.watch.io;
    const redraw = () => this.inbox.push({ what: "redraw" });
    this.#cancelTick();
    if (this.#schedule.fetching !== undefined) this.#cancelTick = clock.after(EVERY_MS, redraw);
    else this.#sleep(Math.min(EVERY_MS, this.#schedule.waitMs), redraw);
    this.#cancelIdle();
    this.#cancelIdle = clock.after(IDLE_MS, () => void this.#prepare());
  }

  #sleep(ms: number, redraw: () => void): void {
    if (this.#isSleeping) return;
    this.#isSleeping = true;
    this.watch.io.clock.sleep(ms, this.#life.signal).then(
      () => {
        this.#isSleeping = false;
        redraw();
      },
      () => {}, // the watch is over
    );
  }

  /** Fits a page that was not opened yet. */
  async #prepare(): Promise<void> {
    const shown = this.#shown;
    const { isWide, sorts } = this.state;
    const look = tableLook(this.#size, { isOnce: false });
    const view = shown?.unfitted(look, isWide);
    if (shown === undefined || view === undefined) return;
    try {
      await shown.page({ view, isWide, sortKey: sorts[view]?.key }, look);
    } catch (error) {
      this.inbox.fail(error);
      return;
    }
    if (this.#life.signal.aborted) return;
    this.#cancelIdle = this.watch.io.clock.after(IDLE_MS, () => void this.#prepare());
  }

  /** Fetches a round, judges it, and prepares what is shown of it, while keys are answered. */
  #fetch(): void {
    const { watch, inbox } = this;
    const isFirst = this.#shown === undefined;
    this.#schedule.begin();
    this.#notice = undefined;
    const onPart = (part: Round) => {
      if (!this.#life.signal.aborted) inbox.push({ what: "part", shown: this.#shownOf(part) });
    };
    const fetched = async () => {
      const round = await watch.rounds.fetch({
        signal: this.#life.signal,
        onProgress: (text) => this.#schedule.progress(text),
        ...(isFirst && { onPart }),
      });
      await mapInSlices(round.book.all.members, severity);
      const update = watch.alerts.update(round);
      const shown = this.#shownOf(round);
      const { view, isWide, sorts } = this.state;
      const look = tableLook(this.#size, { isOnce: false });
      await shown.page({ view, isWide, sortKey: sorts[view]?.key }, look);
      inbox.push({ what: "round", shown, update });
    };
    fetched().catch((error: unknown) => {
      const failure = watch.rounds.describeFailure(error);
      if (failure === undefined) inbox.fail(error);
      else if (isFirst) this.#failFirst(error);
      else inbox.push({ what: "failure", failure });
    });
  }

  #failFirst(error: unknown): void {
    try {
      failFirst(this.watch, error);
    } catch (failure) {
      this.inbox.fail(failure);
    }
  }

  #shownOf(round: Round): Shown {
    const acknowledged = this.#acknowledged.list(round.book.all.inputs.now);
    const before = this.#shown;
    return before === undefined
      ? new Shown(round, this.watch.alerts, acknowledged)
      : before.next(round, acknowledged);
  }

  async #take(happening: Happening): Promise<void> {
    const { alerts, io } = this.watch;
    switch (happening.what) {
      case "part":
        this.#shown = happening.shown;
        break;
      case "round": {
        const { shown, update } = happening;
        const { round } = shown;
        // What is found at first is in the table, and no event.
        const told = this.#before === undefined ? { ...update, fresh: [] } : update;
        const entries = entriesOf(this.#before, round, told, this.look);
        this.#log = withEntries(this.#log, entries);
        this.#before = { positions: round.book.positions, lost: round.book.lost };
        this.#acknowledged.prune(round.book.all);
        this.#shown = this.#withAcknowledged(shown);
        this.#schedule.succeed();
        if (update.fresh.length > 0) await this.#screen?.ring(update.fresh.map(titleOf));
        alerts.shown();
        break;
      }
      case "failure":
        alerts.fail(io.clock.now(), happening.failure.message);
        this.#schedule.fail(happening.failure);
        this.#shown = this.#shown?.withoutHighlights();
        break;
      case "notice":
        this.#notice = happening.text;
        break;
      default:
    }
  }

  /** Returns what is shown with the causes that are acknowledged now. */
  #withAcknowledged(shown: Shown): Shown {
    const now = this.#acknowledged.list(shown.round.book.all.inputs.now);
    const isSame = JSON.stringify(now) === JSON.stringify(shown.acknowledgedCauses);
    return isSame ? shown : shown.withAcknowledged(now);
  }

  /** Does what a key does beside changing the state. */
  async #act(
    key: Key,
    effect: ReturnType<typeof press>["effect"],
    { entries }: Frame,
  ): Promise<void> {
    if (key === "ctrl-c") throw new Interrupted("SIGINT");
    if (key === "ctrl-l") this.#screen?.forget();
    if (effect === "refresh") this.#schedule.hurry();
    const { sheet } = this.state;
    if (effect !== "acknowledge" || sheet?.of !== "acknowledge" || !this.#shown) return;
    const chosen = entries[sheet.at];
    if (chosen === undefined) return;
    this.#acknowledged.set(chosen.code, sheet.id, chosen.until);
    this.#acknowledged.prune(this.#shown.round.book.all);
    this.#shown = this.#withAcknowledged(this.#shown);
  }

  /** Returns what is known of a full position, which is asked for once in each round. */
  #detailOf(id: string): Detail {
    const { rounds } = this.watch;
    const round = this.#shown?.round;
    const known = this.#detail?.id === id ? this.#detail : undefined;
    if (known !== undefined && known.round === round) return known.detail;
    const { value } = known?.detail ?? {};
    const before: Detail = value === undefined ? {} : { value };
    const asked = { id, round, detail: before };
    this.#detail = asked;
    const take = (detail: Detail) => {
      asked.detail = detail;
      this.inbox.push({ what: "redraw" });
    };
    rounds.detailOf(id, this.#life.signal).then(
      (found) => take({ value: found }),
      (error) => take({ ...before, failure: rounds.describeFailure(error)?.message ?? "" }),
    );
    return before;
  }
}

/** Leaves a line of where the watch ended: `left at 16:40:02Z: net PnL +32,592.10, 27 need attention`. */
async function leaveLine({ io }: Watch, { book, at }: Round, look: Look): Promise<void> {
  const sum = netPnl(book.all);
  const part = countedText(sum);
  const net = inSentence("usd", sum.value?.toFixed(), true) + (part === "" ? "" : ` (${part})`);
  const { length: needing } = book.all.members.filter((p) => {
    const gravity = severity(p);
    return gravity === "critical" || gravity === "warning";
  });
  const need = needing === 1 ? "1 needs attention" : `${needing} need attention`;
  try {
    await io.stdout.write(`left at ${clockTime(at, look.zone)}: net PnL ${net}, ${need}\n`);
  } catch {
    // the terminal is gone
  }
}
