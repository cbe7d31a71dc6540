import { isHedged, type Risk, type Unhedged } from "../../analytics/position/risk.js";
import type { Handles } from "../../base/names/handle.js";
import { type Field, plain, shown, viewOf, within } from "../../output/record.js";
import { chooseColumns } from "../../output/table/choose-columns.js";
import { boundSign } from "../../output/table/figure-text.js";
import { asMarks, type Mark } from "../../output/table/mark.js";
import { renderSections, tableSection, totalsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { inSentence } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { figure } from "../../views/measure-fields.js";
import { measureMarks } from "../../views/measure-marks.js";
import { multipleMark, multiplesText } from "../../views/position/multiples.js";
import { handleField, pairField } from "../../views/position/name-fields.js";
import type { PositionRow } from "../../views/position/position-row.js";
import { returnOnMarginField } from "../../views/position/return-on-margin.js";
import { legsChecked, type Owned, PORTFOLIO, POSITION } from "../../views/row-fields.js";
import { partOf, sumTotal } from "../../views/sum-total.js";
import type { RiskLook } from "./legs.js";
import { MARGIN_UNKNOWN, whyUnknown } from "./row.js";

interface UnhedgedRow extends PositionRow, Owned {
  readonly it: Unhedged;
}

/** Returns the positions that hold more on one side, the largest amount first, with the sums. */
export function unhedgedSection({ unhedged, totals }: Risk, look: RiskLook): Section {
  const rows = unhedged.filter((it) => !isHedged(it)).map((it) => unhedgedRow(it));
  const sums = totalsSection([
    [
      sumTotal("unhedged", totals.figures.unhedged_notional),
      sumTotal("net notional", totals.figures.net_notional, { signed: true }),
      sumTotal("gross notional", totals.figures.gross_notional),
    ],
  ]);
  const view = viewOf(unhedgedFields(look, rows), { empty: "" }, ORDER);
  const hasCauses = rows.some(({ it }) => causesOf(it).length > 0);
  const columns = chooseColumns(view, undefined, "table");
  const table = tableSection(
    rows,
    columns.filter(({ key }) => key !== "why" || hasCauses),
  );
  return {
    title: `${rows.length} of ${counted(unhedged.length, "position")} unhedged or unknown`,
    render: (at) => renderSections(rows.length === 0 ? [sums] : [table, sums], at),
  };
}

/** `unhedged 2,799.01: PEPE.7572 +1,796.48, ETH.7ba3 +1,002.54`: the same in a line. */
export function unhedgedLine({ unhedged, totals }: Risk, handles: Handles, look: Look): string {
  const { unhedged_notional: sum } = totals.figures;
  const amount = inSentence("usd", sum.value?.toFixed());
  const parts = [`${boundSign(sum.bound, look.unicode)}${amount}`, partOf(sum)];
  const whole = parts.filter((it) => it !== undefined).join(" ");
  const texts = unhedged
    .filter((it) => !isHedged(it))
    .map(({ position, unhedged: { value } }) => {
      const amount = value === null ? "unknown" : inSentence("usd", value.toFixed(), true);
      return `${handles.of(position)} ${amount}`;
    });
  return `unhedged ${whole}${texts.length === 0 ? "" : `: ${firstOf(texts, 2)}`}`;
}

/** Returns what a position holds on one side only, as a row. @param owner default: not shown */
export function unhedgedRow(it: Unhedged, owner: Owned = { portfolio_id: "" }): UnhedgedRow {
  return { ...owner, position: it.position, legs: it.position.legs, it };
}

/** Returns why a position counts as not hedged; empty if just its sides differ. */
function causesOf({ missing, unknown, isUnchecked }: Unhedged): string[] {
  return [
    ...(missing === undefined ? [] : [`no ${missing} leg`]),
    ...(unknown === undefined ? [] : [MARGIN_UNKNOWN[unknown].brief]),
    ...(isUnchecked ? ["not checked"] : []),
  ];
}

function uncheckedMark({ isUnchecked }: Unhedged): Mark[] {
  return isUnchecked ? [NOT_ASKED] : [];
}

const ORDER = ["handle", "pair", "net_quantity", "*"];
const UNKNOWN = ["quantity_negative", "unreadable", "mark_missing", "price"];

/** The fields of what a position holds on one side only. */
export function unhedgedFields(
  { handles, ...clock }: RiskLook,
  rows: readonly UnhedgedRow[] = [],
): Field<UnhedgedRow>[] {
  const unchecked = { mark: ({ it }: UnhedgedRow) => uncheckedMark(it) };
  return [
    handleField(handles),
    pairField(rows),
    ...PORTFOLIO,
    ...within(({ position }: UnhedgedRow) => position, POSITION),
    figure("unhedged", "Net quantity at the mean mark of the larger side, USD; signed.", {
      of: ({ it }) => it.unhedged,
      ...{ header: "unhedged", signed: true, priority: 0 },
      mark: ({ it }) => [...measureMarks(it.unhedged, clock), ...uncheckedMark(it)],
    }),
    plain("net_quantity", "number|null", "Long minus short, in units of the asset.", {
      of: ({ it }) => it.netQuantity,
      ...{ header: "net qty", kind: "quantity", signed: true, priority: 2 },
      mark: ({ it, position }) => [...asMarks(multipleMark(position)), ...uncheckedMark(it)],
    }),
    figure("imbalance", "Net quantity, percent of the larger side.", {
      of: ({ it }) => ({ value: it.imbalance, unit: "percent" }),
      ...{ header: "imbalance", kind: "percent", priority: 1, ...unchecked },
    }),
    returnOnMarginField(({ it }) => it.returnOnMargin),
    plain("missing_side", ["long", "short", null], "Side that holds nothing.", ({ it }) => {
      return it.missing;
    }),
    plain("contracts", "text?", "Contract multiples, if a leg has one.", (row) => {
      return multiplesText(row.position);
    }),
    ...within(
      ({ it }: UnhedgedRow) => it,
      [
        legsChecked<Unhedged>(),
        whyUnknown<Unhedged>(
          "Why the amount is unknown; absent if it is not.",
          UNKNOWN,
          ({ unknown }) => unknown,
        ),
      ],
    ),
    shown({
      ...{ key: "why", header: "why", kind: "text", priority: 0 },
      value: ({ it }) => causesOf(it).join(", ") || "sides differ",
    }),
  ];
}
