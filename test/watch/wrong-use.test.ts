import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";

/** Refused command lines, each with a part of its error. */
const REFUSED: readonly (readonly [words: readonly string[], error: string])[] = [
  [["4s"], '"4s" is not a time from 5s to 24h'],
  [["4"], '"4" is not a time from 5s to 24h'],
  [["25h"], '"25h" is not a time from 5s to 24h'],
  [["soon"], '"soon" is not a time from 5s to 24h'],
  [["-o", "csv"], "a watch prints events as JSON, not as csv"],
  [["--columns", "asset"], "--columns: the pages of a watch are the views of carry list"],
  [["--sort", "asset"], "--sort: the pages of a watch are the views of carry list"],
];

describe("carry watch", () => {
  it.each(REFUSED)("%j is refused before anything is sent", async (words, error) => {
    const server = await faultyServer(() => {});
    const { code, stderr, stdout } = await carry(["watch", ...words], {
      env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(error);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(server.requests).toEqual([]);
  });
});
