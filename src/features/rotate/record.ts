import { exchangesOn } from "../../analytics/portfolio/groups.js";
import {
  answer,
  shown as column,
  each,
  type Field,
  group,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { UNCHECKED } from "../../views/doubt.js";
import { marketField, marketFinder, marketKeys } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import { legsChecked, SERVICE_TIME } from "../../views/row-fields.js";
import type { Candidate } from "./figures.js";
import type { LegLack } from "./held.js";
import { rotateTotals } from "./totals.js";
import { NOT_KNOWN, type ShownRotation } from "./words.js";

/** View of the pairs that a position could move to, one per row. */
export function rotateView(shown?: ShownRotation): View<Candidate> {
  const totals = shown && { totals: () => rotateTotals(shown) };
  const rest = { ...totals, empty: "No other pair to compare." };
  return viewOf(candidateFields(shown), rest, [...marketKeys("long", "short"), "*"]);
}

function candidateFields(shown?: ShownRotation): Field<Candidate>[] {
  const find = marketFinder(shown?.markets);
  const unchecked = shown?.isUnchecked === true ? { mark: () => UNCHECKED } : {};
  const hidden = { kind: "quantity", priority: 9, only: "csv" } as const;
  return [
    marketField("long", "Market of the long side.", ["long", "id"], ({ long }) => long, find),
    marketField("short", "Market of the short side.", ["short", "id"], ({ short }) => short, find),
    plain("keeps", "sides", "Sides of which nothing has to be traded.", {
      ...{ of: ({ keeps }) => keeps, header: "keeps", priority: 4 },
      value: ({ keeps }) => keeps.join("+") || null,
    }),
    figure("run", "What the pair was paid a day over 7 days, USD.", {
      ...{ of: ({ run }) => run, key: "run_7d", header: "a day", signed: true, priority: 3 },
      note: ({ run }) => coveredNote(run),
    }),
    figure("held", "The same of what is held, over the same periods, USD.", {
      ...{ of: ({ held }) => held, key: "held_7d", header: "held", signed: true },
      ...{ priority: 9, only: "csv" },
    }),
    figure("gain", "run minus held, USD a day.", {
      ...{ of: ({ gain }) => gain, header: "gain a day", signed: true, priority: 0, ...unchecked },
    }),
    figure("cost", "Fees of entering and leaving what is not held yet, USD.", {
      ...{ of: ({ cost }) => cost, header: "cost", signed: false, priority: 2, ...unchecked },
    }),
    column({
      ...{ key: "pays_back", header: "pays back in", kind: "text", priority: 0 },
      ...{ align: "right", value: paysBackText, only: "table" },
    }),
    figure("pays_back", "Days until the gain has paid the cost; null if it never does.", {
      ...{ of: ({ paysBack }) => paysBack, key: "pays_back_days", header: "days", ...hidden },
    }),
    plain("never", "flag", "Whether the gain is not above zero.", ({ paysBack }) => {
      return paysBack.value === null;
    }),
    column({
      ...{ key: "as_of", header: "as of", ...hidden, kind: "time" },
      value: ({ run: { asOf } }) => (asOf === undefined ? null : new Date(asOf).toISOString()),
    }),
    column({
      ...{ key: "run_7d_covered_hours", header: "covered", ...hidden },
      value: ({ run }) => run.coveredHours,
    }),
    column({
      ...{ key: "held_7d_covered_hours", header: "held covered", ...hidden },
      value: ({ held }) => held.coveredHours,
    }),
    column({
      ...{ key: "wanted_hours", header: "of", ...hidden, value: ({ run }) => run.wantedHours },
    }),
  ];
}

const LACK: Field<LegLack>[] = [
  plain("side", ["long", "short"], "Side.", ({ leg }) => leg.side),
  plain("exchange", "text", "Exchange.", ({ leg }) => leg.exchange),
  plain("market_id", "positive", "Market identifier.", ({ leg }) => leg.market_id),
  own("why", ["no_history", "too_few_events", "conflicting", "uncovered"], "Why it is not known."),
  own("counted", "count?", "Events of the 7 days with a rate and a mark price."),
  own("of", "count?", "Events of the 7 days."),
];

const HELD: Field<ShownRotation>[] = [
  plain("asset", "text", "Asset symbol.", ({ position }) => position.asset),
  ...(["long", "short"] as const).map((side) =>
    plain<ShownRotation>(side, "text|null", `Exchanges of the ${side} legs, joined by +.`, (it) => {
      return exchangesOn(it.position.legs, side);
    }),
  ),
  ...(["long", "short"] as const).map((side) =>
    plain<ShownRotation>(
      `${side}_quantity`,
      "number|null",
      `Quantity held ${side}, in the smallest contract.`,
      ({ balance }) => balance[`${side}Quantity`],
    ),
  ),
  legsChecked(),
  figure("run", "What is held was paid a day over 7 days, USD; the same as in each row.", (it) => {
    return it.rotation.held;
  }),
  each(
    "unknown",
    "Held legs for which run is not known, so that no pair is judged; else empty.",
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
      plain("fee", "text", "Fee of a fill, as it was typed.", ({ fee }) => {
        return `${fee.amount}${fee.unit}`;
      }),
      own("top", "integer|null", "Number of rows; null without --top."),
      SERVICE_TIME,
    ]),
    group("held", "What is held.", HELD),
    each(
      "rows",
      "The largest gain first.",
      ({ rotation, top }) => rotation.candidates.slice(0, top),
      candidateFields(rotation),
    ),
    group("totals", "Numbers of pairs.", [
      plain("rows", "count", "Number of rows.", ({ rotation: { candidates }, top }) => {
        return candidates.slice(0, top).length;
      }),
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

function paysBackText({ paysBack: { value } }: Candidate): string {
  if (value === null) return "never";
  if (value.eq(0)) return "at once";
  return value.gt(365) ? "> 1 year" : `${value.round(1).toFixed(1)} days`;
}
