import { Big } from "big.js";
import { exchangesOn } from "../../analytics/portfolio/groups.js";
import { PERCENT } from "../../base/decimal.js";
import {
  answer,
  each,
  type Field,
  group,
  own,
  plain,
  shown as shownColumn,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { notesSection, textSection } from "../../output/table/page.js";
import { UNCHECKED } from "../../views/doubt.js";
import { basisField } from "../../views/market/basis-fields.js";
import { marketFields, marketFinder } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { handleField, idField, onlyWide, pairField } from "../../views/position/name-fields.js";
import type { NamedLeg } from "../../views/position/pair.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import {
  bothSides,
  legsChecked,
  PORTFOLIO,
  POSITION,
  quantity,
  SERVICE_TIME,
} from "../../views/row-fields.js";
import type { Candidate } from "./figures.js";
import type { LegLack } from "./held.js";
import { paysBackText, rotateNotes, verdictLines } from "./totals.js";
import { legsOf, NOT_KNOWN, type ShownRotation, whyEmpty } from "./words.js";

/** A pair that a position could move to. */
type RotateRow = Candidate &
  Pick<ShownRotation, "portfolio_id" | "position"> & { readonly legs: readonly NamedLeg[] };

/** Returns the rows of a rotation: all pairs, or the first of them. */
export function rotateRows(shown: ShownRotation): RotateRow[] {
  const { rotation, top, portfolio_id, position } = shown;
  return rotation.candidates.slice(0, top).map((it) => {
    return { ...it, portfolio_id, position, legs: legsOf(shown, it) };
  });
}

/** View of the pairs that a position could move to, one per row. */
export function rotateView(shown?: ShownRotation): View<RotateRow> {
  const around = shown && {
    head: () => verdictLines(shown).map((line) => textSection(line)),
    foot: () => notesSection(rotateNotes(shown)),
  };
  return viewOf(rowFields(shown), { ...around, empty: whyEmpty(shown) });
}

const WORST_WEEK =
  "Least funding of 7 consecutive days of the last 30 at the same quantity, USD; counted and of are overlapping windows.";

const OF_POSITION: Field<Pick<ShownRotation, "portfolio_id" | "position">>[] = [
  ...PORTFOLIO,
  ...within(({ position }: Pick<ShownRotation, "position">) => position, POSITION),
];

function rowFields(shown?: ShownRotation): Field<RotateRow>[] {
  const find = marketFinder(shown?.markets);
  const { fee = { amount: "", unit: "" } } = shown ?? {};
  const unchecked = shown?.isUnchecked === true ? { mark: () => UNCHECKED } : {};
  const markets = bothSides<RotateRow>((side) =>
    marketFields((it) => find(it[side]), [side, "id"]),
  );
  return [
    handleField(shown?.handles),
    pairField(shown && rotateRows(shown)),
    ...OF_POSITION,
    ...markets.map(onlyWide),
    plain("keeps", "sides", "Sides of which nothing has to be traded.", {
      ...{ of: ({ keeps }) => keeps, header: "reuses leg", priority: 4 },
      value: ({ keeps }) => keeps.join("+") || null,
    }),
    figure("run_7d", "What the pair was paid a day over 7 days, USD.", {
      ...{ of: ({ run }) => run, header: "a day", signed: true, priority: 3 },
      footnote: "a day: USD at the quantity held, from 7 days; past funding, not a forecast",
      note: ({ run }) => coveredNote(run),
      details: ["as_of", "covered_hours", "wanted_hours"],
    }),
    figure("held_7d", "The same of what is held, over the same periods, USD.", {
      ...{ of: ({ held }) => held, header: "held", isExtra: true, signed: true, priority: 9 },
      details: ["covered_hours"],
    }),
    figure("gain", "run_7d minus held_7d, USD a day.", {
      ...{ of: ({ gain }) => gain, header: "gain", signed: true, priority: 0, ...unchecked },
      details: ["se", "n_eff"],
    }),
    shownColumn({
      ...{ key: "gain.se", header: "±", kind: "usd", priority: 1 },
      value: ({ gain }) => gain.se,
      footnote: "±: standard error of the gain, by the last 30 days",
    }),
    figure(
      "worst_week",
      WORST_WEEK,
      {
        ...{ of: ({ worstWeek }) => worstWeek, header: "worst 7d", signed: true, priority: 3 },
        footnote: "worst 7d: least funding of 7 days in a row in the last 30, USD",
        details: ["bound", "counted", "of"],
      },
      [
        plain("independent", "count", "Number of counted windows that do not overlap.", (it) => {
          return it.worstWeek.independent;
        }),
        plain("until", "time?", "End of the worst 7 days (ISO 8601).", ({ worstWeek }) => {
          return worstWeek.until;
        }),
      ],
    ),
    figure("cost", "Fees of entering and leaving what is not held yet, USD.", {
      ...{ of: ({ cost }) => cost, header: "fees", signed: false, priority: 2, ...unchecked },
      footnote: `fees: entering and leaving what is new, at ${fee.amount}${fee.unit} a fill`,
    }),
    figure("pays_back", "Days until the gain has paid the cost; null if it never does.", {
      ...{ of: ({ paysBack }) => paysBack, header: "break-even", kind: "text", priority: 0 },
      ...{
        align: "right",
        value: paysBackText,
        footnote: "break-even: after how long the gain covers the fees",
      },
    }),
    basisField(({ basis }) => basis, {
      now: {
        ...{ header: "basis", kind: "rate", priority: 5 },
        value: ({ basis: { now } }: RotateRow) => now.value?.times(PERCENT).toFixed(),
      },
      percentile: { header: "percentile", kind: "percent", priority: 6 },
    }),
    plain("never", "flag", "Whether the gain is not above zero.", ({ paysBack }) => {
      return paysBack.value === null;
    }),
    idField(),
  ];
}

const LACK: Field<LegLack>[] = [
  plain("side", "text", "long or short.", ({ leg }) => leg.side),
  plain("exchange", "text", "Exchange.", ({ leg }) => leg.exchange),
  plain("market_id", "positive", "Market identifier.", ({ leg }) => leg.market_id),
  own("why", ["no_history", "too_few_events", "conflicting", "uncovered"], "Why it is not known."),
  own("counted", "count?", "Events of the 7 days with a rate and a mark price."),
  own("of", "count?", "Events of the 7 days."),
];

const HELD: Field<ShownRotation>[] = [
  ...OF_POSITION,
  ...bothSides<ShownRotation>((side) => [
    plain("exchange", "text|null", "Exchanges of its legs, joined by +.", ({ position }) => {
      return exchangesOn(position.legs, side);
    }),
    plain("quantity", "number|null", "Quantity held, in the smallest contract.", (it) => {
      return it.balance[`${side}Quantity`];
    }),
  ]),
  legsChecked(),
  figure(
    "run_7d",
    "What is held was paid a day over 7 days, USD; the same as in each row.",
    (it) => {
      return it.rotation.held;
    },
  ),
  each(
    "unknown",
    "Held legs for which run_7d is not known, so that no pair is judged; else empty.",
    ({ rotation }) => rotation.heldLacks,
    LACK,
  ),
];

const LACKING = [
  ...["no_history", "too_few_events", "no_mark"],
  ...["conflicting", "uncovered", "held_uncovered"],
];

type Lacking = ShownRotation["rotation"]["lacking"][number];

const NOT_OFFERED: Field<ShownRotation["rotation"]>[] = [
  own("uncovered", "count", "Pairs of which less than 95 % of 7 days are covered."),
  plain("other_unit", "count", "Pairs whose prices are not of the same unit.", (it) => {
    return it.otherUnit;
  }),
  own("conflicting", "count", "Pairs of markets whose events conflict."),
  each("markets", "Markets that are in no pair.", ({ lacking }) => lacking, [
    plain<Lacking>("market_id", "positive", "Market identifier.", ({ id }) => id),
    own<Lacking>("why", LACKING, "What is missing."),
  ]),
];

/** Returns `positions rotate`. */
export const rotateAnswer = (rotation?: ShownRotation) =>
  answer<ShownRotation>("rotate", [
    group("inputs", "What the figures rest on.", [
      plain("position_id", "text", "Position identifier (uuid).", (it) => it.position.position_id),
      quantity("fee", "bps", "Fee of a fill.", ({ fee: { amount, unit } }) => {
        return new Big(amount).times(unit === "%" ? 100 : 1);
      }),
      own("top", "integer|null", "Number of rows; null without --top."),
      SERVICE_TIME,
    ]),
    group("held", "What is held.", HELD),
    each("rows", "The largest gain first.", rotateRows, rowFields(rotation)),
    group("totals", "Numbers of pairs.", [
      plain("rows", "count", "Number of rows.", (it) => rotateRows(it).length),
      plain("offered", "count", "Number of pairs that are offered.", ({ rotation }) => {
        return rotation.candidates.length;
      }),
      group(
        "not_offered",
        "Pairs and markets that are not offered.",
        within((it: ShownRotation) => it.rotation, NOT_OFFERED),
      ),
    ]),
    plain("not_known", "texts", "What the figures leave out.", () => NOT_KNOWN),
  ]);
