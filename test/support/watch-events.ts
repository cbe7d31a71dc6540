import { Interrupted } from "../../src/base/terminal/io.js";
import { carry } from "./carry.js";
import { answer, faultyServer } from "./faulty-server.js";
import { NOW } from "./now.js";
import { PORTFOLIO } from "./records.js";

/** Positions that the service answers with, or a whole response. */
export type ServedRound = readonly Record<string, unknown>[] | Buffer;

type Event = Record<string, unknown>;

export interface Played {
  readonly code: number;
  /** Alerts and their ends. */
  readonly events: Event[];
  /** Events of the watch itself: started, error, recovered. */
  readonly notices: Event[];
  /** Lines without the first one. */
  readonly stdout: string;
  readonly stderr: string;
  /** Waits between rounds in milliseconds. */
  readonly waits: readonly number[];
  /** Each write to stdout. */
  readonly writes: readonly string[];
}

export interface PlayOptions {
  readonly write?: (text: string) => void;
  /** Number of waits before the interrupt; one per round when omitted. */
  readonly waits?: number;
  /** API key; "k" when omitted. */
  readonly key?: string;
}

const NO_FUNDING = answer(200, '{"data":[]}');
const NOTICES: readonly unknown[] = ["started", "error", "recovered"];

/** Watches rounds one after the other without a terminal, and interrupts the watch after the last. */
export async function play(
  rounds: readonly ServedRound[],
  words: readonly string[] = [],
  { write = () => {}, waits: most = rounds.length, key = "k" }: PlayOptions = {},
): Promise<Played> {
  const answers = rounds.map((round) =>
    Buffer.isBuffer(round)
      ? round
      : answer(200, JSON.stringify({ data: round, next_cursor: null })),
  );
  let listed = 0;
  const server = await faultyServer((socket, request) => {
    if (request.startsWith("GET /v1/funding/")) return void socket.write(NO_FUNDING);
    socket.write(answers[Math.min(listed++, answers.length - 1)] ?? answer(500, ""));
  });
  const controller = new AbortController();
  const waits: number[] = [];
  const writes: string[] = [];
  let now = NOW;
  const { code, stderr } = await carry(["watch", ...words], {
    env: {
      CARRY_BASE_URL: server.url,
      CARRY_API_KEY: key,
      CARRY_PORTFOLIO: PORTFOLIO,
      CARRY_RETRIES: "0",
    },
    signal: controller.signal,
    clock: {
      now: () => now,
      async sleep(ms, signal) {
        waits.push(ms);
        now += ms;
        if (waits.length === most) controller.abort(new Interrupted("SIGINT"));
        signal?.throwIfAborted();
      },
    },
    write: async (text) => {
      write(String(text));
      writes.push(String(text));
    },
  });
  const lines = writes.join("").split("\n").filter(Boolean);
  const parsed = lines.map((line) => JSON.parse(line));
  const isNotice = (value: unknown) => NOTICES.includes((value as Event)?.event);
  const first = isNotice(parsed[0]) ? 1 : 0;
  return {
    code,
    events: parsed.filter((value) => !isNotice(value)),
    notices: parsed.filter(isNotice),
    stdout: lines
      .slice(first)
      .map((line) => `${line}\n`)
      .join(""),
    stderr,
    waits,
    writes,
  };
}
