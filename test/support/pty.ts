import { Socket } from "node:net";
import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { CARRY } from "./bundle.js";
import { extraEnv } from "./extra-env.js";

/** The built `carry` on a pseudo-terminal, with the test as its user. */
export interface Terminal {
  readonly pid: number;
  /** Everything that the terminal has shown. */
  readonly screen: () => string;
  /** Resolves when the text has been shown, after the text of earlier calls. */
  shows(text: string): Promise<void>;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Closes the terminal, as closing its window does. */
  hangUp(): void;
  /** Calls back with all output to the terminal. */
  onData(listener: (data: string) => void): void;
  /** The exit code; 128 and the number of the signal that ended it, as in a shell. */
  readonly ended: Promise<number>;
}

export const ENTER = "\r";
export const CTRL_C = "\u0003";

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Options of node itself. */
  readonly node?: readonly string[];
}

export function openTerminal(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  options: TerminalOptions = {},
): Terminal {
  return openProgram([process.execPath, ...(options.node ?? []), CARRY, ...argv], env, options);
}

/**
 * Lets everything be read that a program has written. 200 ms after its end node-pty closes the terminal,
 * read or not: where the machine was busy for that long, the last lines were lost.
 */
function readToItsEnd(pty: object): void {
  const socket: unknown = Reflect.get(pty, "_socket");
  if (!(socket instanceof Socket)) return;
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    setImmediate(() => setImmediate(() => destroy(error)));
    return socket;
  };
}

/** Starts any program, such as a shell, on a pseudo-terminal. */
export function openProgram(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { columns = 120, rows = 40 }: TerminalOptions = {},
): Terminal {
  const pty = spawn(file, args, {
    cols: columns,
    rows,
    env: {
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      CARRY_PAGER: "",
      ...extraEnv(),
      ...env,
    },
  });
  readToItsEnd(pty);
  let shown = "";
  let seen = 0;
  let waiting: { readonly text: string; readonly done: () => void } | undefined;
  let fail: ((error: Error) => void) | undefined;
  const look = () => {
    const at = waiting === undefined ? -1 : shown.indexOf(waiting.text, seen);
    if (waiting === undefined || at < 0) return;
    seen = at + waiting.text.length;
    const { done } = waiting;
    waiting = undefined;
    done();
  };
  pty.onData((data) => {
    shown += data;
    look();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      resolve(signal ? 128 + signal : exitCode);
      if (waiting !== undefined) {
        fail?.(new Error(`ended before it showed "${waiting.text}": ${JSON.stringify(shown)}`));
      }
    });
  });
  onTestFinished(() => {
    try {
      pty.kill("SIGKILL");
    } catch {
      // it has ended by itself
    }
  });
  return {
    pid: pty.pid,
    screen: () => shown,
    shows: (text) =>
      new Promise<void>((done, reject) => {
        waiting = { text, done };
        fail = reject;
        look();
      }),
    type: (text) => pty.write(text),
    resize: (columns, rows) => pty.resize(columns, rows),
    kill: (signal) => pty.kill(signal),
    hangUp() {
      if (!("destroy" in pty) || typeof pty.destroy !== "function") throw new Error("no destroy()");
      pty.destroy();
    },
    onData: (listener) => void pty.onData(listener),
    ended,
  };
}
