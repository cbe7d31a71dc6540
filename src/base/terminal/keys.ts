import type { Io } from "./io.js";

/** A pressed key: its character, or its name when it has none. */
export type Key = string;

const NAMED: Readonly<Record<string, Key>> = {
  "\u0003": "ctrl-c",
  "\u0008": "backspace",
  "\t": "tab",
  "\u000c": "ctrl-l",
  "\u0015": "ctrl-u",
  "\u001a": "ctrl-z",
  "\u001b": "escape",
  "\u007f": "backspace",
  "\r": "enter",
  "\n": "enter",
  "\u001b[A": "up",
  "\u001b[B": "down",
  "\u001bOA": "up",
  "\u001bOB": "down",
  "\u001b[5~": "pageup",
  "\u001b[6~": "pagedown",
  "\u001b[H": "home",
  "\u001b[F": "end",
  "\u001bOH": "home",
  "\u001bOF": "end",
  "\u001b[1~": "home",
  "\u001b[4~": "end",
  "\u001b[Z": "shift-tab",
};

const ESCAPE = "\u001b";
/* A control sequence (ECMA-48, 5.4) or a single shift three with its character, and a prefix of one. */
const SEQUENCE = new RegExp(`^${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|O[ -~])`);
const BEGUN = new RegExp(`^${ESCAPE}(?:\\[[0-?]*[ -/]*|O)?$`);
/** Maximum length of a key's sequence. */
const LONGEST = 32;

/** Milliseconds after which an escape character alone is the key, and not the start of a sequence. */
const ESCAPE_MS = 50;

/** Creates a reader that takes a terminal's input, split anywhere, and reports its keys. */
function createKeyReader({ clock }: Io, onKey: (key: Key) => void) {
  let rest = "";
  let cancel = () => {};
  return {
    take(chunk: string): void {
      cancel();
      rest += chunk;
      while (rest !== "" && !(BEGUN.test(rest) && rest.length < LONGEST)) {
        const pressed = SEQUENCE.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
        rest = rest.slice(pressed.length);
        const key = NAMED[pressed] ?? pressed;
        if (!key.startsWith(ESCAPE)) onKey(key);
      }
      if (rest !== ESCAPE) return;
      cancel = clock.after(ESCAPE_MS, () => {
        rest = "";
        onKey("escape");
      });
    },
    stop: () => cancel(),
  };
}

/**
 * Ignores errors of the keyboard, also after listening has stopped. When the terminal is gone, the
 * next write to it fails and reports that.
 */
const ignore = () => {};

/**
 * Listens to the keyboard key by key; does nothing when stdin is not a terminal.
 * @returns a function that stops listening and restores the terminal's mode
 */
export function listenToKeys(io: Io, onKey: (key: Key) => void): () => void {
  const stdin = io.stdin();
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) return () => {};
  const reader = createKeyReader(io, onKey);
  const onData = (chunk: Buffer | string) => reader.take(chunk.toString());
  stdin.setRawMode(true);
  stdin.on("data", onData);
  if (!stdin.listeners("error").includes(ignore)) stdin.on("error", ignore);
  stdin.resume();
  return () => {
    reader.stop();
    stdin.off("data", onData);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}
