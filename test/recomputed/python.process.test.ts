import { describe, expect, it } from "vitest";
import { hasPython, recomputed } from "../support/recompute.js";

describe.runIf(hasPython)("figures recomputed in Python", () => {
  it("are what every command prints of a made-up world", { timeout: 180_000 }, async () => {
    const { code, stdout, stderr } = await recomputed();
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^seed 1: \d{5,} figures, \d{2,} command lines, \d+ s: nothing differs$/m,
    );
  });

  it("are asked for by the names of the checks", async () => {
    const { code, stderr } = await recomputed("--only", "rank,nothing");
    expect(code).toBe(1);
    expect(stderr).toContain("--only: there is no check of nothing; they are ");
  });
});
