import { POSITION_CATALOG, TOTALS } from "../../figures/catalog/catalog.js";
import { COMPARED_CATALOG } from "../../figures/catalog/compared.js";
import { LEG_CATALOG } from "../../figures/catalog/leg.js";
import { MARKET_CATALOG } from "../../figures/catalog/market.js";
import { MOVE_FIGURES } from "../../figures/catalog/move.js";
import { MOVES_TOTALS } from "../../figures/catalog/moves.js";
import { PAIR_CATALOG } from "../../figures/catalog/pair.js";
import { PAST_MARKET } from "../../figures/catalog/past-market.js";
import { PERIOD_FIGURES } from "../../figures/catalog/period.js";
import { SETTLEMENT_FIGURES } from "../../figures/catalog/settlement.js";
import { CAUSES, type CauseSpec } from "../../figures/causes.js";
import { type Declared, isFigure } from "../../figures/figure.js";
import { type Entry, normal } from "./entries.js";

/** Page of what is said where a figure or a cause is declared. */
export const DECLARED = "figures";

/** Returns the entries of the declared figures of positions, legs, sums and moves, and of the causes. */
export function declaredEntries(): Entry[] {
  const causes = Object.entries<CauseSpec>(CAUSES);
  return [
    ...POSITION_CATALOG.flatMap((it) => figureEntry(it, "Position")),
    ...LEG_CATALOG.flatMap((it) => figureEntry<never>(it, "Leg")),
    ...TOTALS.flatMap((it) => figureEntry(it, "Sum of positions")),
    ...PAIR_CATALOG.flatMap((it) => figureEntry(it, "Pair")),
    ...COMPARED_CATALOG.flatMap((it) => figureEntry(it, "Two markets compared")),
    ...PERIOD_FIGURES.flatMap((it) => figureEntry(it, "Between two looks")),
    ...SETTLEMENT_FIGURES.flatMap((it) => figureEntry(it, "Settlement")),
    ...PAST_MARKET.flatMap((it) => figureEntry(it, "What a market settled")),
    ...MARKET_CATALOG.flatMap((it) => figureEntry(it, "Market")),
    ...MOVE_FIGURES.flatMap((it) => figureEntry(it, "Move")),
    ...MOVES_TOTALS.flatMap((it) => figureEntry(it, "Moves")),
    ...causes.map(([cause, spec]) => causeEntry(cause, spec)),
  ];
}

/** Facts have no formula and no unit; their schemas say what they are. */
function figureEntry<S>(it: Declared<S>, section: string): Entry[] {
  if (!isFigure(it)) return [];
  const { unit, base, formula, unknownWhen, leftOut, help, head = it.id } = it.spec;
  const cells = { what: help, formula, unit, base, "– when": unknownWhen, "left out": leftOut };
  return [
    {
      ...{ page: DECLARED, section, table: "figure" },
      text: leftOut === undefined ? [] : [`Left out: ${leftOut}.`],
      names: [...new Set([it.id, head].map(normal))],
      cells: Object.entries(cells).flatMap(([heading, text]) =>
        text === undefined ? [] : [[heading, text] as const],
      ),
    },
  ];
}

function causeEntry(cause: string, { help, severity, worth }: CauseSpec): Entry {
  return {
    ...{ page: DECLARED, section: "Cause", table: "code", names: [normal(cause)] },
    cells: [["when", help]],
    text: [`Severity: ${severity}. Its value: ${worth}.`],
  };
}
