import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { isInstalled } from "../support/needs.js";

/** Debian's name of the browser. */
const PROGRAM = "chromium";

/** Whether pages can be opened here. */
export const hasChromium = isInstalled(
  PROGRAM,
  ["--version"],
  "what a browser makes of a report is",
);

/** A message of the DevTools protocol. */
export interface DevToolsEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A page of a browser. */
export interface BrowserPage {
  /** Calls a method of the DevTools protocol. */
  call<T>(method: string, params?: object): Promise<T>;
  /** Everything that the page told of so far. */
  readonly events: readonly DevToolsEvent[];
  /** Opens an address, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page, also where its policy allows no script. */
  value<T>(expression: string): Promise<T>;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Starts a browser without a screen, with an empty profile, until the end of the test. */
export async function openPage(): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), "carry-chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
  const child = spawn(PROGRAM, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const { call, events, once } = connect(child);
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    call("Browser.close").catch(() => {}); // with its processes, which write to the profile
    await ended;
    rmSync(profile, { recursive: true, force: true });
  });
  const { targetInfos } = await call<{
    targetInfos: readonly { readonly targetId: string; readonly type: string }[];
  }>("Target.getTargets");
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const { sessionId } = await call<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const inPage = <T>(method: string, params: object = {}) => call<T>(method, params, sessionId);
  for (const domain of ["Page", "Network", "Log", "Runtime"]) await inPage(`${domain}.enable`);
  return {
    call: inPage,
    events,
    async open(url) {
      const loaded = once("Page.loadEventFired");
      await inPage("Page.navigate", { url });
      await loaded;
    },
    async value<T>(expression: string) {
      const answer = await inPage<{ result: { value: T } }>("Runtime.evaluate", {
        expression,
        returnByValue: true,
      });
      return answer.result.value;
    },
  };
}

/** Speaks the DevTools protocol over the pipes of a browser: JSON texts that end with a NUL. */
function connect(child: ChildProcess) {
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const events: DevToolsEvent[] = [];
  const waiting = new Map<number, { done: (value: unknown) => void; failed: (e: Error) => void }>();
  const listeners = new Map<string, () => void>();
  let last = 0;
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const texts = (rest + chunk).split("\0");
    rest = texts.pop() ?? "";
    for (const text of texts) take(JSON.parse(text) as Message);
  });
  const take = ({ id, result, error, method, params = {} }: Message) => {
    if (method !== undefined) {
      events.push({ method, params });
      listeners.get(method)?.();
    }
    const waiter = id === undefined ? undefined : waiting.get(id);
    if (error !== undefined) waiter?.failed(new Error(error.message));
    else waiter?.done(result);
  };
  return {
    events,
    once: (method: string) =>
      new Promise<void>((resolve) => {
        listeners.set(method, resolve);
      }),
    call: <T>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        last++;
        waiting.set(last, { done: (value) => resolve(value as T), failed: reject });
        input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      }),
  };
}
