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

/**
 * The prompts are loaded when there is something to ask.
 * @param shown makes text safe for a terminal
 */
export async function createPrompter(
  io: Io,
  color: boolean,
  shown: (text: string) => string,
): Promise<Prompter> {
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
  const validator = (fault: Question["fault"]) => (answer: string | undefined) => {
    const reason = fault((answer ?? "").trim());
    return reason && shown(reason);
  };
  return {
    async text({ message, initial, fault }) {
      const known = initial === undefined ? {} : { initialValue: shown(initial) };
      const validate = validator(fault);
      return answered(await text({ ...streams, ...known, message: shown(message), validate }));
    },
    async secret({ message, fault }) {
      const validate = validator(fault);
      return answered(await password({ ...streams, message: shown(message), validate }));
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
  stream.on("error", () => {}); // of a terminal that is gone, which its keyboard tells
  return Object.defineProperty(stream, "columns", { get: () => sink.columns ?? 80 });
}
