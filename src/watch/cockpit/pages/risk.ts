import { riskLegsView } from "../../../features/risk/legs.js";
import { shownRisk } from "../../../features/risk/shown.js";
import { definePage, type Page } from "../page.js";

/** The held legs, the nearest to their bankruptcy price first. */
export function riskPage(): Page {
  return definePage("Risk", async ({ book }) => {
    const { criteria, historyOf, handles, ownerOf } = book;
    const { margin, staleMs } = criteria.limits;
    const at = { now: criteria.now, staleMs };
    const { rows } = shownRisk(book, { ...at, margin, historyOf, ownerOf, stresses: [] });
    return { view: riskLegsView({ ...at, handles }), rows };
  });
}
