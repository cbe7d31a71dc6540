import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const run = (argv: string[], stdin = "") => carry(argv, { env: env(), stdin });
const GET = ["positions", "get"];

describe("positions get -", () => {
  it("reads one id per line, and keeps their order among those typed", async () => {
    const listed = await run(["positions", "list", "-o", "text", "--columns", "position_id"]);
    const [first = "", second = "", third = ""] = listed.stdout.split("\n");
    const stdin = `\n${second}\r\n  ${third.slice(0, 8)}\n${second}\n`;
    const { stdout, code } = await run(
      [...GET, first, "-", "-o", "text", "--query", "[].position_id"],
      stdin,
    );
    expect(code).toBe(0);
    expect(stdout).toBe(`${first}\n${second}\n${third}\n`);
  });

  it.each([
    ["has no id", "\n \n", "position id: stdin is empty"],
    ["has something else", "92bc28c3\nnot-an-id\n", 'position id: "not-an-id" is not a uuid'],
  ])("prints nothing and exits with 2 if stdin %s", async (_what, stdin, why) => {
    const { stdout, stderr, code } = await run([...GET, "-"], stdin);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(why);
  });
});
