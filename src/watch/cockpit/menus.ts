import { portfolioName } from "../../command/portfolios.js";
import { allCauses } from "../../figures/catalog/causes.js";
import type { Ignored } from "../../figures/ignored.js";
import type { PositionOf } from "../../figures/subjects.js";
import { formatCell, timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { whyOf } from "../../run/why.js";
import type { NamedPortfolio } from "../../settings/portfolios.js";
import { SPANS } from "./acknowledged.js";
import type { CockpitState } from "./cockpit-state.js";
import type { ArrangedTable } from "./table.js";

/** Returns the orders that a table can have: first that of its command, then its columns. */
export function sortChoices({ columns }: ArrangedTable, { sorts, page }: CockpitState): string[] {
  const sort = sorts[page];
  const direction = sort?.descending === true ? "descending" : "ascending";
  return [
    "as the command orders it",
    ...columns.map(({ key, header }) => (key === sort?.key ? `${header}, ${direction}` : header)),
  ];
}

/** Returns the portfolios of the watch, each with whether it is shown. */
export function portfolioChoices(
  portfolios: readonly NamedPortfolio[],
  { hidden }: CockpitState,
): string[] {
  return portfolios.map((it) => {
    return `[${hidden.includes(it.portfolio_id) ? " " : "x"}] ${portfolioName(it)}`;
  });
}

/** A reason that can be acknowledged, and until when; `never` takes it back. */
export interface Acknowledgement {
  readonly code: Ignored["code"];
  /** Milliseconds since the epoch; undefined until the reason clears. */
  readonly until: number | undefined | "never";
  readonly text: string;
}

/** Returns what can be acknowledged of a position. @param now time of the service, ms since the epoch */
export function acknowledgements(
  position: PositionOf,
  acknowledged: readonly Ignored[],
  now: number,
  look: Look,
): Acknowledgement[] {
  const { position_id: id } = position.record;
  return allCauses(position).flatMap((found): Acknowledgement[] => {
    const code = found.cause;
    const said = whyOf(position, found).text;
    const own = acknowledged.find((it) => it.code === code && it.position === id);
    if (own !== undefined) {
      const end = own.until === undefined ? "it clears" : timeText(own.until, look);
      return [{ code, until: "never", text: `${said} · acknowledged until ${end}: take it back` }];
    }
    return SPANS.map((span) => ({
      code,
      until: span === undefined ? undefined : now + span,
      text: `${said} · ${span === undefined ? "until it clears" : `for ${formatCell("age", span, look)}`}`,
    }));
  });
}
