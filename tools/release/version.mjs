/* Source: semver.org, without build metadata, which npm ignores. */
const NUMBER = "(?:0|[1-9]\\d*)";
const PART = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${PART}(?:\\.${PART})*))?$`);

/**
 * Returns what a tag releases. The tag is `v` and the version of package.json, so that neither can be
 * forgotten. A pre-release such as 1.2.0-rc.1 is published as `next`, and never becomes `latest`.
 * @param {string} tag
 * @param {string} packageVersion
 * @throws {Error} when they differ, or the version is not a semantic version
 */
export function releaseOf(tag, packageVersion) {
  const match = VERSION.exec(packageVersion);
  if (match === null) throw new Error(`package.json: "${packageVersion}" is not a version`);
  if (tag !== `v${packageVersion}`) {
    throw new Error(
      `the tag is "${tag}", but the version of package.json is ${packageVersion}: tag v${packageVersion}, or change package.json first`,
    );
  }
  const prerelease = match[1] !== undefined;
  return { version: packageVersion, dist_tag: prerelease ? "next" : "latest", prerelease };
}
