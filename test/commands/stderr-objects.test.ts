import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

/** The objects on stderr, each checked by `carry schema message`. */
async function objectsOf(...argv: readonly string[]): Promise<Record<string, unknown>[]> {
  const { stderr } = await carry(argv, { env: env() });
  const contradicts = await contradictions("message");
  const objects = stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const object of objects) expect([object, contradicts(object)]).toEqual([object, []]);
  return objects;
}

describe("stderr with -o json", () => {
  it.each([
    [["funding", "history", "1", "--start", "31d"], ["note"]],
    [["funding", "history", "1", "0999"], ["error"]],
    [
      ["positions", "list", "--limit", "2", "-v"],
      ["debug", "page"],
    ],
    [["positions", "list", "--nonsense"], ["error"]],
    [["nonsense"], ["error"]],
    [["assets", "--columns", "asset"], ["warning"]],
    [["--profile", "sandbox", "assets"], ["note"]],
    [["positions", "get", "00000000-0000-4000-8000-00000000dead"], ["error"]],
  ])("of %j is one object a line, as its schema describes", async (argv, kinds) => {
    const objects = await objectsOf(...argv, "-o", "json");
    expect(objects.flatMap(Object.keys)).toEqual(expect.arrayContaining(kinds));
  });

  it("names the target of each failure of several, and keeps what was found", async () => {
    const { stdout, stderr, code } = await carry(
      ["funding", "history", "1", "998", "999", "--start", "1d", "-o", "json"],
      { env: env() },
    );
    const errors = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).error as { target: string; exit_code: number });
    expect(errors.map(({ target, exit_code }) => [target, exit_code])).toEqual([
      ["998", 4],
      ["999", 4],
    ]);
    expect(code).toBe(4);
    expect(JSON.parse(stdout).length).toBeGreaterThan(0);
  });

  it("has the stack as a field of the error with CARRY_DEBUG=1", async () => {
    const { url } = await faultyServer((socket) => socket.write(answer(400, "{}")));
    const { stderr } = await carry(["assets", "--base-url", url, "-o", "json"], {
      env: { CARRY_DEBUG: "1" },
    });
    const last = stderr.trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last).error.stack).toContain("ServiceError");
  });
});

it("are objects with short options written together, too", async () => {
  for (const words of [["-vo", "json"], ["-qojson"], ["-o", "json"]]) {
    const { stderr } = await carry([...words, "assets", "--nope"]);
    expect(JSON.parse(stderr).error.exit_code).toBe(2);
  }
});

describe("carry help errors", () => {
  it("has every code with its exit code, whether it may pass, and its meaning", async () => {
    const { stdout } = await carry(["help", "errors"]);
    expect(stdout).toMatch(
      /^ {2}CONNECTION_TIMEOUT +7 +yes {2}the service took longer than --timeout$/m,
    );
    expect(stdout).toMatch(/^ {2}USAGE +2 +no {3}/m);
    expect(stdout).toMatch(/^ {2}DUPLICATES +the service sent a position twice; it counts once$/m);
  });
});
