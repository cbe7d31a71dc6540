import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "./plugin.js";

/** A package in a bundle, with the legal texts that must accompany its code. */
interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** Matches the name of a file with a licence, a copyright or a notice. */
const LEGAL_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes the licences of all bundled packages to a file.
 * @param others names of packages that the bundle loads from a file of their own
 */
export function licences(file: string, others: readonly string[] = []): Plugin {
  return {
    name: "licences",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        if (metafile === undefined) return;
        const beside = others.map((name) => `node_modules/${name}/package.json`);
        const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
          Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
            bytesInOutput > 0 ? [path] : [],
          ),
        );
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, licenceText(bundledPackages([...used, ...beside])));
      });
    },
  };
}

/**
 * Returns the packages of files, sorted by name.
 * @param paths of files, relative to the project
 * @throws when a package has no licence file
 */
function bundledPackages(paths: readonly string[]): Bundled[] {
  const directories = new Set(paths.flatMap((path) => directoryOf(path) ?? []));
  const packages = new Map(
    [...directories]
      .sort()
      .map(readPackage)
      .map((it) => [`${it.name} ${it.version}`, it]),
  );
  return [...packages.keys()].sort().flatMap((key) => packages.get(key) ?? []);
}

/** Returns the innermost `node_modules/<name>` of a path. */
function directoryOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

function readPackage(directory: string): Bundled {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const { name, version, license } = manifest as Record<string, string | undefined>;
  const texts = readdirSync(directory)
    .filter((file) => LEGAL_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(directory, file), "utf8").trim());
  if (!name || !version || !license || texts.length === 0) {
    throw new Error(`${directory} has no name, version, licence or licence file`);
  }
  return { name, version, license, texts };
}

function licenceText(packages: readonly Bundled[]): string {
  const source =
    "carry uses its files unchanged; their source code is in the package at this address.";
  const head = "carry contains code of the following packages, under their own licences.";
  const parts = packages.map(
    ({ name, version, license, texts }) =>
      `${name} ${version} (${license})\nhttps://www.npmjs.com/package/${name}/v/${version}\n${license.startsWith("MPL") ? `${source}\n` : ""}\n${texts.join("\n\n")}`,
  );
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
