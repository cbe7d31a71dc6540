import { type Io, isDumb, type Sink } from "./io.js";
import { type Key, listenToKeys } from "./keys.js";

/** A full-screen view on the terminal's alternate buffer. */
export type Screen = Awaited<ReturnType<typeof openScreen>>;

/** Callbacks of a screen. */
export interface ScreenEvents {
  readonly onKey: (key: Key) => void;
  /** The screen must be drawn again: its size changed, or the process continued after a stop. */
  readonly onRedraw: () => void;
}

const ESCAPE = "\u001b";
const CSI = `${ESCAPE}[`;
/** Alternate buffer, hidden cursor, no wrapping, cleared screen. Source: xterm, ctlseqs. */
const ENTER = `${CSI}?1049h${CSI}?25l${CSI}?7l${CSI}2J`;
const LEAVE = `${CSI}?2026l${CSI}0m${CSI}?7h${CSI}?25h${CSI}?1049l`;
/** Synchronized output: shows the whole update at once; other terminals ignore it. */
const BEGIN = `${CSI}?2026h`;
const END = `${CSI}?2026l`;
const ERASE_LINE = `${CSI}K`;

/** Minimum width of a layout, in columns. */
const NARROWEST = 20;

/** Returns the size of a screen on a terminal: its columns, and its lines. */
export function sizeOf({ columns = 80, rows = 24 }: Pick<Sink, "columns" | "rows">) {
  return { width: Math.max(columns, NARROWEST), height: Math.max(rows, 1) };
}

/** Opens a screen on stdout, which must be a terminal, and listens to the keyboard. */
export async function openScreen(io: Io, events: ScreenEvents) {
  const { stdout } = io;
  let shown: readonly string[] | undefined;
  let stopKeys: (() => void) | undefined;

  const take = async () => {
    shown = undefined;
    stopKeys?.(); // a shell may have changed the terminal's mode meanwhile
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
      // the terminal is gone
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
  return {
    /** Shows these lines, cut at the screen's height. Writes only the lines that changed, at once. */
    async draw(lines: readonly string[]): Promise<void> {
      const picture = Array.from({ length: sizeOf(stdout).height }, (_, at) => lines[at] ?? "");
      const drawn = difference(shown, picture);
      shown = picture;
      if (stopKeys !== undefined && drawn !== "") await stdout.write(BEGIN + drawn + END);
    },
    /** Makes the next `draw` write every line. */
    forget() {
      shown = undefined;
    },
    /** Rings the bell once for each of these alerts, and shows them as notifications. */
    ring: (alerts: readonly string[]) => stdout.write(ringing(alerts, io.env)),
    /** Restores the terminal; may be called more than once. */
    async close(): Promise<void> {
      await giveBack();
      for (const stop of listening) stop?.();
    },
  };
}

/* Erases a line before writing it: after a full line the cursor is still on its last cell. */
function difference(before: readonly string[] | undefined, after: readonly string[]): string {
  let drawn = "";
  for (const [index, line] of after.entries()) {
    if (before?.[index] !== line) drawn += `${CSI}${index + 1};1H${ERASE_LINE}${line}`;
  }
  return drawn;
}

const BELL = "\u0007";

/** Maximum number of notifications at once; more are replaced by one with their number. */
const MOST_NOTIFICATIONS = 3;

/**
 * Returns text that rings the bell of a terminal once for each text, and shows them as notifications of
 * the desktop where the terminal can (OSC 9; source: iTerm2, "Proprietary Escape Codes"). Other terminals
 * ignore these. Each begins with the name of carry: a text such as `7;calc` would otherwise be a command
 * of ConEmu, and `4;3` a progress of the taskbar (source: ConEmu, "ANSI X3.64", OSC 9).
 * @param texts without control characters
 */
export function ringing(texts: readonly string[], env: Io["env"]): string {
  const bells = BELL.repeat(texts.length);
  if (env.TERM === "linux" || isDumb(env)) return bells; // would show it as text
  const shown = texts.length > MOST_NOTIFICATIONS ? [`${texts.length} alerts`] : texts;
  return bells + shown.map((text) => `${ESCAPE}]9;carry: ${text}${BELL}`).join("");
}
