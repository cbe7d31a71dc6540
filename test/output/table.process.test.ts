import stringWidth from "string-width";
import { expect, it } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runCarry } from "../support/process.js";

it("the built program counts wide characters as the terminal does, as its sources do", async () => {
  const data = ["abc", "日本", "🧑‍🚀", "क्षि", "e\u0301"].map((name, n) => ({
    asset: `A${n}`,
    name,
    asset_class: "crypto",
    market_count: 1,
    exchange_count: 1,
  }));
  const server = await faultyServer((socket) =>
    socket.write(answer(200, JSON.stringify({ data }))),
  );
  const { stdout } = await runCarry(["assets", "--columns", "name,market_count"], {
    CARRY_BASE_URL: server.url,
    LANG: "C.UTF-8",
  });
  expect(stdout).toContain("🧑‍🚀");
  const lines = stdout.trimEnd().split("\n").slice(1);
  expect(lines.map((line) => stringWidth(line))).toEqual(Array(5).fill(lines[0]?.length));
});
