import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS, LINES, offered, words } from "./asking.js";
import { type Computer, furnish, holding } from "./computer.js";
import { HOSTILE, PLAIN, UNPRINTABLE } from "./hostile.js";

describe("the hidden command of a computer with hostile data on it", () => {
  let computer: Computer;
  beforeAll(() => {
    computer = furnish(holding([...HOSTILE, ...PLAIN, ...UNPRINTABLE]));
  });
  afterAll(() => computer.remove());

  it.each(KINDS)("offers values of the kind %s without special characters", (kind) => {
    const own = kind === "profile" ? ["main", "sandbox"] : [];
    const plain = kind === "market-id" ? PLAIN.filter((it) => /^\d+$/.test(it)) : PLAIN;
    expect(plain).not.toEqual([]);
    expect(words(LINES[kind], computer).sort()).toEqual([...plain, ...own].sort());
  });

  it.each(KINDS)("offers no other value of the kind %s when it is typed", (kind) => {
    for (const value of [...HOSTILE, ...UNPRINTABLE]) {
      expect(words(LINES[kind], computer, value)).toEqual([]);
    }
  });

  it("has a one-line description for each value", () => {
    const twice = furnish({
      ...holding([]),
      positions: [
        { id: "a1", asset: "$(pwn)\nx", status: "open" },
        { id: "a1", asset: "BTC", status: "a\tb\u001b[2J" },
      ],
    });
    const lines = offered(LINES["position-id"], twice);
    twice.remove();
    expect(lines).toEqual(["a1\tBTC a b [2J"]);
  });
});
