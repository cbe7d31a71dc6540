import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fakeRelease } from "./fake-release.js";

const SCRIPT = readFileSync(new URL("../../packaging/install.sh", import.meta.url), "utf8");
const TARGET = `linux-${process.arch}`;
const ARCHIVE = `carry-1.2.3-${TARGET}.tar.gz`;

interface Installed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files of the directory of programs. */
  readonly files: readonly string[];
  readonly place: string;
}

describe.runIf(process.platform === "linux")("packaging/install.sh", () => {
  let url = "";
  /** Alters what is sent of a file. */
  let sent: (name: string, body: Buffer) => Buffer | undefined = (_name, body) => body;
  const folder = mkdtempSync(join(tmpdir(), "carry-release-"));
  const server = createServer((request, response) => {
    const path = join(folder, request.url ?? "");
    if (!existsSync(path)) return response.writeHead(404).end();
    const body = readFileSync(path);
    const altered = sent(path, body);
    response.writeHead(200, { "content-length": body.length });
    response.write(altered ?? body.subarray(0, body.length / 2));
    return altered === undefined ? response.destroy() : response.end();
  });

  beforeAll(async () => {
    fakeRelease(join(folder, "v1.2.3"), "1.2.3", [TARGET]);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs a script in an empty home. */
  async function install(
    variables: Readonly<Record<string, string>> = {},
    script = SCRIPT,
  ): Promise<Installed> {
    const home = mkdtempSync(join(tmpdir(), "carry-install-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      CARRY_INSTALL_URL: url,
      CARRY_VERSION: "1.2.3",
      ...variables,
    };
    const place = variables.CARRY_INSTALL_DIR ?? join(home, ".local/bin");
    return new Promise((resolve) => {
      const child = execFile("sh", ["-s"], { env, cwd: home }, (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : 0;
        const files = existsSync(place) ? readdirSync(place).sort() : [];
        resolve({ code, stdout, stderr, files, place });
      });
      child.stdin?.end(script);
    });
  }

  it("puts the program and its licences into ~/.local/bin, and says how to find it", async () => {
    const { code, stdout, stderr, files, place } = await install();
    expect({ code, stderr, files }).toEqual({
      ...{ code: 0, stderr: "" },
      files: ["carry", "carry.licenses.txt"],
    });
    expect(stdout).toBe(
      `carry 1.2.3 is in ${place}\nadd it to your PATH: export PATH="${place}:$PATH"\n`,
    );
  });

  it("replaces an older program in the directory that is named, with a blank in its name", async () => {
    const place = join(mkdtempSync(join(tmpdir(), "carry-place-")), "my programs");
    mkdirSync(place);
    writeFileSync(join(place, "carry"), "old");
    const path = `${process.env.PATH}:${place}`;
    const { code, stdout, files } = await install({ CARRY_INSTALL_DIR: place, PATH: path });
    expect({ code, stdout, files }).toEqual({
      code: 0,
      stdout: `carry 1.2.3 is in ${place}\n`,
      files: ["carry", "carry.licenses.txt"],
    });
    expect(readFileSync(join(place, "carry"), "utf8")).toContain("1.2.3");
  });

  it("works with wget where there is no curl", async () => {
    const bin = mkdtempSync(join(tmpdir(), "carry-bin-"));
    for (const name of [
      "uname",
      "mkdir",
      "mktemp",
      "rm",
      "mv",
      "wget",
      "awk",
      "sha256sum",
      "tar",
      "gzip",
      "sh",
    ]) {
      writeFileSync(join(bin, name), `#!/bin/sh\nPATH="${process.env.PATH}" exec ${name} "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    expect(await install({ PATH: bin })).toMatchObject({ code: 0, stderr: "" });
  });

  it.each([
    [
      "a file with another sum",
      (name: string, body: Buffer) =>
        name.endsWith(".gz") ? Buffer.concat([body.subarray(1), body.subarray(0, 1)]) : body,
      `error: ${ARCHIVE} has another sum than SHA256SUMS: nothing was installed`,
    ],
    [
      "a download that was cut",
      (name: string, body: Buffer) => (name.endsWith(".gz") ? undefined : body),
      `${ARCHIVE} could not be fetched`,
    ],
    [
      "sums that were cut",
      (name: string, body: Buffer) => (name.endsWith(".gz") ? body : undefined),
      "SHA256SUMS could not be fetched",
    ],
  ])("installs nothing of %s", async (_what, altered, message) => {
    sent = altered;
    onTestFinished(() => {
      sent = (_name, body) => body;
    });
    const { code, stderr, files } = await install();
    expect({ code, files }).toEqual({ code: 1, files: [] });
    expect(stderr).toContain(message);
  });

  it("does nothing when the script itself was cut anywhere", async () => {
    const lines = [...SCRIPT.matchAll(/\n/g)].map(({ index }) => index);
    const last = SCRIPT.trimEnd().length;
    const ends = [...lines.filter((at) => at < last), ...[1, 2, 6].map((n) => last - n)];
    for (const end of ends) {
      const { stdout, files } = await install({}, SCRIPT.slice(0, end));
      expect({ end, stdout, files }).toEqual({ end, stdout: "", files: [] });
    }
  });

  it.each([
    [{ CARRY_INSTALL_URL: "" }, "CARRY_INSTALL_URL is not set"],
    [{ CARRY_VERSION: "" }, "CARRY_VERSION is not set"],
    [{ CARRY_VERSION: "../../x" }, "is not a version"],
    [{ CARRY_VERSION: "9.9.9" }, "v9.9.9/SHA256SUMS could not be fetched"],
    [{ CARRY_INSTALL_URL: "http://example.com" }, "has to begin with https://"],
  ])("refuses %j", async (variables, message) => {
    const { code, stderr, files } = await install(variables);
    expect({ code, files }).toEqual({ code: 1, files: [] });
    expect(stderr).toContain(message);
  });

  it("needs the sum of the file that it fetches", () => {
    const sums = readFileSync(join(folder, "v1.2.3/SHA256SUMS"), "utf8");
    const digest = createHash("sha256").update(readFileSync(join(folder, "v1.2.3", ARCHIVE)));
    expect(sums).toBe(`${digest.digest("hex")}  ${ARCHIVE}\n`);
  });
});
