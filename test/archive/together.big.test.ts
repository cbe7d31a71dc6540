import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openArchive } from "../../src/archive/archive.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { finish, startCarry } from "../support/process.js";
import { archived, settled } from "./served.js";
import { storeAt, tempDirectory } from "./temp-archive.js";

const MARKETS = [1, 2, 4, 5, 12];
const DAY = 86_400_000;
const ROUNDS = 8;

/** For how long they go on at least. */
const SECONDS = 60;

describe("two writers, a compactor and a reader at once", () => {
  it(
    `see every event once, as the service sent it, and lose none (${ROUNDS} rounds, ${SECONDS} s)`,
    async () => {
      let now = NOW;
      const sandbox = await startSandbox({ now: () => now });
      onTestFinished(() => sandbox.close());
      const env = {
        CARRY_ACCEPT_CLOCK: "1",
        CARRY_BASE_URL: sandbox.url,
        CARRY_API_KEY: sandbox.apiKey,
        CARRY_PORTFOLIO: sandbox.portfolioId,
      };
      const path = join(tempDirectory(), "archive");
      const sync = ["archive", "sync", "--archive", path, ...MARKETS.map(String)];
      expect(await finish(startCarry(sync, env))).toMatchObject({ code: 0 });
      const { store, identity } = await openArchive(await storeAt(path));
      let known = await archived(store);
      let reads = 0;
      let rounds = 0;
      const until = performance.now() + SECONDS * 1000;
      for (; rounds < ROUNDS || performance.now() < until; rounds++) {
        now += 3 * DAY;
        const expected = settled(MARKETS, { start: NOW - 31 * DAY, end: now + 1 });
        let running = 3;
        const processes = [sync, sync, ["archive", "compact", "--archive", path]].map(
          async (argv) => {
            const outcome = await finish(startCarry(argv, env));
            running--;
            return outcome;
          },
        );
        while (running > 0) {
          const found = await archived(store);
          for (const key of known.keys()) expect(found.has(key)).toBe(true);
          for (const [key, values] of found) expect(expected.get(key)).toBe(values);
          known = found;
          reads++;
        }
        for (const { code, stderr } of await Promise.all(processes)) {
          expect(code).toBe(0);
          // The second of two at the same moment takes no snapshot.
          expect(stderr).toMatch(
            /^(note: the archive has a snapshot of less than a minute ago\n)?$/,
          );
        }
      }
      expect(reads).toBeGreaterThan(rounds);
      const all = settled(MARKETS, { start: NOW - 30 * DAY, end: now + 1 });
      expect(await archived(store)).toEqual(all);
      expect(await verifyArchive({ store, identity }, () => {})).toMatchObject({
        damaged: [],
        missing: [],
        unknown: [],
        contradictions: [],
      });
    },
    120_000 + SECONDS * 2_000,
  );
});
