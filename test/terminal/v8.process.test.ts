import { execFileSync } from "node:child_process";
import { beforeEach, expect, test, vi } from "vitest";
import { boundHeap, tuneV8 } from "../../src/base/terminal/v8.js";

const { setFlagsFromString } = vi.hoisted(() => ({ setFlagsFromString: vi.fn() }));
vi.mock("node:v8", async (original) => ({ ...(await original<object>()), setFlagsFromString }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval"] }); // the space for new objects is not looked at
  setFlagsFromString.mockClear();
  return () => vi.useRealTimers();
});

/** Returns the flags that a command sets at its start, and a watch besides. */
async function flagsSet(): Promise<string[]> {
  await tuneV8();
  await boundHeap();
  return setFlagsFromString.mock.calls.map(([flag]) => String(flag));
}

test("V8 knows each flag that a command sets, since it reports others on stderr", async () => {
  const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  const names = (await flagsSet()).map((flag) => flag.replace(/=.*/, ""));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(known).toMatch(new RegExp(`^  ${name} `, "m"));
});

test("a version of Node that is not known yet keeps the thresholds of its V8", async () => {
  vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node: "26.0.0" });
  expect(await flagsSet()).toEqual([]);
});
