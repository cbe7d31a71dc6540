import { describe, expect, it } from "vitest";
import { filesToFlip, unseenFlips } from "./flipped.js";

/** Every one of so many bytes; `flipped.big.test.ts` has all of them. */
const STEP = 41;

describe("a byte of a file of the archive", () => {
  it("is named by a verification when a reader's output changes with it", async () => {
    for (const [turn, file] of (await filesToFlip()).entries()) {
      const places = [...file.bytes.keys()].filter((at) => at % STEP === turn);
      const { unseen, seen } = await unseenFlips(file, places);
      expect(unseen).toEqual([]);
      expect(seen).toBeGreaterThan(places.length);
    }
  }, 30_000);
});
