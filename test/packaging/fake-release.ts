import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const RELEASE = fileURLToPath(new URL("../../tools/release.mjs", import.meta.url));

/** Makes the folder of a release, whose programs only print their version. */
export function fakeRelease(folder: string, version: string, targets: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const name = `carry-${version}-${target}`;
    const place = mkdtempSync(join(tmpdir(), "carry-unpacked-"));
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, "carry"), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(place, name, "carry"), 0o755);
    writeFileSync(join(place, name, "THIRD-PARTY-LICENSES.txt"), "licences\n");
    execFileSync("tar", ["-C", place, "-czf", join(folder, `${name}.tar.gz`), name]);
    rmSync(place, { recursive: true });
  }
  const sums = execFileSync(process.execPath, [RELEASE, "checksums", folder]);
  writeFileSync(join(folder, "SHA256SUMS"), sums);
}
