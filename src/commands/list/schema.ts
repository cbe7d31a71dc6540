import { POSITION_CATALOG, WHO } from "../../figures/catalog/catalog.js";
import { GROUPINGS } from "../../figures/catalog/group.js";
import { optional, schemaOfAny } from "../../output/record.js";
import { answerOf, dataFields } from "../../run/screen/answer.js";
import { BOOK_INPUTS, totalsFields } from "../../run/screen/inputs.js";
import { tableOf, VIEWS } from "../../run/screen/views.js";
import { groupTable } from "./groups.js";

/** Returns the JSON Schema of `carry list` with a view, groups or computed columns. */
export function listViewSchema() {
  const totals = totalsFields(new Set(["funding", "pool"])).map((it) => optional(it));
  const views = VIEWS.map((it) => answerOf(it, BOOK_INPUTS, dataFields(tableOf(it, [])), totals));
  const groups = GROUPINGS.map((it) =>
    answerOf(it, BOOK_INPUTS, dataFields(groupTable(it)), totals),
  );
  const others = POSITION_CATALOG.filter((it) => !WHO.includes(it));
  const chosen = dataFields({ who: [], figures: others }).map((it) => optional(it));
  const columns = [...dataFields({ who: WHO, figures: [] }), ...chosen];
  const all = [...views, ...groups, answerOf("columns", BOOK_INPUTS, columns, totals)];
  return schemaOfAny("list-view", all);
}
