import { Readable } from "node:stream";
import { keepsDigits, parseExactly } from "../../base/json-text.js";
import { visible } from "../../base/safe-text.js";
import type { Io, Sink } from "../../base/terminal/io.js";
import { type Context, createContext, type Session } from "../../run/context.js";
import type { TreeAccess } from "../../run/define.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { type Printed, ToolError } from "../../serve/mcp/tools.js";

interface Line {
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Returns what a command printed as JSON. @throws {ToolError} if that is not one whole value: it failed */
function printedBy({ stdout, stderr }: ReturnType<typeof captured>): Printed {
  const lines = stderr().split("\n").flatMap(messageOf);
  const value = parsed(stdout());
  if (value !== undefined) {
    const notes = lines.map(({ kind, message }) => visible(`${kind}: ${message}`));
    return { value: value.value, notes };
  }
  const failure = lines.findLast(({ kind }) => kind === "error");
  const { code = "UNKNOWN", message = "the command printed nothing", hint } = failure ?? {};
  throw new ToolError(code, visible(message), hint === undefined ? undefined : visible(hint));
}

function messageOf(line: string): readonly (Line & { readonly kind: string })[] {
  const entries = Object.entries(parsed(line)?.value ?? {});
  return entries.flatMap(([kind, it]) =>
    typeof it === "object" && it !== null && kind !== "debug" ? [{ kind, ...(it as Line) }] : [],
  );
}

/** Returns a JSON value without losing digits; undefined when the text is none. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value: keepsDigits(text) ? value : parseExactly(text) };
  } catch {
    return undefined;
  }
}

/** How long answers are reused, so that the calls of an agent for one answer see one moment. */
const ONE_MOMENT_MS = 30_000;

/** Opens a session with the settings of a command line, shared by calls; nothing is read before the first. */
function openSession({ io, common, sourcesWithoutProfile }: Context) {
  const typed = sourcesWithoutProfile().options;
  const session = createContext(io, common, typed, true, { reuseAnswers: ONE_MOMENT_MS });
  let end = () => {};
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  const closed = session.run(() => ended);
  const close = () => {
    end();
    return closed;
  };
  return { session, close };
}

/** Failures after which settings are read again, since the user may fix them while the server runs. */
const OF_SETTINGS: ReadonlySet<ExitCode> = new Set([ExitCode.keyRefused, ExitCode.storage]);

/** Runs the command lines of tools within one session, and a new one after settings were at fault. */
export function createAsker(context: Context, runLine: TreeAccess["runLine"]) {
  const opened = [openSession(context)];
  const run = async (words: readonly string[], signal: AbortSignal) => {
    const shared = opened.at(-1) ?? openSession(context);
    const output = captured(context.io, signal);
    const code = await runLine(["--output=json", ...words], output.io, sharing(shared.session));
    if (OF_SETTINGS.has(code) && shared === opened.at(-1)) opened.push(openSession(context));
    return printedBy(output);
  };
  return {
    runUntil: (signal: AbortSignal) => (words: readonly string[]) => run(words, signal),
    async close() {
      for (const { close } of opened) await close();
    },
  };
}

/** Fixes the number of connections, which the first command line that connects would decide. */
function sharing(session: Context): Session {
  return { ...session, client: () => session.client(CONCURRENCY) };
}

/** Returns an `Io` without input and terminal, ended by `signal` too, and what is printed to it. */
function captured(io: Io, signal: AbortSignal) {
  const [stdout, stderr] = [keptSink(), keptSink()];
  const { env, clock, secrets, random } = io;
  const own: Io = {
    stdin: () => Readable.from([]),
    stdout: stdout.sink,
    stderr: stderr.sink,
    ...{ env, clock, secrets, random },
    signal: AbortSignal.any([io.signal, signal]),
  };
  return {
    io: own,
    stdout: () => secrets.redact(stdout.text()),
    stderr: () => secrets.redact(stderr.text()),
  };
}

function keptSink(): { readonly sink: Sink; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const sink: Sink = {
    isTTY: false,
    columns: undefined,
    async write(data) {
      chunks.push(Buffer.from(data));
    },
  };
  return { sink, text: () => Buffer.concat(chunks).toString("utf8") };
}
