import type { Io } from "./io.js";
import { type Key, listenToKeys } from "./keys.js";

/** The whole terminal as one picture, drawn over what was there and taken away at the end. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Shows these lines, in one write of what differs from those shown; what is too much is cut. */
  draw(lines: readonly string[]): Promise<void>;
  /** What is shown is not known any more: the next picture is drawn as a whole. */
  forget(): void;
  ring(times: number): Promise<void>;
  /** Gives the terminal back as it was; more than once does no harm. */
  close(): Promise<void>;
}

/** What a screen tells of. */
export interface ScreenEvents {
  readonly onKey: (key: Key) => void;
  /** The picture has to be drawn anew: another size, or back after a stop. */
  readonly onRedraw: () => void;
}

const CSI = "\u001b[";
/** Alternate buffer, no cursor, no wrapping at the edge, and nothing there. Source: xterm, ctlseqs. */
const ENTER = `${CSI}?1049h${CSI}?25l${CSI}?7l${CSI}2J`;
const LEAVE = `${CSI}?2026l${CSI}0m${CSI}?7h${CSI}?25h${CSI}?1049l`;
/** A terminal that knows synchronized output shows all of it at once; others ignore the words. */
const BEGIN = `${CSI}?2026h`;
const END = `${CSI}?2026l`;
const ERASE_LINE = `${CSI}K`;

/** Nothing can be laid out in less. */
const NARROWEST = 20;

/** Takes the terminal that stdout is, and the keyboard. */
export async function openScreen(io: Io, events: ScreenEvents): Promise<Screen> {
  const { stdout } = io;
  let shown: readonly string[] | undefined;
  let stopKeys: (() => void) | undefined;

  const take = async () => {
    shown = undefined;
    stopKeys?.(); // a shell may have changed the keyboard's mode behind our back
    stopKeys = listenToKeys(io, (key) => {
      if (key === "ctrl-z") io.jobs?.stop();
      else events.onKey(key);
    });
    await stdout.write(ENTER);
  };
  const giveBack = async () => {
    if (stopKeys === undefined) return;
    stopKeys();
    stopKeys = undefined;
    try {
      await stdout.write(LEAVE);
    } catch {
      // nobody sees it any more
    }
  };
  const redraw = () => {
    shown = undefined;
    events.onRedraw();
  };

  const listening = [
    io.atExit?.(giveBack),
    stdout.onResize?.(redraw),
    io.jobs?.onStop(giveBack, () => void take().then(redraw, () => {})),
  ];
  await take();
  const height = () => Math.max(stdout.rows ?? 24, 1);
  return {
    get width() {
      return Math.max(stdout.columns ?? 80, NARROWEST);
    },
    get height() {
      return height();
    },
    async draw(lines) {
      const picture = Array.from({ length: height() }, (_, at) => lines[at] ?? "");
      const drawn = difference(shown, picture);
      shown = picture;
      if (stopKeys !== undefined && drawn !== "") await stdout.write(BEGIN + drawn + END);
    },
    forget() {
      shown = undefined;
    },
    ring: (times) => stdout.write("\u0007".repeat(times)),
    async close() {
      await giveBack();
      for (const stop of listening) stop?.();
    },
  };
}

/* A line is erased before it is written: behind a full line the cursor stands on its last cell. */
function difference(before: readonly string[] | undefined, after: readonly string[]): string {
  let drawn = "";
  for (const [index, line] of after.entries()) {
    if (before?.[index] !== line) drawn += `${CSI}${index + 1};1H${ERASE_LINE}${line}`;
  }
  return drawn;
}
