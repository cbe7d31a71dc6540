import type { Io } from "./io.js";

/** The whole terminal as one picture, drawn over what was there and taken away at the end. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Shows these lines, in one write of what differs from those shown. */
  draw(lines: readonly string[]): Promise<void>;
  /** What is shown is not known any more: the next picture is drawn as a whole. */
  forget(): void;
  ring(): Promise<void>;
  /** Gives the terminal back as it was; more than once does no harm. */
  close(): Promise<void>;
}

const CSI = "\u001b[";
/** Alternate buffer, no cursor, no wrapping at the edge, and nothing there. Source: xterm, ctlseqs. */
const ENTER = `${CSI}?1049h${CSI}?25l${CSI}?7l${CSI}2J`;
const LEAVE = `${CSI}?2026l${CSI}0m${CSI}?7h${CSI}?25h${CSI}?1049l`;
/** A terminal that knows synchronized output shows all of it at once; others ignore the words. */
const BEGIN = `${CSI}?2026h`;
const END = `${CSI}?2026l`;
const TO_END_OF_LINE = `${CSI}K`;
const TO_END_OF_SCREEN = `${CSI}J`;

/** Nothing can be laid out in less. */
const NARROWEST = 20;

/** Takes the terminal that stdout is. */
export async function openScreen({ stdout, atExit }: Io): Promise<Screen> {
  let shown: readonly string[] | undefined;
  let open = true;
  const leave = async () => {
    if (!open) return;
    open = false;
    await stdout.write(LEAVE);
  };
  const forgetExit = atExit?.(() => void leave().catch(() => {}));
  await stdout.write(ENTER);
  return {
    get width() {
      return Math.max(stdout.columns ?? 80, NARROWEST);
    },
    get height() {
      return Math.max(stdout.rows ?? 24, 1);
    },
    async draw(lines) {
      const drawn = difference(shown, lines);
      shown = [...lines];
      if (open && drawn !== "") await stdout.write(BEGIN + drawn + END);
    },
    forget() {
      shown = undefined;
    },
    ring: () => stdout.write("\u0007"),
    async close() {
      try {
        await leave();
      } catch {
        // nobody sees it any more
      }
      forgetExit?.();
    },
  };
}

function difference(before: readonly string[] | undefined, after: readonly string[]): string {
  let drawn = "";
  for (const [index, line] of after.entries()) {
    if (before?.[index] !== line) drawn += `${at(index)}${line}${TO_END_OF_LINE}`;
  }
  const shorter = before === undefined || before.length > after.length;
  return shorter ? `${drawn}${at(after.length)}${TO_END_OF_SCREEN}` : drawn;
}

function at(line: number): string {
  return `${CSI}${line + 1};1H`;
}
