import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";

const HOSTILE = "gone \u001b]0;x\u0007\u202e\nerror: \u009b31m";

async function notFound(message: string) {
  const body = JSON.stringify({ code: "NOT_FOUND", message });
  const { url } = await faultyServer((socket) => socket.write(answer(404, body)));
  return { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
}

describe("where an error comes from", () => {
  it.each(["1", "true"])("is shown with CARRY_DEBUG=%s", async (debug) => {
    const env = { ...(await notFound("gone")), CARRY_DEBUG: debug };
    const { stderr } = await carry(["positions", "list"], { env });
    expect(stderr).toMatch(/\n {4}at .+/);
    expect(stderr).toContain("debug: GET ");
  });

  it.each(["0", "false", ""])("is not shown with CARRY_DEBUG=%j", async (debug) => {
    const env = { ...(await notFound("gone")), CARRY_DEBUG: debug };
    const { stderr } = await carry(["positions", "list"], { env });
    expect(stderr).not.toMatch(/\n {4}at |debug: /);
  });

  it("cannot control a terminal", async () => {
    const env = { ...(await notFound(HOSTILE)), CARRY_DEBUG: "1" };
    const { stderr } = await carry(["positions", "list"], { env });
    expect(stderr).toMatch(/\n {4}at .+/);
    expect(stderr.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("what is asked of stderr", () => {
  it.each([[["assets", "-q", "-v"]], [["-q", "assets", "--verbose"]]])(
    "cannot be both less and more: %j",
    async (line) => {
      const { code, stdout, stderr } = await carry(line);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toBe(
        "error: --quiet and --verbose exclude each other\nhint: leave out one of them\n",
      );
    },
  );
});

describe("an error", () => {
  it("is broken between words on a terminal, and a command in its hint is not", async () => {
    const { stderr } = await carry(["funding", "history", "9".repeat(30)], { errorTerminal: 60 });
    expect(stderr).toBe(
      `error: market: "${"9".repeat(30)}" is not a\nmarket id (1 or more), binance:BTCUSDT, BTC/binance or BTC\n` +
        "hint: `carry funding markets` lists the markets with their\nids\n",
    );
  });

  it.each([
    [["positions", "get", "--nosuch"], "carry positions get --help"],
    [["positions", "ls", "--nosuch"], "carry positions list --help"],
    [["-o", "json", "--nosuch"], "carry --help"],
    [["zzzzzzzz"], "carry --help"],
  ])("of %j names the help of that command", async (argv, help) => {
    const { code, stderr } = await carry(argv);
    expect(code).toBe(2);
    expect(stderr).toContain(`see \`${help}\``);
  });

  it("names the variable of the base URL when that is what is missing", async () => {
    const { code, stderr } = await carry(["assets"], { env: { CARRY_API_KEY: "x" } });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^hint: .*carry auth login.*CARRY_BASE_URL.*public commands/m);
  });

  it("of a refused cursor recommends to list from the start", async () => {
    const { url } = await faultyServer((socket) => socket.write(answer(400, "{}")));
    const env = { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
    const { code, stderr } = await carry(["positions", "list", "--cursor", "old"], { env });
    expect(code).toBe(5);
    expect(stderr).toContain("hint: if the cursor is refused, list from the start");
    expect((await carry(["positions", "list"], { env })).stderr).not.toContain("cursor");
  });
});

describe("a query of 20,000 pipes", () => {
  it.each([
    ["assets", "-o", "json", "--query"],
    ["assets", "-o", "ndjson", "--query"],
    ["positions", "list", "-o", "json", "--query"],
  ])("is refused before anything is asked for: carry %s %s %s %s", async (...line) => {
    const env = {
      CARRY_BASE_URL: "https://127.0.0.1:1",
      CARRY_API_KEY: "k",
      CARRY_PORTFOLIO: PORTFOLIO,
    };
    const { code, stderr } = await carry([...line, "|".repeat(20_000)], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("is not a JMESPath expression");
    expect(stderr.length).toBeLessThan(300);
  });
});

describe("an option and its negated form", () => {
  it.each([
    ["positions", "list", "--performance", "--no-performance"],
    ["positions", "list", "--no-performance", "--performance"],
  ])("exclude each other: %s %s %s %s", async (...line) => {
    const { code, stdout, stderr } = await carry(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: (--\w+) and --no-\w+ exclude each other\n/);
  });
});

describe("an option that takes one value", () => {
  it.each([
    ["assets", "--search", "a", "--search", "b"],
    ["assets", "--timeout", "1s", "--timeout", "1s"],
    ["assets", "-o", "csv", "--output", "json"],
    ["--profile", "a", "assets", "--profile", "b"],
    ["positions", "list", "--limit", "1", "--limit", "2"],
  ])("is refused when it is given twice: %s %s %s %s %s", async (...line) => {
    const { code, stdout, stderr } = await carry(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/--\w+ is given twice, and takes one value/);
    expect(stderr).toContain("leave one of them out");
  });
});
