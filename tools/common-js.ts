import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { type OutputChunk, rollup } from "rollup";

/** What esbuild tells of its files: what is in each, and what it exports. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
        readonly exports: readonly string[];
      }
    >
  >;
}

/**
 * Makes CommonJS of the ES modules in a directory, which Node loads in two thirds of the time; in
 * fewer files, since rollup may put an entry's own code beside what others take from it. esbuild
 * splits ES modules only.
 *
 * Beside them it leaves `metafile.json`, which tells what is in each file.
 * @param library the entry that other programs import: it stays an ES module for them
 */
export async function makeCommonJs(
  directory: string,
  entries: readonly string[],
  library: string,
): Promise<void> {
  const file = (name: string) => join(directory, name);
  const told = file("metafile-esm.json");
  const { outputs } = JSON.parse(readFileSync(told, "utf8")) as Metafile;
  const made = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const bundle = await rollup({
    input: entries.map((name) => file(`${name}.js`)),
    external: builtinModules.flatMap((name) => [name, `node:${name}`]),
    preserveEntrySignatures: "allow-extension",
    treeshake: false, // esbuild has done that
  });
  const { output } = await bundle.write({
    dir: directory,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    compact: true,
    esModule: false,
    externalLiveBindings: false,
    freeze: false,
    hoistTransitiveImports: false,
  });
  for (const name of made.keys()) rmSync(file(name));
  rmSync(told);
  const names = made.get(`${library}.js`)?.exports ?? [];
  writeFileSync(file(`${library}.js`), `export { ${names.join(", ")} } from "./${library}.cjs";\n`);
  writeFileSync(file("metafile.json"), JSON.stringify(metafileOf(output.filter(isChunk), made)));
}

function isChunk(output: { readonly type: string }): output is OutputChunk {
  return output.type === "chunk";
}

function metafileOf(
  chunks: readonly OutputChunk[],
  made: ReadonlyMap<string, Metafile["outputs"][string]>,
) {
  const contents = chunks.map(({ fileName, moduleIds }) => {
    const parts = moduleIds.map((id) => made.get(basename(id))?.inputs ?? {});
    return [fileName, { inputs: Object.assign({}, ...parts) }] as const;
  });
  return { outputs: Object.fromEntries(contents) };
}
