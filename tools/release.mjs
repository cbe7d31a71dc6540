/*
 * The steps of a release that are not a command of npm or git; .github/workflows/release.yml runs them.
 *
 *   node tools/release.mjs version <tag>                  version, dist-tag, pre-release as name=value lines
 *   node tools/release.mjs notes <version>                section of CHANGELOG.md
 *   node tools/release.mjs repository <server> <o/name>   fills in package.json and server.json
 *   node tools/release.mjs sbom                           adds Node to the SBOM on stdin
 *   node tools/release.mjs checksums <directory>          SHA-256 of its files
 *   node tools/release.mjs packages <folder> <out>        writes carry.rb, a formula of Homebrew, for the files of
 *                                                         a folder with SHA256SUMS
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notesOf } from "./release/changelog.mjs";
import { checksumsOf } from "./release/checksums.mjs";
import { formulaOf } from "./release/formula.mjs";
import { withRepository } from "./release/repository.mjs";
import { withNode } from "./release/sbom.mjs";
import { serverOf } from "./release/server.mjs";
import { releaseOf } from "./release/version.mjs";

const readPackage = () => JSON.parse(readFileSync("package.json", "utf8"));
const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

const COMMANDS = {
  version(tag) {
    const release = releaseOf(tag, readPackage().version);
    return Object.entries(release)
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
  },
  notes: (version) => notesOf(readFileSync("CHANGELOG.md", "utf8"), version),
  repository(server, name) {
    const manifest = withRepository(readPackage(), server, name);
    writeFileSync("package.json", json(manifest));
    writeFileSync("server.json", json(serverOf(manifest)));
    return "";
  },
  sbom: () => json(withNode(JSON.parse(readFileSync(0, "utf8")), process.versions.node)),
  checksums: (directory) => checksumsOf(directory),
  packages(folder, out) {
    const formula = formulaOf(folder, readPackage());
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "carry.rb"), formula);
    return "";
  },
};

const [name = "", ...values] = process.argv.slice(2);
try {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || values.length !== command.length) {
    throw new Error(`usage: node tools/release.mjs ${Object.keys(COMMANDS).join("|")} ...`);
  }
  process.stdout.write(command(...values));
} catch (error) {
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
}
