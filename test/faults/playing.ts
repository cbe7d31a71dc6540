import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { CARRY } from "../support/bundle.js";
import { extraEnv } from "../support/extra-env.js";
import { faultyServer } from "../support/faulty-server.js";
import { finish, startCarry } from "../support/process.js";
import { position } from "../support/records.js";
import type { Outcome } from "./fault.js";
import { CREDENTIALS, page } from "./staging.js";

export const LIST = ["positions", "list", "-o", "csv"];

/** A page of 100 positions, about 60 kB. */
function largePage(count: number, next: string | null): Buffer {
  const first = count * 100;
  return page(
    Array.from({ length: 100 }, (_, index) => position(first + index)),
    next,
  );
}

/** Starts a service with this many large pages, for one listing or several at once. */
export async function manyPages(pages: number) {
  const server = await faultyServer((socket, request) => {
    const count = Number(/cursor=c(\d+)/.exec(request)?.[1] ?? 0) + 1;
    socket.write(largePage(count, count < pages ? `c${count}` : null));
  });
  return { ...server, env: { ...CREDENTIALS, CARRY_BASE_URL: server.url } };
}

/** Starts a service that sends one page, and delays the second one until it is released. */
export async function heldPage() {
  let onAsked: (socket: Socket) => void = () => {};
  const asked = new Promise<Socket>((resolve) => {
    onAsked = resolve;
  });
  const server = await faultyServer((socket, _request, count) => {
    if (count === 1) socket.write(largePage(count, "c1"));
    else onAsked(socket);
  });
  return {
    env: { ...CREDENTIALS, CARRY_BASE_URL: server.url },
    letGo: async () => (await asked).write(largePage(2, null)),
  };
}

/** Starts the built program; it is killed at the end of the test. */
export function start(
  env: Readonly<Record<string, string>>,
  argv: readonly string[] = LIST,
): ChildProcess {
  const child = startCarry(argv, env);
  endWithTest(child);
  return child;
}

/** Starts the built program with a given file descriptor as its stdout. */
export function startWithStdout(
  stdout: number,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, [CARRY, ...LIST], {
    env: { PATH: process.env.PATH, CARRY_CONFIG_DIR: "/nonexistent", ...extraEnv(), ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
  endWithTest(child);
  return child;
}

/** Waits for the end, and drops the output of --verbose. */
export async function ended(child: ChildProcess): Promise<Outcome> {
  const { code, stdout, stderr } = await finish(child);
  return { code, stdout, stderr: stderr.replace(/^debug: .*\n/gm, "") };
}

function endWithTest(child: ChildProcess): void {
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
}
