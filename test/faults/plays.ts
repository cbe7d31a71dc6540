import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { unreadPipe } from "../support/faults-fifo.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { exitCodeOf, runShell } from "../support/process.js";
import { CTRL_C, openTerminal } from "../support/pty.js";
import type { Outcome } from "./fault.js";
import { isWholeJson } from "./json.js";
import { ended, heldPage, LIST, manyPages, start, startWithStdout } from "./playing.js";
import { CREDENTIALS } from "./staging.js";

/* Approximate size of a large page in csv. */
const CSV_PAGE = 30_000;

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";

/** Runs a shell line with `carry` in each format; returns the failure, if any. */
export async function inEachFormat(line: (format: string) => string): Promise<Outcome> {
  const { env } = await manyPages(20);
  const outcomes = await Promise.all(
    ["ndjson", "json", "csv", "tsv"].map((format) => runShell(line(format), env)),
  );
  const worst = outcomes.find(({ code, stderr }) => code !== 0 || stderr !== "");
  return worst ?? { code: 0, stdout: "", stderr: "" };
}

/** Reads the first bytes of the output, then closes the pipe. */
export async function readerGoneWhileWaiting(): Promise<Outcome> {
  const service = await heldPage();
  const child = start(service.env);
  if (child.stdout !== null) await once(child.stdout, "data");
  child.stdout?.destroy();
  await service.letGo();
  return ended(child);
}

/** A signal between two pages; the output must be recognizable as incomplete. */
export async function inTheMiddle(signal: NodeJS.Signals): Promise<Outcome> {
  const [csv, json] = await Promise.all([interrupted(signal, "csv"), interrupted(signal, "json")]);
  const looksWhole = isWholeJson(json.stdout) || json.code !== csv.code;
  return looksWhole ? { ...json, stderr: "the json looks whole" } : csv;
}

async function interrupted(signal: NodeJS.Signals, format: string): Promise<Outcome> {
  const { env } = await heldPage();
  const child = start(env, ["positions", "list", "-o", format]);
  const outcome = ended(child);
  if (child.stdout !== null) await once(child.stdout, "data");
  child.kill(signal);
  return outcome;
}

/** A signal during a wait for `Retry-After`. */
export async function whileWaitingToRetry(signal: NodeJS.Signals): Promise<Outcome> {
  const server = await faultyServer((socket) =>
    socket.write(answer(429, "", { "retry-after": "50" })),
  );
  const child = start({ ...CREDENTIALS, CARRY_BASE_URL: server.url }, [...LIST, "-v"]);
  child.stderr?.on("data", (chunk) => {
    if (String(chunk).includes("trying again")) child.kill(signal);
  });
  return ended(child);
}

/** A signal while a write waits for the reader of a pipe. */
export async function whileNobodyReads(signal: NodeJS.Signals): Promise<Outcome> {
  const { env } = await manyPages(100);
  const pipe = unreadPipe();
  const child = startWithStdout(pipe.fd, env);
  await pipe.writtenBy(child);
  child.kill(signal);
  const outcome = await ended(child);
  return { ...outcome, stderr: outcome.stderr.replace(HOW_FAR, "") };
}

/* The capacity of a pipe, and whether the next page was requested by then, depend on the system. */
const HOW_FAR = / \(after \d+ items were printed\)(\nhint: go on with --cursor c\d+)?/;

/** Reads a little per turn of the event loop, which shows whether pages are fetched too early. */
export async function slowReader(): Promise<Outcome> {
  const server = await manyPages(60);
  const child = start(server.env);
  const { stdout } = child;
  if (stdout === null) throw new Error("there is no stdout to read");
  const closed = once(child, "close");
  let read = 0;
  let ahead = 0;
  while (!stdout.readableEnded) {
    const chunk: Buffer | null = stdout.read(1024) ?? stdout.read();
    read += chunk?.length ?? 0;
    ahead = Math.max(ahead, server.requests.length - read / CSV_PAGE);
    await nextTurn();
  }
  const end = (await closed) as [number | null, NodeJS.Signals | null];
  return { code: exitCodeOf(...end), stdout: "", stderr: ahead < 20 ? "" : `${ahead} pages ahead` };
}

/** Ctrl-C on a terminal, once the spinner is shown. */
export async function interruptedOnTerminal(): Promise<Outcome> {
  const server = await faultyServer(() => {});
  const terminal = openTerminal(["positions", "list"], {
    ...CREDENTIALS,
    CARRY_BASE_URL: server.url,
    CARRY_CONFIG_DIR: "/nonexistent",
  });
  await terminal.shows(HIDE_CURSOR);
  terminal.type(CTRL_C);
  const code = await terminal.ended;
  const screen = terminal.screen();
  const restored = screen.lastIndexOf(SHOW_CURSOR) > screen.lastIndexOf(HIDE_CURSOR);
  const said = /error: [^\r\n]*/.exec(screen)?.[0] ?? screen;
  return { code, stdout: "", stderr: restored ? said : "the cursor is still hidden" };
}
