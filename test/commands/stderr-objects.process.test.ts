import { describe, expect, it } from "vitest";
import { faultyServer } from "../support/faulty-server.js";
import { runCarry } from "../support/process.js";

describe("what Node writes to stderr with -o json", () => {
  it("is an object, too", async () => {
    const { url } = await faultyServer((socket) => socket.destroy(), { tls: {} });
    const words = ["assets", "-o", "json", "--base-url", url];
    const { stderr } = await runCarry(words, {
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      CARRY_RETRIES: "0",
    });
    const objects = stderr
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line)));
    expect(objects).toEqual([["warning"], ["error"]]);
  });
});
