import { describe, expect, it } from "vitest";
import { filesToFlip, unseenFlips } from "./flipped.js";

describe("any byte of a file of the archive", () => {
  it("is named by a verification when a reader's output changes with it", async () => {
    for (const file of await filesToFlip()) {
      const { unseen, seen } = await unseenFlips(file, file.bytes.keys());
      expect(unseen).toEqual([]);
      expect(seen).toBeGreaterThan(file.bytes.length);
    }
  }, 300_000);
});
