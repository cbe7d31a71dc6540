import { Readable } from "node:stream";
import { createSecrets } from "../../src/base/secrets.js";
import type { Io, Sink } from "../../src/base/terminal/io.js";
import { withoutSecrets } from "../../src/base/terminal/stream-sink.js";
import type { Clock } from "../../src/base/time/clock.js";
import { run } from "../../src/cli/run-line.js";
import { NOW } from "./now.js";

/** Output and exit code of one command line. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Readable;
  /** Is told when stdin is opened. */
  readonly onStdin?: () => void;
  /** Columns of stdout's terminal; stdout is a pipe when omitted. */
  readonly terminal?: number;
  /** Lines of that terminal; unknown when omitted. */
  readonly rows?: number;
  /** Shows a text in a pager; none is there when omitted. */
  readonly page?: NonNullable<Io["page"]>;
  /** Columns of stderr's terminal; stderr is a pipe when omitted. */
  readonly errorTerminal?: number;
  readonly clock?: Partial<Clock>;
  readonly signal?: AbortSignal;
  /** Is told each write to stderr as it happens. */
  readonly onStderr?: (text: string) => void;
  /** Receives writes to stdout instead of the result. */
  readonly write?: (text: string | Uint8Array) => Promise<void>;
}

/** A directory that does not exist, for a run without a configuration. */
export const NO_CONFIG = "/nonexistent/carry-test-config";

/** Runs the real program with streams in memory. */
export async function carry(
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const secrets = createSecrets();
  const stdin = streamOf(surroundings.stdin);
  const isTTY = surroundings.terminal !== undefined;
  const io: Io = {
    stdin: () => {
      surroundings.onStdin?.();
      return stdin;
    },
    stdout: {
      ...memorySink(isTTY, surroundings.terminal, surroundings.write ?? collect(stdout)),
      rows: surroundings.rows,
    },
    stderr: withoutSecrets(
      memorySink(
        surroundings.errorTerminal !== undefined,
        surroundings.errorTerminal,
        async (text) => {
          stderr.push(textOf(text));
          surroundings.onStderr?.(textOf(text));
        },
      ),
      secrets,
    ),
    secrets,
    env: { CARRY_CONFIG_DIR: NO_CONFIG, TERM: "xterm", LANG: "C.UTF-8", ...surroundings.env },
    clock: {
      now: () => NOW,
      elapsed: surroundings.clock?.now ?? (() => NOW),
      sleep: async () => {},
      after: () => () => {},
      ...surroundings.clock,
    },
    random: () => 0.5,
    signal: surroundings.signal ?? new AbortController().signal,
    ...(surroundings.page && { page: surroundings.page }),
  };
  const code = await run(argv, io);
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}

function streamOf(stdin: string | Readable = ""): Readable {
  if (typeof stdin !== "string") return stdin;
  return Readable.from(stdin === "" ? [] : [stdin]);
}

function collect(parts: string[]): (text: string | Uint8Array) => Promise<void> {
  return async (text) => {
    parts.push(textOf(text));
  };
}

function textOf(text: string | Uint8Array): string {
  return typeof text === "string" ? text : Buffer.from(text).toString("utf8");
}

function memorySink(
  isTTY: boolean,
  columns: number | undefined,
  write: (text: string | Uint8Array) => Promise<void>,
): Sink {
  return { isTTY, columns, write };
}
