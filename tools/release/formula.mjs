import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checksumsOf } from "./checksums.mjs";

const SYSTEMS = { macos: "on_macos", linux: "on_linux" };
const PROCESSORS = { arm64: "on_arm", x64: "on_intel" };

/** Stands for the address of a repository that `repository` has not filled in. */
const PLACEHOLDER = "https://example.com/owner/carry";

/**
 * Returns the formula with which Homebrew installs the executables of a release.
 * @param {string} folder with `carry-<version>-<target>.tar.gz` and SHA256SUMS
 * @param {{ version: string, description: string, license: string, repository?: { url: string } }} manifest
 *   content of package.json
 * @throws {Error} when there is no such file, or one has another sum
 */
export function formulaOf(folder, { version, description, license, repository }) {
  const address = repository?.url.replaceAll(/^git\+|\.git$/g, "") ?? PLACEHOLDER;
  const sums = sumsOf(folder);
  const blocks = Object.entries(SYSTEMS).map(([system, onSystem]) => {
    const parts = Object.entries(PROCESSORS).flatMap(([processor, onProcessor]) => {
      const name = `carry-${version}-${system}-${processor}.tar.gz`;
      const url = `${address}/releases/download/v${version}/${name}`;
      if (!sums.has(name)) return [];
      return `    ${onProcessor} do\n      url "${url}"\n      sha256 "${sums.get(name)}"\n    end\n`;
    });
    return parts.length === 0 ? "" : `  ${onSystem} do\n${parts.join("")}  end\n\n`;
  });
  if (blocks.join("") === "") throw new Error(`${folder} has no carry-${version}-<target>.tar.gz`);
  return `class Carry < Formula
  desc "${description}"
  homepage "${address}"
  version "${version}"
  license "${license}"

${blocks.join("")}  def install
    bin.install "carry"
    doc.install "THIRD-PARTY-LICENSES.txt"
    generate_completions_from_executable(bin/"carry", "completion")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/carry --version").strip
  end
end
`;
}

/** Returns the sums of the files of a folder by name, which are those of its SHA256SUMS. */
function sumsOf(folder) {
  const listed = readFileSync(join(folder, "SHA256SUMS"), "utf8").split("\n");
  const found = checksumsOf(folder).trimEnd().split("\n");
  const other = found.find((line) => !listed.includes(line));
  if (other !== undefined) throw new Error(`SHA256SUMS has another sum of ${other.split("  ")[1]}`);
  return new Map(found.map((line) => line.split("  ").reverse()));
}
