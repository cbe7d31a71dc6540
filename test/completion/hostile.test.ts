import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer } from "../../src/completion/answer.js";
import { DYNAMIC_KINDS, type DynamicKind } from "../../src/completion/model.js";
import { type Computer, furnish, holding } from "./computer.js";
import { HOSTILE, PLAIN, UNPRINTABLE } from "./hostile.js";

describe("the hidden command of a computer with hostile data on it", () => {
  let computer: Computer;
  beforeAll(() => {
    computer = furnish(holding([...HOSTILE, ...PLAIN, ...UNPRINTABLE]));
  });
  afterAll(() => computer.remove());
  const offered = (kind: DynamicKind, prefix = "") =>
    answer([kind, prefix], { env: computer.env, platform: "linux" })
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split("\t")[0] ?? "");

  it.each(DYNAMIC_KINDS)("offers of the kind %s what means nothing to a shell", (kind) => {
    const own = kind === "profile" ? ["main", "sandbox"] : [];
    expect(offered(kind).sort()).toEqual([...PLAIN, ...own].sort());
  });

  it.each(DYNAMIC_KINDS)("offers no other value of the kind %s when it is typed", (kind) => {
    for (const value of [...HOSTILE, ...UNPRINTABLE]) expect(offered(kind, value)).toEqual([]);
  });

  it("says of each value once what it is, in one line", () => {
    const twice = furnish({
      ...holding([]),
      positions: [
        { id: "a1", asset: "$(pwn)\nx", status: "open" },
        { id: "a1", asset: "BTC", status: "a\tb\u001b[2J" },
      ],
    });
    const lines = answer(["position-id"], { env: twice.env, platform: "linux" });
    twice.remove();
    expect(lines).toBe("a1\tBTC a b [2J\n");
  });
});
