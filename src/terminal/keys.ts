import type { Io } from "./io.js";

/** A key as it was pressed: a character, or the name of a key that has none. */
export type Key = string;

const NAMED: Readonly<Record<string, Key>> = {
  "\u0003": "ctrl-c",
  "\u000c": "ctrl-l",
  "\u001a": "ctrl-z",
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
};

const ESCAPE = "\u001b";
/* A control sequence (ECMA-48, 5.4) or a single shift three with its character, or their beginning. */
const SEQUENCE = new RegExp(`^${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|O[ -~])`);
const BEGUN = new RegExp(`^${ESCAPE}(?:\\[[0-?]*[ -/]*|O)?$`);
/** Longer than any sequence of a key; what goes on for longer is none. */
const LONGEST = 32;

/** Reads keys out of what a terminal sends, however it is cut into pieces. */
function createKeyReader(): (chunk: string) => Key[] {
  let rest = "";
  return (chunk) => {
    const keys: Key[] = [];
    rest += chunk;
    while (rest !== "" && !(BEGUN.test(rest) && rest.length < LONGEST)) {
      const pressed = SEQUENCE.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
      rest = rest.slice(pressed.length);
      const key = NAMED[pressed] ?? pressed;
      if (!key.startsWith(ESCAPE)) keys.push(key);
    }
    return keys;
  };
}

/** The terminal has gone away, which writing to it tells; also when nobody listens to keys any more. */
const ignore = () => {};

/**
 * Listens to the keyboard key by key, when stdin is one.
 * @returns stops listening and gives the keyboard back as it was
 */
export function listenToKeys({ stdin }: Io, onKey: (key: Key) => void): () => void {
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) return () => {};
  const read = createKeyReader();
  const onData = (chunk: Buffer | string) => {
    for (const key of read(chunk.toString())) onKey(key);
  };
  stdin.setRawMode(true);
  stdin.on("data", onData);
  if (!stdin.listeners("error").includes(ignore)) stdin.on("error", ignore);
  stdin.resume();
  return () => {
    stdin.off("data", onData);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}
