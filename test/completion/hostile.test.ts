import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS, LINES, offered, words } from "./asking.js";
import { type Computer, furnish, holding } from "./computer.js";
import { HOSTILE, PLAIN, UNPRINTABLE } from "./hostile.js";

/** Names that are offered for values of a kind, where they are not the values themselves. */
const NAMES: Partial<Record<string, (value: string) => string>> = {
  "market-id": (it) => `${it}:${it}`,
  "position-id": (it) => `${it}.${it.slice(0, 4)}`,
};

describe("the hidden command of a computer with hostile data on it", () => {
  let computer: Computer;
  beforeAll(() => {
    computer = furnish(holding([...HOSTILE, ...PLAIN, ...UNPRINTABLE]));
  });
  afterAll(() => computer.remove());

  it.each(KINDS)("offers values of the kind %s without special characters", (kind) => {
    const own = kind === "profile" ? ["main", "sandbox"] : kind === "portfolio" ? ["all"] : [];
    const plain = PLAIN.map(NAMES[kind] ?? ((it) => it));
    expect(words(LINES[kind], computer).sort()).toEqual([...plain, ...own].sort());
  });

  it("offers ids without special characters where an id is typed", () => {
    expect(words(LINES["market-id"], computer, "9")).toEqual(["9001"]);
    const positions = [...HOSTILE, ...PLAIN, ...UNPRINTABLE].map((id) => {
      return { id, asset: "XAU", status: "open" };
    });
    const others = furnish({ ...holding([]), positions });
    for (const value of PLAIN) {
      expect(words(LINES["position-id"], others, value)).toContain(value);
    }
    for (const value of [...HOSTILE, ...UNPRINTABLE]) {
      expect(words(LINES["position-id"], others, value)).toEqual([]);
    }
    others.remove();
  });

  it.each(KINDS)("offers no other value of the kind %s when it is typed", (kind) => {
    for (const value of [...HOSTILE, ...UNPRINTABLE]) {
      expect(words(LINES[kind], computer, value)).toEqual([]);
    }
  });

  it.each(["market-id", "position-id"] as const)(
    "offers no name of the kind %s with special characters in one half of it",
    (kind) => {
      const halves = [...HOSTILE, ...UNPRINTABLE].flatMap((it) => [
        { first: it, second: "plain" },
        { first: "BTC", second: it },
      ]);
      const half = furnish({
        ...holding([]),
        markets: halves.map((it, n) => {
          return { market_id: n + 1, exchange: it.first, symbol: it.second };
        }),
        positions: halves.map((it) => ({ id: it.second, asset: it.first, status: "open" })),
      });
      const offered = words(LINES[kind], half);
      half.remove();
      expect(offered).toContain(kind === "market-id" ? "BTC:-rf" : "BTC.-rf");
      for (const word of offered) expect(word).toMatch(/^BTC[.:][\w./:@+-]*$/);
    },
  );

  it("has a one-line description for each value", () => {
    const twice = furnish({
      ...holding([]),
      positions: [
        { id: "a1", asset: "$(pwn)\nx", status: "open" },
        { id: "a1", asset: "BTC", status: "a\tb\u001b[2J", exchanges: "okx/\nd" },
      ],
    });
    const lines = offered(LINES["position-id"], twice);
    twice.remove();
    expect(lines).toEqual(["BTC.a1\ta b [2J, okx/ d"]);
  });
});
