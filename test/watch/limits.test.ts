import { describe, expect, it } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { carry } from "../support/carry.js";
import { answer, type Behaviour, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, position } from "../support/records.js";

const SECOND = 1000;

/** Watches in a pipe for a number of waits, and counts the requests of each round. */
async function requestsOfRounds(
  behaviour: Behaviour,
  rounds: number,
  env: Readonly<Record<string, string>> = {},
) {
  let listed = 0;
  const server = await faultyServer((socket, request) => {
    if (request.startsWith("GET /v1/funding/")) socket.write(NO_FUNDING);
    else behaviour(socket, request, ++listed);
  });
  const controller = new AbortController();
  const counts: number[] = [];
  let now = NOW;
  const sleep = async (ms: number, signal?: AbortSignal) => {
    now += ms;
    if (ms >= 5 * SECOND) counts.push(listed);
    if (counts.length === rounds) controller.abort(new Interrupted("SIGINT"));
    signal?.throwIfAborted();
  };
  const { stderr } = await carry(["watch"], {
    env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, ...env },
    signal: controller.signal,
    clock: { now: () => now, sleep },
  });
  return { counts: counts.map((count, index) => count - (counts[index - 1] ?? 0)), stderr };
}

const NO_FUNDING = answer(200, '{"data":[]}');
const GOOD = answer(200, JSON.stringify({ data: [position(1)], next_cursor: null }));
const DOWN = answer(503, "");

describe("a watch of a service that fails", () => {
  it("retries within the first round as configured, and later with the next round", async () => {
    const { counts } = await requestsOfRounds(
      (socket, _request, count) => socket.write(count === 3 ? GOOD : DOWN),
      3,
    );
    expect(counts).toEqual([3, 1, 1]);
  });

  it("ends a request of a later round that is not answered in time, and sends another", async () => {
    const { counts, stderr } = await requestsOfRounds(
      (socket, _request, count) => {
        if (count !== 2) socket.write(GOOD);
      },
      3,
      { CARRY_TIMEOUT: "200ms" },
    );
    expect(counts).toEqual([1, 1, 1]);
    expect(stderr).toContain("no answer within 0.2 s; trying again in 30 s\n");
  });
});
