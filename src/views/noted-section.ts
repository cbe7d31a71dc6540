import { textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";

/** Returns a section with lines of text right below it. */
export function notedSection(section: Section, lines: readonly string[]): Section {
  const all = [section, ...lines.map((line) => textSection(line, "label"))];
  return {
    ...(section.title !== undefined && { title: section.title }),
    render: async (look) => (await Promise.all(all.map(({ render }) => render(look)))).join(""),
  };
}
