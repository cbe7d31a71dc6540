import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "rollup";
import { withBuiltinModules } from "./builtin-modules.js";
import { makeCommonJs } from "./common-js.js";

const withBuiltins: Plugin = {
  name: "with-builtins",
  renderChunk: withBuiltinModules,
};

/**
 * Converts the library to CommonJS, which every supported Node can require, and adds an ES module that
 * re-exports it. There is one copy of the code, so error classes are the same however the library is
 * loaded, and a bundler can leave out unused parts.
 * @param parts the entries that together have all exports of `index`
 */
export async function makeLibrary(directory: string, parts: readonly string[]): Promise<void> {
  await makeCommonJs(directory, ["index", ...parts], [withBuiltins]);
  writeFileSync(join(directory, "index.js"), faceOf(directory, parts));
  writeFileSync(join(directory, "index.d.ts"), 'export * from "./index.cjs";\n');
}

/** Returns an ES module with the exports of `index.cjs`, each from the part that contains it. */
function faceOf(directory: string, parts: readonly string[]): string {
  const load = createRequire(import.meta.url);
  const namesOf = (part: string): string[] =>
    Object.keys(load(resolve(directory, `${part}.cjs`)) as object);
  const left = new Set(namesOf("index"));
  const lines = parts.map((part) => {
    const names = namesOf(part).filter((name) => left.delete(name));
    return `export { ${names.join(", ")} } from "./${part}.cjs";\n`;
  });
  if (left.size > 0) throw new Error(`no part of the library exports ${[...left].join(", ")}`);
  return lines.join("");
}
