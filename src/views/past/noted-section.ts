import { renderPage } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Look } from "../../output/text/look.js";

/** Returns a page as one section, whose parts depend on how it is shown. */
export function pageOf(sectionsOf: (look: Look) => readonly Section[]): Section {
  return { render: (look) => renderPage(sectionsOf(look), look) };
}
