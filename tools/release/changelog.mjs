/**
 * Returns the section of a version without its heading, `## [1.2.0] - 2026-05-31`.
 * @param {string} changelog in the format of Keep a Changelog
 * @param {string} version
 * @throws {Error} when the section is missing, has no date, or is empty
 */
export function notesOf(changelog, version) {
  const [, ...sections] = `\n${changelog}`.split(/\n## /);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section [${version}]: rename [Unreleased] to it`);
  }
  const [heading = "", ...lines] = section.split("\n");
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new Error(
      `CHANGELOG.md: the heading "## ${heading}" needs a date: [${version}] - YYYY-MM-DD`,
    );
  }
  const notes = lines
    .filter((line) => !/^\[[^\]]+\]: /.test(line))
    .join("\n")
    .trim();
  if (notes === "") throw new Error(`CHANGELOG.md: the section [${version}] is empty`);
  return `${notes}\n`;
}
