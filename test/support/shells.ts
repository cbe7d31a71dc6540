import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";

/** What pressing TAB did. */
export interface Completed {
  /** The line afterwards, with | where the cursor is. */
  readonly line: string;
  /** What was listed; empty where one word was inserted, or none was known. */
  readonly offered: readonly string[];
  /** Everything that appeared on the terminal. */
  readonly screen: string;
}

/** An interactive shell on a pseudo-terminal. */
export interface Shell {
  /** Types a line, moves the cursor back, presses TAB, and leaves an empty line behind. */
  complete(line: string, back?: number): Promise<Completed>;
  /** Runs a line to its end. */
  run(line: string): Promise<string>;
  /**
   * Types a line, presses keys, closes a quote that is open then, and presses Enter. A command that
   * is unfinished even so is given up.
   * @returns the line on which Enter was pressed
   */
  enter(line: string, keys: string): Promise<string>;
  close(): void;
}

/** How one shell is started and spoken to. */
export interface Kind {
  readonly argv: readonly string[];
  /** The file in its home that it reads first. */
  readonly startFile: string;
  readonly settings: string;
  /** Sent instead of TAB. */
  readonly tab: string;
  /** Gives an unfinished command up; in fish its lines are edited like any line. */
  readonly giveUp: string | undefined;
  /** The quotes in which a backslash escapes. */
  readonly escapingQuotes: string;
  readonly offered: (screen: string) => readonly string[];
}

const PROMPT = "<ready>";
/** What bash and zsh ask for the rest of an unfinished command with. */
const MORE = "<more>";
/** Bound in every shell to: tell the line and the cursor, then empty the line. */
const TELL = "\x07";
/** The same, but the line stays. */
const SAY = "\x0e";
const LEFT = "\x1b[D";
const PATIENCE_MS = 20_000;

/**
 * Starts a shell.
 * @param home an empty directory to be its home
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
  const told = async () => {
    const [before = "", line = ""] = (await screen.until("\x03")).split("\x02");
    const [buffer = "", point = ""] = line.replace("\x03", "").split("\x1f");
    await screen.until(PROMPT, MORE);
    return { before, buffer, point: Number(point) };
  };
  return {
    async complete(line, back = 0) {
      pty.write(line + LEFT.repeat(back) + kind.tab + TELL);
      const { before, buffer, point } = await told();
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
      const { buffer } = await told();
      const quote = openQuote(buffer, kind.escapingQuotes);
      if (kind.giveUp === undefined) {
        pty.write(`${quote}\r${TELL}`);
        await told();
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

/** What a terminal shows, as it comes. */
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
    /** Everything up to and with the first of what is waited for. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
  return text.replaceAll(/\x1b\[[\d;?]*[A-Za-z]|\x1b[()][\dA-Z]|\x1b[=>]|\r|\x0f/g, "");
}

/** The lines that a shell printed below the one typed, without those that show the prompt again. */
export function listing(screen: string): string[] {
  return screen
    .split("\n")
    .slice(1)
    .filter((line) => !line.includes(PROMPT) && line.trim() !== "");
}

/** The quote that is open at the end of a line. */
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
