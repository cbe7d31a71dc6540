import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { storeAt, tempDirectory } from "./temp-archive.js";

it("a directory as the store of an archive lists a file or the one that replaces it, whenever it is replaced", async () => {
  const path = tempDirectory();
  const store = await storeAt(path);
  await store.create("funding/0", new TextEncoder().encode("x"));
  const replaceAll = `
    const { rmSync, writeFileSync } = require("node:fs");
    for (let turn = 0; turn < 20_000; turn++) {
      writeFileSync("funding/" + (turn + 1), "x");
      rmSync("funding/" + turn);
    }`;
  const other = spawn(process.execPath, ["-e", replaceAll], { cwd: path, stdio: "ignore" });
  const ended = once(other, "exit");
  while (other.exitCode === null) expect(await store.list("funding/")).not.toEqual([]);
  expect(await ended).toEqual([0, null]);
});
