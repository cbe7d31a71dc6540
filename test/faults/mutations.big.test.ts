import fc from "fast-check";
import { expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { type FaultyServer, faultyServer } from "../support/faulty-server.js";
import { checkSane, FORMATS, formatted } from "./mutation-checks.js";
import { type MutatedAnswer, mutatedAnswer } from "./mutations.js";
import { CREDENTIALS, page } from "./staging.js";

/* Number of lists of answers between two checks of the count. */
const RUNS = 200;
const AT_LEAST = 10_000;

/** Sends the answers one after another, then an empty last page. */
async function feedingServer() {
  let answers: readonly MutatedAnswer[] = [];
  let next = 0;
  let fed = 0;
  const end = page([], null);
  const server: FaultyServer = await faultyServer((socket) => {
    const answer = answers[next++];
    if (answer === undefined) {
      socket.write(end);
      return;
    }
    fed++;
    socket.write(answer.bytes, "latin1");
    if (answer.close) socket.end();
  });
  return {
    url: server.url,
    fed: () => fed,
    hasMore: () => next < answers.length,
    load(list: readonly MutatedAnswer[]) {
      answers = list;
      next = 0;
    },
  };
}

it("no mutated answer over a socket crashes it, hangs it, or controls the terminal", async () => {
  const server = await feedingServer();
  const env = { ...CREDENTIALS, CARRY_BASE_URL: server.url, NO_COLOR: "1", CARRY_RETRIES: "6" };
  const property = fc.asyncProperty(
    fc.array(mutatedAnswer, { minLength: 8, maxLength: 12 }),
    fc.constantFrom(...FORMATS),
    async (answers, format) => {
      server.load(answers);
      // No answer may be missing: the test would end before the time limit.
      const argv = ["positions", "list", ...formatted(format), "--timeout", "1h"];
      // A command ends at the first invalid answer; the next command gets the rest.
      while (server.hasMore()) checkSane(await carry(argv, { env, terminal: 100 }));
    },
  );
  while (server.fed() < AT_LEAST) {
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  }
  expect(server.fed()).toBeGreaterThanOrEqual(AT_LEAST);
}, 120_000);
