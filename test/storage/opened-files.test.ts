import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** What opens a file for its content, of node:fs and node:fs/promises. */
const OPENS =
  /^(open|openSync|openAsBlob|opendir|opendirSync|readFile|readFileSync|createReadStream|copyFile|copyFileSync|cp|cpSync|promises|default)$/;

/**
 * The exceptions to "every file is read through src/storage/regular-file.ts". The other ways to a file are not
 * code of src: conf reads and writes a copy of the configuration, hyparquet is given bytes, and stdin is a stream of Node.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly names: string; readonly why: string }>> = {
  "storage/regular-file.ts": { names: "openSync", why: "the one way" },
  "storage/named-file.ts": { names: "openSync", why: "creates a file (wx)" },
  "storage/lock/lock-file.ts": {
    names: "openSync, readFileSync",
    why: "creates a lock (wx), and compares and rewrites its own in one open file",
  },
  "archive/directory.ts": {
    names: "open, readFile",
    why: "creates files (wx), makes names durable, and reads files of a trusted path that it has looked at",
  },
  "storage/lock/holder.ts": { names: "readFileSync", why: "/proc of Linux" },
  "terminal/processes.ts": { names: "readFileSync", why: "/proc of Linux" },
  "terminal/end-command.ts": { names: "readFileSync", why: "/proc of Linux" },
  "terminal/output-file.ts": { names: "openSync", why: "stdout, which is a regular file" },
  "terminal/pipe-reader.ts": { names: "openSync", why: "stdout, which is a pipe, for writing" },
};

/** Returns what a file of src opens files with; any import but that of names counts. */
function openersOf(text: string): string[] {
  const imports = /import\s*(?:type\s*)?\{([^}]*)\}\s*from "node:fs(?:\/promises)?";/g;
  const names = [...text.matchAll(imports)].flatMap(([, list = ""]) =>
    list.split(",").map((it) => it.trim().replace(/ as .*/s, "")),
  );
  const others =
    text.replace(imports, "").match(/.*["'`](?:node:)?fs(?:\/promises)?["'`].*/g) ?? [];
  return [...names.filter((name) => OPENS.test(name)), ...others].sort();
}

it("carry opens files in one place, but for what is listed here", () => {
  const found = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map(
      (name) =>
        [name.replaceAll("\\", "/"), openersOf(readFileSync(join(SRC, name), "utf8"))] as const,
    )
    .filter(([, openers]) => openers.length > 0)
    .map(([name, openers]) => [name, openers.join(", ")]);
  const listed = Object.entries(EXCEPTIONS).map(([name, { names }]) => [name, names]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});

it.each([
  ['import { readFileSync } from "node:fs";', "readFileSync"],
  ['import {\n  open as it,\n  rm,\n} from "node:fs/promises";', "open"],
  ['import { createReadStream, type Stats } from "node:fs";', "createReadStream"],
  ['import { cp, opendir } from "node:fs/promises";', "cp, opendir"],
  ['import { promises } from "node:fs";', "promises"],
  ['import * as fs from "node:fs";', 'import * as fs from "node:fs";'],
  ['import fs from "node:fs/promises";', 'import fs from "node:fs/promises";'],
  ['const fs = await import("node:fs");', 'const fs = await import("node:fs");'],
  ['process.getBuiltinModule("fs")', 'process.getBuiltinModule("fs")'],
  ['import { rmSync, statSync } from "node:fs";', ""],
])("the look for that sees %s", (text, openers) => {
  expect(openersOf(text).join(", ")).toBe(openers);
});
