import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { type OutputChunk, type Plugin, rollup } from "rollup";
import { UNDICI_FILE } from "./undici.js";

/** Metafile of esbuild: the bytes of each module in each output file. */
interface Metafile {
  readonly outputs: Readonly<Record<string, Output>>;
}
interface Output {
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

/** Behind the names of esbuild's files. Nothing needs it, and it cannot be compressed. */
const ESBUILD_HASH = /-[A-Z0-9]{8}$/;

/**
 * Converts the ES modules in a directory to CommonJS, which Node loads faster. esbuild can split only
 * ES modules; rollup also needs fewer files, since it keeps shared modules in the entry.
 *
 * Writes `metafile.json`, in the form of esbuild's.
 */
export async function makeCommonJs(
  directory: string,
  entries: readonly string[],
  plugins: readonly Plugin[] = [],
): Promise<void> {
  const file = (name: string) => join(directory, name);
  const metafile = file("metafile-esm.json");
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
  const modules = new Map(Object.entries(outputs).map(([path, it]) => [basename(path), it]));
  const bundle = await rollup({
    input: entries.map((entry) => file(`${entry}.js`)),
    plugins: [...plugins, { name: "short-names", renderChunk: withShortNames }],
    external: [...builtinModules.flatMap((name) => [name, `node:${name}`]), UNDICI_FILE],
    preserveEntrySignatures: "allow-extension",
    treeshake: false, // done by esbuild
  });
  const { output } = await bundle.write({
    dir: directory,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: ({ name }) => `${name.replace(ESBUILD_HASH, "")}.cjs`,
    compact: true,
    dynamicImportInCjs: false,
    esModule: false,
    externalLiveBindings: false,
    freeze: false,
    hoistTransitiveImports: false,
  });
  for (const name of modules.keys()) rmSync(file(name));
  rmSync(metafile);
  writeFileSync(file("metafile.json"), JSON.stringify(contentsOf(output.filter(isChunk), modules)));
}

/** What rollup calls an imported file: `chunkNLLZMK2L`. */
const IMPORTED = /\bchunk[A-Z0-9]{8}(?:\$\d+)?\b/g;

/** Names imported files by their number: 8 random letters in 7,500 places are 4 % of the packed program. */
function withShortNames(code: string): string {
  const known = new Map<string, string>();
  return code.replace(IMPORTED, (name) => {
    const short = known.get(name) ?? `c$${known.size.toString(36)}_`;
    if (!known.has(name) && code.includes(short)) return name;
    known.set(name, short);
    return short;
  });
}

function isChunk(output: { readonly type: string }): output is OutputChunk {
  return output.type === "chunk";
}

function contentsOf(
  chunks: readonly OutputChunk[],
  modules: ReadonlyMap<string, Output>,
): Metafile {
  const contents = chunks.map(({ fileName, moduleIds }) => {
    const parts = moduleIds.map((id) => modules.get(basename(id))?.inputs ?? {});
    return [fileName, { inputs: Object.assign({}, ...parts) as Output["inputs"] }] as const;
  });
  return { outputs: Object.fromEntries(contents) };
}
