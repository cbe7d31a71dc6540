import { renderPage, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Look } from "../../output/text/look.js";

/** Returns a section with lines of text right below it. */
export function notedSection(section: Section, lines: readonly string[]): Section {
  const all = [section, ...lines.map((line) => textSection(line, "label"))];
  return {
    ...(section.title !== undefined && { title: section.title }),
    render: async (look) => (await Promise.all(all.map(({ render }) => render(look)))).join(""),
  };
}

/** Returns a page as one section, whose parts depend on how it is shown. */
export function pageOf(sectionsOf: (look: Look) => readonly Section[]): Section {
  return { render: (look) => renderPage(sectionsOf(look), look) };
}
