import type { Total } from "../output/table/column.js";
import type { Section } from "../output/table/section.js";

/** Returns a section of figures side by side, one or more lines per group. */
export function renderedTotals(groups: readonly (readonly Total[])[], title?: string): Section {
  return {
    ...(title !== undefined && { title }),
    async render(look) {
      const { renderTotals } = await import("../output/table/total-line.js");
      const texts = await Promise.all(groups.map((group) => renderTotals(group, look)));
      return texts.join("");
    },
  };
}
