import { describe, expect, it } from "vitest";
import { hasPython, recomputed } from "../support/recompute.js";

describe.runIf(hasPython)("figures recomputed in Python", () => {
  it.each([2, 3, 4, 5, 6])("are what every command prints of world %i", async (seed) => {
    const { code, stdout, stderr } = await recomputed("--seed", String(seed));
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  });

  it("are what pnl prints of 14 looks", async () => {
    const { code, stdout, stderr } = await recomputed("--seed", "103", "--only", "pnl,tables");
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  });
});
