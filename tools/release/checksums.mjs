import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a line for each file of a directory but SHA256SUMS, by name, as `sha256sum --check` reads it.
 * @param {string} directory
 * @throws {Error} when it is empty or contains something else than files
 */
export function checksumsOf(directory) {
  const all = readdirSync(directory, { withFileTypes: true });
  const entries = all.filter(({ name }) => name !== "SHA256SUMS");
  if (entries.length === 0) throw new Error(`${directory} is empty`);
  const other = entries.find((entry) => !entry.isFile());
  if (other !== undefined) throw new Error(`${join(directory, other.name)} is not a file`);
  const names = entries.map(({ name }) => name).sort();
  return names.map((name) => `${digestOf(join(directory, name))}  ${name}\n`).join("");
}

function digestOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
