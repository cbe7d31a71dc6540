import { Interrupted } from "../base/terminal/io.js";
import type { Key } from "../base/terminal/keys.js";
import { openScreen, type Screen, sizeOf } from "../base/terminal/screen.js";
import { boundHeap } from "../base/terminal/v8.js";
import type { LoadedBook } from "../book/load-book.js";
import type { Look } from "../output/text/look.js";
import { VIEWS, type ViewName } from "../run/output-options.js";
import { failFirst, type Watch } from "./alerts.js";
import { createFrames, tableLook } from "./frame.js";
import { type Effect, initialState, press, type WatchState } from "./keys.js";
import type { Frame } from "./layout.js";
import { LiveRounds, type RoundHappening } from "./live-rounds.js";
import type { Round } from "./rounds.js";
import type { FrameSource } from "./sheets.js";
import type { PageChoice, Shown } from "./shown.js";

/** What wakes a watch on the screen. */
type Happening =
  | RoundHappening
  | { readonly what: "key"; readonly key: Key }
  | { readonly what: "notice"; readonly text: string }
  | { readonly what: "redraw" };

/** Longest time between two frames, since a frame has the seconds until the next round. */
const EVERY_MS = 1_000;

/** Width of a frame in a pipe. */
const PIPE_WIDTH = 120;

/**
 * Shows the positions on the whole terminal until a key ends it. The screen opens as soon as there are
 * positions, before their settled funding, and is restored however the watch ends.
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

/** Prints the first frame, which has all rows and no line of keys. @returns its book */
export async function printFrame(
  watch: Watch,
  view: ViewName,
  { width = PIPE_WIDTH, ...look }: Look,
): Promise<LoadedBook> {
  const { io, rounds, progress, alerts } = watch;
  const round = await rounds.fetch({ signal: io.signal }).catch((error) => failFirst(watch, error));
  progress.stop();
  const live = new LiveWatch(watch, initialState(view), { ...look, width });
  const { lines } = await live.frameOf(round);
  await io.stdout.write(lines.map((line) => `${line.trimEnd()}\n`).join(""));
  alerts.shown();
  return round.book;
}

/** A watch on the screen: its keys, its frames, and when the next one is drawn. */
class LiveWatch {
  readonly inbox = new Inbox<Happening>();
  readonly #life = new AbortController();
  readonly #rounds: LiveRounds;
  readonly #draw = createFrames();
  #notice: string | undefined;
  #screen: Screen | undefined;
  #undivert = () => {};
  #cancelTick = () => {};
  #isSleeping = false;

  constructor(
    private readonly watch: Watch,
    private state: WatchState,
    private readonly look: Look,
  ) {
    this.#rounds = new LiveRounds(watch, look, this.inbox, this.#life.signal);
  }

  /** Asks for the first round, and opens the screen once there is something to show. */
  async begin(): Promise<void> {
    const { io, messages, progress } = this.watch;
    this.#fetch();
    const first = await this.inbox.next();
    progress.stop();
    this.#screen = await openScreen(io, {
      onKey: (key) => this.inbox.push({ what: "key", key }),
      onRedraw: () => this.inbox.push({ what: "redraw" }),
    });
    this.#undivert = messages.divert((text) => this.inbox.push({ what: "notice", text }));
    io.signal.throwIfAborted();
    for (const happening of first) if (happening.what !== "key") await this.#take(happening);
  }

  /** Draws, and takes what happens, until a key ends it. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#rounds.schedule.isDue) this.#fetch();
      let frame = await this.#show();
      this.#wakeLater();
      for (const happening of await this.inbox.next()) {
        if (happening.what !== "key") {
          await this.#take(happening);
          continue;
        }
        const { state, effect } = press(this.state, happening.key, frame.seen);
        if (effect === "quit") return;
        this.#act(happening.key, effect, frame);
        const isMove = state.cursors !== this.state.cursors;
        const isOther = state !== this.state;
        this.state = state;
        // The next key may be there already, and refers to what this one shows.
        if (isOther && !isMove) frame = await this.#show();
      }
    }
  }

  /** Restores the terminal. */
  async end(): Promise<void> {
    this.#life.abort();
    this.#cancelTick();
    this.#undivert();
    await this.#screen?.close();
  }

  /** Returns the frame of a round that is the only one. */
  async frameOf(round: Round): Promise<Frame> {
    const shown = await this.#rounds.showOnly(round);
    return this.#draw(this.state, this.#source(shown, true), this.look);
  }

  async #show(): Promise<Frame> {
    const { shown } = this.#rounds;
    if (shown === undefined) throw new RangeError("a screen before the first round");
    const frame = await this.#draw(this.state, this.#source(shown), this.#size);
    await this.#screen?.draw(frame.lines);
    return frame;
  }

  #source(shown: Shown, isOnce = false): FrameSource {
    const { io, name } = this.watch;
    const { schedule, log } = this.#rounds;
    return {
      shown,
      round: shown.round,
      schedule,
      now: io.clock.elapsed(),
      time: io.clock.now(),
      log,
      notice: this.#notice,
      detailOf: (id) => this.#rounds.detailOf(id),
      name,
      hasKeyboard: !isOnce && io.stdin().isTTY === true,
      isOnce,
    };
  }

  /** How texts look on the screen of now, with its size. */
  get #size(): Look {
    return { ...this.look, ...sizeOf(this.watch.io.stdout) };
  }

  #fetch(): void {
    this.#notice = undefined;
    const { view } = this.state;
    const others = VIEWS.filter((it) => it !== view).map((it) => this.#choice(it));
    this.#rounds.fetch([this.#choice(view), ...others], tableLook(this.#size));
  }

  #choice(view: ViewName): PageChoice {
    return { view, isWide: this.state.isWide };
  }

  /** Has the next frame drawn when a second is over or a round is due. */
  #wakeLater(): void {
    const { clock } = this.watch.io;
    const redraw = () => this.inbox.push({ what: "redraw" });
    const { fetching, waitMs } = this.#rounds.schedule;
    this.#cancelTick();
    if (fetching === undefined) this.#sleep(Math.min(EVERY_MS, waitMs), redraw);
    else {
      const over = (clock.elapsed() - fetching.since) % EVERY_MS; // the screen has whole seconds
      this.#cancelTick = clock.after(EVERY_MS - over, redraw);
    }
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

  async #take(happening: Exclude<Happening, { readonly what: "key" }>): Promise<void> {
    if (happening.what === "redraw") return;
    if (happening.what === "notice") {
      this.#notice = happening.text;
      return;
    }
    const titles = this.#rounds.take(happening);
    if (titles.length > 0) await this.#screen?.ring(titles);
    if (happening.what === "round") this.watch.alerts.shown();
  }

  /** Does what a key does beside changing the state. */
  #act(key: Key, effect: Effect | undefined, { entries }: Frame): void {
    if (key === "ctrl-c") throw new Interrupted("SIGINT");
    if (key === "ctrl-l") this.#screen?.forget();
    if (effect === "refresh") this.#rounds.schedule.hurry();
    const { sheet } = this.state;
    const chosen = sheet?.of === "acknowledge" ? entries[sheet.at] : undefined;
    if (effect === "acknowledge" && sheet?.of === "acknowledge" && chosen !== undefined) {
      this.#rounds.acknowledge(sheet.id, chosen);
    }
  }
}

/** A queue of events that a loop waits for. */
class Inbox<E> {
  #events: E[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake = () => {};

  push(event: E): void {
    this.#events.push(event);
    this.#wake();
  }

  /** Makes `next` fail; unread events are dropped. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** Returns all events since the last call; waits for one if there is none. */
  async next(): Promise<readonly E[]> {
    if (this.#events.length === 0 && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#events.splice(0);
  }
}
