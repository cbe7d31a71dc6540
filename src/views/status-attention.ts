import { joinReasons } from "../analytics/joined.js";
import type { PortfolioStatus } from "../analytics/status.js";
import { chooseColumns } from "../output/table/columns.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { counted } from "../output/text/counted.js";
import type { Look } from "../output/text/look.js";
import { joinedText } from "./not-judged.js";
import { clockOf, reasonRows, reasonsView } from "./status-rows.js";

/**
 * Returns shared reasons, one line each, then the positions with reasons of their own, worst first.
 * @param most maximum number of positions
 */
export function attentionSection(
  status: PortfolioStatus,
  most = Number.POSITIVE_INFINITY,
): Section {
  const { attention, totals, criteria } = status;
  const need = attention.length === 1 ? "needs" : "need";
  const { joined, apart } = joinReasons(attention, totals.positions);
  const columns = chooseColumns(reasonsView(clockOf(criteria)), undefined, "table");
  return {
    title: `${status.isOnlyNew === true ? "New: " : ""}${attention.length} of ${counted(totals.positions, "position")} ${need} attention, worst first`,
    async render(look) {
      const lines = joined.map((it) => textSection(joinedText(it)).render(look));
      const all = (await Promise.all(lines)).join("");
      if (apart.length === 0) return all;
      const shown = apart.slice(0, most);
      const table = await tableSection(reasonRows(shown), columns).render(look);
      const rest = apart.length - shown.length;
      return all + table + (rest === 0 ? "" : await textSection(moreText(rest, look)).render(look));
    },
  };
}

/** Returns how many positions fit, with one line per reason. */
export function positionsThatFit({ attention, totals }: PortfolioStatus, lines: number): number {
  const { apart } = joinReasons(attention, totals.positions);
  let left = lines;
  const first = apart.findIndex(({ reasons }) => {
    left -= reasons.length;
    return left < 0;
  });
  return first === -1 ? apart.length : first;
}

function moreText(rest: number, { unicode }: Look): string {
  return `${unicode ? "…" : "..."} and ${rest} more (carry status -v)`;
}
