import { type Readable, Writable } from "node:stream";
import { Interrupted, type Io, type Sink } from "./io.js";

/** A question to the user at a terminal. */
export interface Question {
  readonly message: string;
  /** Present value, kept with Enter. */
  readonly initial?: string;
  /** Describes why an answer is invalid; undefined when it is valid. Asked again until it is. */
  readonly fault: (answer: string) => string | undefined;
}

/** Asks questions on stderr, since stdout is for data. */
export type Prompter = Awaited<ReturnType<typeof createPrompter>>;

/** Reports whether a user can be asked: stdin and stderr are terminals. */
export function canAsk(io: Io): boolean {
  return io.stderr.isTTY && io.stdin().isTTY === true;
}

/** Loads the prompts, which are needed only for a question. @param shown makes text safe for a terminal */
export async function createPrompter(io: Io, color: boolean, shown: (text: string) => string) {
  const { isCancel, password, text } = await import("@clack/prompts");
  // A question that is cut off leaves the cursor hidden.
  io.atExit?.(() => void io.stderr.write(SHOW_CURSOR).catch(() => {}));
  const streams = {
    input: io.stdin() as Readable,
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
    /** @throws {Interrupted} when the user cancels (Ctrl-C, Esc) or the process is asked to end */
    async text({ message, initial, fault }: Question): Promise<string> {
      const known = initial === undefined ? {} : { initialValue: shown(initial) };
      const validate = validator(fault);
      return answered(await text({ ...streams, ...known, message: shown(message), validate }));
    },
    /** Asks without showing the input. @throws {Interrupted} */
    async secret({ message, fault }: Question): Promise<string> {
      const validate = validator(fault);
      return answered(await password({ ...streams, message: shown(message), validate }));
    },
  };
}

const ESCAPE = "\u001b";
const SHOW_CURSOR = `${ESCAPE}[?25h`;
const COLORS = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");

/** Returns a stream for the prompts to draw on; it removes colours unless `color` is true. */
function writableOf(sink: Sink, color: boolean): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = String(chunk);
      sink.write(color ? text : text.replace(COLORS, "")).then(() => done(), done);
    },
  });
  stream.on("error", () => {}); // the terminal is gone: reading the keyboard fails too and reports it
  return Object.defineProperty(stream, "columns", { get: () => sink.columns ?? 80 });
}

/** Maximum number of bytes read where one line is expected. */
const MAX_LINE_BYTES = 64 * 1024;

/**
 * Reads stdin to its end, or until it exceeds `maxBytes`, without the final line end.
 * @throws the signal's reason when it is aborted meanwhile
 */
export async function readPiped({ stdin, signal }: Io, maxBytes = MAX_LINE_BYTES): Promise<string> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const text = await Promise.race([readAll(stdin(), maxBytes), interrupted]);
  return text.replace(/\r?\n$/, "");
}

async function readAll(stdin: AsyncIterable<string | Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    chunks.push(buffer);
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
