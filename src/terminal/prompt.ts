import { type Readable, Writable } from "node:stream";
import { Interrupted, type Io, type Sink } from "./io.js";

/** A question to a person at a terminal. */
export interface Question {
  readonly message: string;
  /** What is there already, to be kept with Enter. */
  readonly initial?: string;
  /** Why an answer cannot be taken; undefined when it can. Asked again until then. */
  readonly fault: (answer: string) => string | undefined;
}

/** Asks on stderr, so that stdout stays free for data. */
export interface Prompter {
  /** @throws {Interrupted} when the person gives up (Ctrl-C, Esc) or the process is asked to end */
  text(question: Question): Promise<string>;
  /** What is typed is not shown. @throws {Interrupted} */
  secret(question: Question): Promise<string>;
}

/** Whether there is a person to ask: one who types, and one who sees the question. */
export function canAsk(io: Io): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY;
}

/** The prompts are loaded when there is something to ask. */
export async function createPrompter(io: Io, color: boolean): Promise<Prompter> {
  const { isCancel, password, text } = await import("@clack/prompts");
  const streams = {
    input: io.stdin as Readable,
    output: writableOf(io.stderr, color),
    signal: io.signal,
    withGuide: false,
  };
  const answered = (answer: string | symbol | undefined): string => {
    io.signal.throwIfAborted();
    if (isCancel(answer)) throw new Interrupted("SIGINT");
    return typeof answer === "string" ? answer.trim() : "";
  };
  return {
    async text({ message, initial, fault }) {
      const validate = (answer: string | undefined) => fault((answer ?? "").trim());
      const known = initial === undefined ? {} : { initialValue: initial };
      return answered(await text({ ...streams, ...known, message, validate }));
    },
    async secret({ message, fault }) {
      const validate = (answer: string | undefined) => fault((answer ?? "").trim());
      return answered(await password({ ...streams, message, validate }));
    },
  };
}

const ESCAPE = "\u001b";
const COLORS = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");

/** A stream that the prompts can draw on, without colours where there are to be none. */
function writableOf(sink: Sink, color: boolean): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = String(chunk);
      sink.write(color ? text : text.replace(COLORS, "")).then(() => done(), done);
    },
  });
  return Object.defineProperty(stream, "columns", { get: () => sink.columns ?? 80 });
}
