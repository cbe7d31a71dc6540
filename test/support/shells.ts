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
  readonly offered: (screen: string) => readonly string[];
}

const PROMPT = "<ready>";
/** Bound in every shell to: tell the line and the cursor, then empty the line. */
const TELL = "\x07";
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
  return {
    async complete(line, back = 0) {
      pty.write(line + LEFT.repeat(back) + kind.tab + TELL);
      const text = await screen.until("\x03");
      const [before = "", told = ""] = text.split("\x02");
      const [buffer = "", point = ""] = told.replace("\x03", "").split("\x1f");
      await screen.until(PROMPT);
      const shown = withoutEscapes(before);
      return {
        line: `${buffer.slice(0, Number(point))}|${buffer.slice(Number(point))}`,
        offered: kind.offered(shown),
        screen: shown,
      };
    },
    async run(line) {
      pty.write(`${line}\r`);
      return withoutEscapes(await screen.until(PROMPT));
    },
    close: () => pty.kill("SIGKILL"),
  };
}

/** What a terminal shows, as it comes. */
function watch(pty: IPty) {
  let text = "";
  let waiting: { wanted: string; resolve: (text: string) => void } | undefined;
  const check = () => {
    if (waiting === undefined) return;
    const place = text.indexOf(waiting.wanted);
    if (place === -1) return;
    const end = place + waiting.wanted.length;
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
    /** Everything up to and with what is waited for. */
    until(wanted: string): Promise<string> {
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
