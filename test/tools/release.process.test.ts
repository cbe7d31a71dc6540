import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeRelease } from "../packaging/fake-release.js";
import { isInstalled } from "../support/needs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-05-31

### Added

- A thing.

## [1.1.0]

- Undated.

## [1.0.0] - 2026-01-01

[1.0.0]: https://example.com
`;

/** A directory with a package.json and a CHANGELOG.md. */
function project(manifest: Record<string, unknown> = { name: "x", version: "1.2.0" }): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-release-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(directory, "CHANGELOG.md"), CHANGELOG);
  return directory;
}

/** Runs a step of the release, and returns its exit code and output. */
function release(words: readonly string[], cwd = project(), input = "") {
  const argv = [join(root, "tools", "release.mjs"), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const done = (stdout: string) => ({ status: 0, stdout, stderr: "" });
const failed = (message: string) => ({ status: 1, stdout: "", stderr: `error: ${message}\n` });

describe("the version of a release", () => {
  it("is that of package.json, which the tag repeats", () => {
    expect(release(["version", "v1.2.0"])).toEqual(
      done("version=1.2.0\ndist_tag=latest\nprerelease=false\n"),
    );
  });

  it("is published as next if it is a pre-release", () => {
    const directory = project({ version: "1.2.0-rc.1" });
    expect(release(["version", "v1.2.0-rc.1"], directory)).toEqual(
      done("version=1.2.0-rc.1\ndist_tag=next\nprerelease=true\n"),
    );
  });

  it.each(["v1.2.1", "1.2.0", "v1.2.0 ", "v1.2", "latest", ""])("refuses the tag %j", (tag) => {
    expect(release(["version", tag])).toEqual(
      failed(
        `the tag is "${tag}", but the version of package.json is 1.2.0: tag v1.2.0, or change package.json first`,
      ),
    );
  });

  it.each(["1.2", "01.2.0", "1.2.0-", "1.2.0-01", "1.2.0+build", "v1.2.0", "1.2.0\nx=y"])(
    "refuses a package.json with the version %j",
    (version) => {
      expect(release(["version", `v${version}`], project({ version }))).toEqual(
        failed(`package.json: "${version}" is not a version`),
      );
    },
  );
});

describe("the notes of a release", () => {
  it("are the section of its version in the changelog", () => {
    expect(release(["notes", "1.2.0"])).toEqual(done("### Added\n\n- A thing.\n"));
  });

  it.each([
    ["9.9.9", "CHANGELOG.md has no section [9.9.9]: rename [Unreleased] to it"],
    ["1.2", "CHANGELOG.md has no section [1.2]: rename [Unreleased] to it"],
    ["1.1.0", 'CHANGELOG.md: the heading "## [1.1.0]" needs a date: [1.1.0] - YYYY-MM-DD'],
    ["1.0.0", "CHANGELOG.md: the section [1.0.0] is empty"],
  ])("fail for %s", (version, message) => {
    expect(release(["notes", version])).toEqual(failed(message));
  });
});

describe("the addresses of the repository", () => {
  const address = "https://github.com/some-one/carry.cli";
  const filled = {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git` },
  };
  const words = ["repository", "https://github.com", "some-one/carry.cli"];

  it("are filled in, and the rest of package.json stays", () => {
    const directory = project();
    expect(release(words, directory)).toEqual(done(""));
    const text = readFileSync(join(directory, "package.json"), "utf8");
    const mcpName = "io.github.some-one/carry.cli";
    expect(JSON.parse(text)).toEqual({ name: "x", version: "1.2.0", mcpName, ...filled });
    const server = JSON.parse(readFileSync(join(directory, "server.json"), "utf8"));
    expect(server).toMatchObject({
      ...{ name: mcpName, version: "1.2.0", repository: { url: address, source: "github" } },
      packages: [{ registryType: "npm", identifier: "x", version: "1.2.0" }],
    });
    expect(release(words, directory)).toEqual(done("")); // as they are
  });

  it("are not committed, so that none is invented", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const key of Object.keys(filled)) expect(manifest).not.toHaveProperty(key);
  });

  it("are not those of another repository", () => {
    const directory = project({ version: "1.2.0", homepage: "https://example.com" });
    expect(release(words, directory)).toEqual(
      failed(`package.json: "homepage" is "https://example.com", not that of ${address}`),
    );
  });

  it.each([
    ["http://github.com", "a/b", '"http://github.com" is not the https address of a server'],
    ["https://github.com/", "a/b", '"https://github.com/" is not the https address of a server'],
    ["github.com", "a/b", '"github.com" is not the https address of a server'],
    ["https://github.com", "a", '"a" is not the owner and name of a repository'],
    ["https://github.com", "a/b/c", '"a/b/c" is not the owner and name of a repository'],
  ])("are refused for %s and %s", (server, name, message) => {
    expect(release(["repository", server, name])).toEqual(failed(message));
  });
});

/* npm is a script on Windows, and macOS has no sha256sum. */
const isLinux = process.platform === "linux";

describe.runIf(isLinux)("the SBOM", () => {
  it("of npm gains the Node that the executables contain", () => {
    const sbom = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { status, stdout } = release(["sbom"], root, sbom);
    const { components } = JSON.parse(stdout) as { components: Record<string, string>[] };
    expect(status).toBe(0);
    expect(components.map(({ name }) => name)).toContain("undici");
    expect(components.at(-1)).toMatchObject({
      name: "node",
      version: process.versions.node,
      purl: `pkg:generic/node@${process.versions.node}`,
    });
  });

  it("in another format is refused", () => {
    const message = "stdin is not a CycloneDX SBOM: npm sbom --sbom-format cyclonedx";
    expect(release(["sbom"], undefined, '{"spdxVersion":"SPDX-2.3"}')).toEqual(failed(message));
  });
});

describe("the checksums", () => {
  it.runIf(isLinux)("are accepted by sha256sum, and found wrong once a file changes", () => {
    const directory = project();
    const files = join(directory, "files");
    mkdirSync(files);
    for (const name of ["b.tar.gz", "a.tgz"]) writeFileSync(join(files, name), name);
    const { stdout } = release(["checksums", files]);
    expect(stdout.match(/\S+$/gm)).toEqual(["a.tgz", "b.tar.gz"]);
    writeFileSync(join(directory, "SHA256SUMS"), stdout);
    const check = () =>
      spawnSync("sha256sum", ["--check", "--strict", "../SHA256SUMS"], { cwd: files }).status;
    expect(check()).toBe(0);
    writeFileSync(join(files, "a.tgz"), "other");
    expect(check()).toBe(1);
  });

  it("need a directory of files only", () => {
    const directory = project();
    mkdirSync(join(directory, "empty"));
    expect(release(["checksums", "empty"], directory)).toEqual(failed("empty is empty"));
    expect(release(["checksums", "."], directory)).toEqual(failed("empty is not a file"));
  });
});

describe.runIf(isLinux)("the formula of Homebrew", () => {
  const targets = ["linux-x64", "linux-arm64", "macos-arm64"];
  const manifest = {
    ...{ name: "x", version: "1.2.0", description: "Check things", license: "MIT" },
    repository: { type: "git", url: "git+https://github.com/some-one/carry.git" },
  };

  it("has the address and the sum of each executable, and is Ruby", () => {
    const directory = project(manifest);
    fakeRelease(join(directory, "files"), "1.2.0", targets);
    expect(release(["packages", "files", "out"], directory)).toEqual(done(""));
    const formula = readFileSync(join(directory, "out/carry.rb"), "utf8");
    const sums = readFileSync(join(directory, "files/SHA256SUMS"), "utf8").trim().split("\n");
    for (const line of sums) {
      const [sum = "", name = ""] = line.split("  ");
      const url = `https://github.com/some-one/carry/releases/download/v1.2.0/${name}`;
      expect(formula).toContain(`url "${url}"\n      sha256 "${sum}"`);
    }
    expect(sums).toHaveLength(3);
    if (isInstalled("ruby", ["--version"], "the formula of Homebrew was")) {
      execFileSync("ruby", ["-c", join(directory, "out/carry.rb")], { stdio: "pipe" });
    }
  });

  it("is not made of other files than SHA256SUMS says, or of none", () => {
    const directory = project(manifest);
    fakeRelease(join(directory, "files"), "1.2.0", targets);
    writeFileSync(join(directory, "files/carry-1.2.0-linux-x64.tar.gz"), "other");
    const words = ["packages", "files", "out"];
    const message = "SHA256SUMS has another sum of carry-1.2.0-linux-x64.tar.gz";
    expect(release(words, directory)).toEqual(failed(message));
    fakeRelease(join(directory, "old"), "1.1.0", targets);
    expect(release(["packages", "old", "out"], directory)).toEqual(
      failed("old has no carry-1.2.0-<target>.tar.gz"),
    );
  });
});

describe("server.json", () => {
  it("is that of package.json, with a description that the registry accepts", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const server = JSON.parse(readFileSync(join(root, "server.json"), "utf8"));
    expect(server).toMatchObject({ name: manifest.mcpName, version: manifest.version });
    expect(server.packages).toMatchObject([
      { identifier: manifest.name, version: manifest.version, transport: { type: "stdio" } },
    ]);
    expect(server.description.length).toBeLessThanOrEqual(100);
  });
});

it("an unknown step, or one with the wrong number of values, is refused", () => {
  const usage = failed(
    "usage: node tools/release.mjs version|notes|repository|sbom|checksums|packages ...",
  );
  for (const words of [[], ["publish"], ["notes"], ["notes", "1.2.0", "x"], ["toString"]]) {
    expect(release(words)).toEqual(usage);
  }
});
