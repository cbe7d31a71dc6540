import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { optimiserFlags } from "../../src/terminal/v8.js";

const [major = Number.NaN] = process.versions.node.split(".").map(Number);

test("V8 knows each flag that a command sets, since it reports others on stderr", () => {
  const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  const names = optimiserFlags(major).map((flag) => flag.replace(/=.*/, ""));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(known).toContain(`default: ${name}=`);
});

test("a version of Node that is not known yet keeps the thresholds of its V8", () => {
  expect(optimiserFlags(26)).toEqual([]);
});
