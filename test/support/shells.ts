import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";

/** Effect of pressing TAB. */
export interface Completed {
  /** The line afterwards, with | at the cursor. */
  readonly line: string;
  /** Listed candidates; empty when one was inserted, or none was found. */
  readonly offered: readonly string[];
  /** Everything that appeared on the terminal. */
  readonly screen: string;
}

/** An interactive shell on a pseudo-terminal. */
export interface Shell {
  /** Types a line, moves the cursor back, presses TAB, and clears the line. */
  complete(line: string, back?: number): Promise<Completed>;
  /** Runs a line to its end. */
  run(line: string): Promise<string>;
  /**
   * Types a line, presses keys, closes an open quote, and presses Enter. Cancels a command that is
   * still unfinished.
   * @returns the line on which Enter was pressed
   */
  enter(line: string, keys: string): Promise<string>;
  close(): void;
}

/** How to start and control a shell. */
export interface Kind {
  readonly argv: readonly string[];
  /** Start file in its home. */
  readonly startFile: string;
  readonly settings: string;
  /** Sent instead of TAB. */
  readonly tab: string;
  /** Cancels an unfinished command; in fish its lines are edited like any line. */
  readonly giveUp: string | undefined;
  /** Quotes in which a backslash escapes. */
  readonly escapingQuotes: string;
  readonly offered: (screen: string) => readonly string[];
}

const PROMPT = "<ready>";
/** Prompts of bash and zsh for the rest of an unfinished command. */
const MORE = "<more>";
/** Bound in every shell to: print the line and the cursor, then clear the line. */
const BELL = "\x07";
/** Bound in every shell to: print the line and the cursor, and keep the line. */
const SAY = "\x0e";
const LEFT = "\x1b[D";
const PATIENCE_MS = 20_000;

/**
 * Starts a shell.
 * @param home an empty directory, used as its home
 * @param script lines of the user's own start file
 */
export async function startShell(
  kind: Kind,
  home: string,
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Shell> {
  const file = join(home, kind.startFile);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `${kind.settings}\n${script}\n`);
  const [command = "", ...args] = kind.argv;
  const pty = spawn(command, args, {
    cwd: home,
    cols: 500,
    rows: 2000,
    name: "xterm",
    env: {
      HOME: home,
      TERM: "xterm",
      LANG: "C.UTF-8",
      INPUTRC: "/dev/null",
      ZDOTDIR: home,
      ...env,
    },
  });
  const screen = watch(pty);
  await screen.until(PROMPT);
  const reported = async () => {
    const [before = "", line = ""] = (await screen.until("\x03")).split("\x02");
    const [buffer = "", point = ""] = line.replace("\x03", "").split("\x1f");
    await screen.until(PROMPT, MORE);
    return { before, buffer, point: Number(point) };
  };
  return {
    async complete(line, back = 0) {
      pty.write(line + LEFT.repeat(back) + kind.tab + BELL);
      const { before, buffer, point } = await reported();
      const shown = withoutEscapes(before);
      return {
        line: `${buffer.slice(0, point)}|${buffer.slice(point)}`,
        offered: kind.offered(shown),
        screen: shown,
      };
    },
    async run(line) {
      pty.write(`${line}\r`);
      return withoutEscapes(await screen.until(PROMPT));
    },
    async enter(line, keys) {
      pty.write(line + keys + SAY);
      const { buffer } = await reported();
      const quote = openQuote(buffer, kind.escapingQuotes);
      if (kind.giveUp === undefined) {
        pty.write(`${quote}\r${BELL}`);
        await reported();
      } else {
        pty.write(`${quote}\r`);
        if ((await screen.until(PROMPT, MORE)).endsWith(MORE)) {
          pty.write(kind.giveUp);
          await screen.until(PROMPT);
        }
      }
      return buffer + quote;
    },
    close: () => pty.kill("SIGKILL"),
  };
}

/** Collects the output to a terminal. */
function watch(pty: IPty) {
  let text = "";
  let waiting: { wanted: readonly string[]; resolve: (text: string) => void } | undefined;
  const check = () => {
    if (waiting === undefined) return;
    const ends = waiting.wanted
      .filter((wanted) => text.includes(wanted))
      .map((wanted) => text.indexOf(wanted) + wanted.length);
    if (ends.length === 0) return;
    const end = Math.min(...ends);
    const { resolve } = waiting;
    const seen = text.slice(0, end);
    text = text.slice(end);
    waiting = undefined;
    resolve(seen);
  };
  pty.onData((chunk) => {
    text += chunk;
    check();
  });
  return {
    /** Returns the output up to and including the first match. */
    until(...wanted: readonly string[]): Promise<string> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no ${JSON.stringify(wanted)} in ${JSON.stringify(text)}`)),
          PATIENCE_MS,
        );
        waiting = {
          wanted,
          resolve: (seen) => {
            clearTimeout(timer);
            resolve(seen);
          },
        };
        check();
      });
    },
  };
}

function withoutEscapes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these control a terminal
  return text.replaceAll(/\x1b\[[\d;?]*[A-Za-z]|\x1b[()][\dA-Z]|\x1b[=>]|\r|\x0f/g, "");
}

/** Returns the lines printed below the typed one, without repeated prompts. */
export function listing(screen: string): string[] {
  return screen
    .split("\n")
    .slice(1)
    .filter((line) => !line.includes(PROMPT) && line.trim() !== "");
}

/** Returns the quote that is open at the end of a line. */
function openQuote(line: string, escaping: string): string {
  let open = "";
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? "";
    if (char === "\\" && (open === "" || escaping.includes(open))) i++;
    else if (open === "" && (char === "'" || char === '"')) open = char;
    else if (char === open) open = "";
  }
  return open;
}
