import { describe, expect, it } from "vitest";
import { hasPython, recomputed } from "../support/recompute.js";

describe.runIf(hasPython)("figures recomputed in Python", () => {
  it.each([2, 3, 4, 5, 6, 100])("are what every command prints of world %i", async (seed) => {
    const { code, stdout, stderr } = await recomputed("--seed", String(seed));
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  });
});
