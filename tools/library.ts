import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "rollup";
import { makeCommonJs } from "./common-js.js";

/** Gives a module of Node's own. Other than `require`, it also works where a bundler makes ES modules. */
export const BUILTIN = "process.getBuiltinModule";

const withBuiltins: Plugin = {
  name: "with-builtins",
  renderChunk: (code) => code.replaceAll(/\brequire\((['"]node:[\w/]+['"])\)/g, `${BUILTIN}($1)`),
};

/**
 * Makes the library CommonJS, which every supported Node can require, with an ES module in front
 * that names where each export is. There is one copy of the code, so that an error is of the same
 * class however the library was loaded, and a bundler leaves out the parts that are not used.
 * @param parts the entries that have all exports of `index` between them
 */
export async function makeLibrary(directory: string, parts: readonly string[]): Promise<void> {
  await makeCommonJs(directory, ["index", ...parts], [withBuiltins]);
  writeFileSync(join(directory, "index.js"), faceOf(directory, parts));
  writeFileSync(join(directory, "index.d.ts"), 'export * from "./index.cjs";\n');
}

/** An ES module with the exports of `index.cjs`, each from the part that it is in. */
function faceOf(directory: string, parts: readonly string[]): string {
  const load = createRequire(import.meta.url);
  const namesOf = (part: string): string[] =>
    Object.keys(load(resolve(directory, `${part}.cjs`)) as object);
  const left = new Set(namesOf("index"));
  const lines = parts.map((part) => {
    const names = namesOf(part).filter((name) => left.delete(name));
    return `export { ${names.join(", ")} } from "./${part}.cjs";\n`;
  });
  if (left.size > 0) throw new Error(`no part of the library has ${[...left].join(", ")}`);
  return lines.join("");
}
