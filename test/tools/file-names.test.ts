import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { orElse } from "../../src/base/functions.js";

/** What Windows has no files of. */
const REFUSED = /[<>:"|?*\\]|[ .]$/;

it("every file of the repository can be there on Windows, too", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const list = () => execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const names = orElse(list, "README.md\0").split("\0"); // a copy without its repository
  expect(names.filter((name) => name.split("/").some((part) => REFUSED.test(part)))).toEqual([]);
});
