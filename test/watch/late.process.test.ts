import { EventEmitter, once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { preloadedFile } from "../support/preload.js";
import { openTerminal } from "../support/pty.js";
import { PORTFOLIO, position } from "../support/records.js";
import { createVirtualTerminal } from "../support/vt.js";
import { THREE, type Watched, watch } from "../support/watched.js";
import { createTestClock, watching } from "../support/watching.js";

const isOfFunding = (request: string) => request.startsWith("GET /v1/funding/");
const NO_FUNDING = answer(200, '{"data":[]}');
const END_OF_PICTURE = "\u001b[?2026l";

/** Answers what is asked beside the positions: the settled funding of a market. */
function answersFunding(socket: Socket, request: string): boolean {
  const isFunding = request.startsWith("GET /v1/funding/");
  if (isFunding) socket.write(answer(200, '{"data":[]}'));
  return isFunding;
}

/** The line of the pages, whose right end says how old the figures are, and the line below it. */
const stateLines = ({ screen }: Pick<Watched, "screen">) => screen.lines().slice(2, 4);

/** Starts the next round, and waits until its request has arrived and the watch waits for the answer. */
async function begin(it: Watched): Promise<{ readonly round: Promise<void> }> {
  const { length } = it.requests;
  const round = it.passes(30_000);
  while (it.requests.length === length) await nextTurn();
  return { round };
}

/** Lets time pass once everything that was caused before has happened. */
async function elapses({ clock }: Pick<Watched, "clock">, ms: number): Promise<void> {
  await nextTurn();
  await clock.elapses(ms);
}

/** Starts the next round while the service does not answer. Returns a function that lets it answer. */
async function hold(it: Watched): Promise<() => Promise<void>> {
  let letGo = () => {};
  it.served.held = new Promise((resolve) => {
    letGo = resolve;
  });
  const { round } = await begin(it);
  return async () => {
    letGo();
    it.served.held = undefined;
    await round;
  };
}

describe("a round of a shown watch without an answer", () => {
  it("shows after 2 seconds the age of the figures, the attempt and how long it has run", async () => {
    const it = await watch(THREE);
    const answerNow = await hold(it);
    await elapses(it, 1_999);
    expect(it.screen.lines()[2]).toMatch(/ updated 12:00:00Z · refreshing$/);
    expect(it.screen.lines()[3]).toMatch(/^ {3}position /);
    await elapses(it, 1);
    await it.shows("attempt 1: no positions yet for 2s · figures 32s old");
    expect(stateLines(it)[0]).toMatch(/ updated 12:00:00Z$/);
    for (const second of [3, 4, 5]) {
      await elapses(it, 1_000);
      await it.shows(`attempt 1: no positions yet for ${second}s · figures ${30 + second}s old`);
    }
    await answerNow();
    await it.shows("updated 12:00:35Z · next in 30s");
  });

  it("fits a terminal of 60 columns", async () => {
    const it = await watch(THREE, [], { columns: 60 });
    const answerNow = await hold(it);
    await elapses(it, 12_000);
    await it.shows("attempt 1: no positions yet for 12s · figures 42s old");
    await answerNow();
  });

  it("shows how many positions were received so far", async () => {
    const body = (n: number, next: string | null) =>
      answer(200, JSON.stringify({ data: [position(n)], next_cursor: next }));
    const came = new EventEmitter();
    const last = once(came, "4"); // by then the page before the one before has been taken
    let count = 0;
    const server = await faultyServer((socket, request) => {
      if (isOfFunding(request)) return void socket.write(NO_FUNDING);
      count++;
      if (count === 1) socket.write(body(1, null));
      else if (count === 3) socket.write(body(3, "third"));
      else {
        const next = count === 2 ? "second" : null;
        const own = body(count, next);
        came.emit(String(count), () => socket.write(own));
      }
    });
    const clock = createTestClock(NOW);
    const env = { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
    const it = watching(["watch"], { env, clock });
    await it.shows("updated 12:00:00Z");
    const first = once(came, "2");
    const round = it.passes(30_000);
    const [sendFirst] = await first;
    await elapses({ clock }, 1_500);
    sendFirst();
    const [sendLast] = await last;
    await elapses({ clock }, 500);
    await it.shows(/refreshing: [12] pages?, [12] positions?, 2s · figures 32s old$/m);
    sendLast();
    await round;
    await it.shows("3 open");
  });

  it("is still drawn when a key is pressed or the size changes", async () => {
    const it = await watch(THREE);
    const answerNow = await hold(it);
    await elapses(it, 2_500);
    await it.shows("no positions yet for 3s");
    it.press("x");
    await it.shows("by exchange");
    it.resize(100, 20);
    await elapses(it, 500);
    await it.shows("attempt 1: no positions yet for 3s · figures 33s old");
    await answerNow();
  });

  it("leaves no timer after the end of the watch", async () => {
    const it = await watch(THREE);
    await hold(it);
    await elapses(it, 2_000);
    await it.shows("no positions yet");
    it.press("q");
    expect(await it.ended).toBe(0);
    expect(it.clock.timers()).toBe(0);
  });
});

describe("a round of a shown watch that fails because of", () => {
  it("a rate limit shows that, also at 60 columns", async () => {
    const it = await watch(THREE, [], { columns: 60 });
    it.served.failure = answer(429, "", { "retry-after": "42" });
    await it.passes(30_000);
    await it.shows("failed: rate limited · attempt 2 in 42s · figures 30s old");
    await it.passes(42_000);
    await it.shows("failed 2 times: rate limited · attempt 3 in 1m · ");
  });

  it("a refused connection shows that", async () => {
    const body = JSON.stringify({ data: [position(1, { legs: [] })], next_cursor: null });
    const server = createServer((socket) => {
      socket.on("data", () => socket.end(answer(200, body, { connection: "close" })));
      server.close();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const env = {
      CARRY_BASE_URL: `http://127.0.0.1:${port}`,
      CARRY_API_KEY: "k",
      CARRY_PORTFOLIO: PORTFOLIO,
    };
    const it = watching(["watch"], { env, clock: createTestClock(NOW) });
    await it.shows("updated 12:00:00Z");
    await it.passes(30_000);
    await it.shows("failed: connection refused · attempt 2 in 30s · figures 30s old");
  });
});

describe("a service that hangs, on a real terminal", () => {
  it.each([60, 80, 120])("is reported below the pages at %i columns", async (columns) => {
    const body = JSON.stringify({ data: [position(1)], next_cursor: null });
    let count = 0;
    const server = await faultyServer((socket, request) => {
      if (!answersFunding(socket, request) && ++count === 1) socket.write(answer(200, body));
    });
    const it = openTerminal(
      ["watch", "5s", "--timeout", "1500ms"],
      {
        CARRY_BASE_URL: server.url,
        CARRY_API_KEY: "k",
        CARRY_PORTFOLIO: PORTFOLIO,
        CARRY_CONFIG_DIR: "/nonexistent",
        TEST_SPEED: "20",
      },
      { columns, rows: 24, node: ["--require", preloadedFile("fast-clock.cjs")] },
    );
    onTestFinished(() => it.kill("SIGKILL"));
    const screen = createVirtualTerminal(columns, 24);
    const seen: (string | undefined)[] = [];
    it.onData((data) => {
      for (const picture of data.split(END_OF_PICTURE)) {
        screen.feed(picture);
        const lines = screen.lines();
        seen.push(lines[lines.findIndex((line) => line.startsWith("[1]")) + 1]);
      }
    });
    await it.shows("attempt 1: no positions yet for ");
    await it.shows("attempt 2: no positions yet for ");
    await it.shows(END_OF_PICTURE);
    const stages = [
      /^attempt 1: no positions yet for \d+s · figures/,
      /^failed: no answer · attempt 2 in \d+s · figures/,
      /^failed: no answer · attempt 2: no positions yet for \d+s/,
    ];
    const places = stages.map((stage) => seen.findIndex((line = "") => stage.test(line)));
    expect(places, seen.join("\n")).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    it.type("q");
    expect(await it.ended).toBe(0);
  });
});
