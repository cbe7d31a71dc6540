/*
 * Names the manual pages in package.json while it is packed. npm links what `man` lists, and
 * `directories.man` of an installed package is not expanded.
 *
 *   node tools/manual-entries.mjs add|remove
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FILE = "package.json";
const [step] = process.argv.slice(2);

const { man: _, ...manifest } = JSON.parse(readFileSync(FILE, "utf8"));
if (step === "add") {
  manifest.man = readdirSync("man")
    .sort()
    .map((name) => `./man/${name}`);
} else if (step !== "remove") {
  throw new Error("usage: node tools/manual-entries.mjs add|remove");
}
writeFileSync(FILE, `${JSON.stringify(manifest, undefined, 2)}\n`);
