import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DESK, deskScript, PAGE } from "./support/desk-page.js";
import { runs } from "./support/needs.js";
import { filesIn, textOf, withFiles } from "./support/page.js";
import { plainUser } from "./support/plain-user.js";
import { finish } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

/** Users can be made where they are gone afterwards: in a copy of /etc that this process alone sees. */
const canMakeUsers = process.getuid?.() === 0 && runs("unshare", "--mount", "true");

describe(PAGE, () => {
  it("shows the files that are run", () => {
    const page = textOf(PAGE);
    expect(withFiles(page)).toBe(page);
    const names = filesIn(page).map((path) => path.replace("test/desk/", ""));
    expect(names.sort()).toEqual(readdirSync(DESK).sort());
  });
});

if (!canMakeUsers) {
  process.stderr.write("no root, or no mount namespaces: an archive of two users is not tested\n");
}

describe.runIf(canMakeUsers)("a directory of two users", () => {
  const user = plainUser("an archive of two users is");
  const { sandbox, env } = sandboxForFile();

  it("is set up, written by both and read by both, and by nobody else", async () => {
    const place = mkdtempSync(join(tmpdir(), "carry-desk-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    chmodSync(place, 0o755);
    for (const name of ["set-up.sh", "ann.sh", "bob.sh"]) {
      writeFileSync(join(place, name), deskScript(name, sandbox()));
    }
    mkdirSync(join(place, "bin"));
    const program = `#!/bin/sh\nexec "${user?.node}" "${user?.carry}" "$@"\n`;
    writeFileSync(join(place, "bin", "carry"), program, { mode: 0o755 });
    const script = `set -euo pipefail
      cp -a /etc etc
      mount --bind etc /etc
      mount -t tmpfs none /srv
      mount -t tmpfs none /home
      as() { local home="/home/$1"; (cd "$home" && runuser -u "$1" -- env -i HOME="$home" \\
        PATH="$BIN:$PATH" CARRY_ACCEPT_CLOCK=1 "\${@:2}"); }
      bash -eu set-up.sh
      useradd --create-home eve
      printf %s "$CARRY_API_KEY" > /home/ann/key.txt
      chown ann /home/ann/key.txt
      as ann bash -eu "$PLACE/ann.sh" > /dev/null
      as bob bash -eu "$PLACE/bob.sh" > /dev/null
      as ann carry archive verify > /dev/null
      echo "$(wc -l < /home/bob/snapshots.csv) lines, $(grep -c 'CREATE OR REPLACE' /home/bob/archive.sql) views"
      find /srv/carry -type f -printf '%u %g %m\\n' | sort -u
      find /srv/carry -type d -printf '%g %m\\n' | sort -u
      as eve carry archive status --archive /srv/carry 2> /dev/null || echo "eve: exit code $?"`;
    const child = spawn("unshare", ["--mount", "bash", "-c", script], {
      cwd: place,
      env: { PATH: process.env.PATH, ...env(), PLACE: place, BIN: join(place, "bin") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, stdout, stderr } = await finish(child);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^(?:note: .*\n)*$/)]);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^2 lines, \d\d views$/),
      "ann traders 660",
      "bob traders 660",
      "traders 2770",
      "eve: exit code 9",
      "",
    ]);
  }, 120_000);
});
