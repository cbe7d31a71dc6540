import type { Measure } from "../analytics/measure.js";
import type { Candidate } from "../analytics/rotate.js";
import type { ListedMarket } from "../base/listed-market.js";
import type { Column, View } from "../output/table/column.js";
import { UNCHECKED } from "./doubt.js";
import { rotateTotals } from "./rotate-totals.js";
import type { ShownRotation } from "./shown-rotation.js";

/** View of the pairs that a position could move to, one per row. */
export function rotateView(shown?: ShownRotation): View<Candidate> {
  const markets = new Map(shown?.markets.map((market) => [market.id, market]));
  const mark = shown?.isUnchecked === true ? () => UNCHECKED : undefined;
  const columns: readonly Column<Candidate>[] = [
    ...(["long", "short"] as const).flatMap((side) =>
      marketColumns(side, (row) => markets.get(row[side])),
    ),
    { ...text("keeps", "keeps", 4), value: ({ keeps }) => keeps.join("+") || null },
    { ...usd("run_7d", "a day", 3, ({ run }) => run), note: ({ run }) => coveredNote(run) },
    usd("held_7d", "held", 9, ({ held }) => held),
    { ...usd("gain", "gain a day", 0, ({ gain }) => gain), ...(mark && { mark }) },
    { ...usd("cost", "cost", 2, ({ cost }) => cost), signed: false, ...(mark && { mark }) },
    { ...text("pays_back", "pays back in", 0), align: "right", value: paysBackText },
    {
      ...{ ...text("pays_back_days", "days", 9), kind: "quantity" },
      value: ({ paysBack }) => paysBack.value?.toFixed(),
    },
    {
      ...{ ...text("as_of", "as of", 9), kind: "time" },
      value: ({ run }) => (run.asOf === undefined ? null : new Date(run.asOf).toISOString()),
    },
    hours("run_7d_covered_hours", "covered", ({ run }) => run.coveredHours),
    hours("held_7d_covered_hours", "held covered", ({ held }) => held.coveredHours),
    hours("wanted_hours", "of", ({ run }) => run.wantedHours),
  ];
  const keys = columns.map(({ key }) => key);
  const hidden = [
    ...["held_7d", "pays_back_days", "as_of", "long_symbol", "short_symbol"],
    ...["run_7d_covered_hours", "held_7d_covered_hours", "wanted_hours"],
  ];
  return {
    rows: (row) => [row],
    columns,
    defaults: {
      table: keys.filter((key) => !hidden.includes(key)),
      csv: keys.filter((key) => key !== "pays_back"),
    },
    ...(shown !== undefined && { totals: () => rotateTotals(shown) }),
    empty: "No other pair to compare.",
  };
}

function marketColumns(
  side: "long" | "short",
  marketOf: (row: Candidate) => ListedMarket | undefined,
): Column<Candidate>[] {
  return [
    { ...text(`${side}_exchange`, side, 0), value: (row) => marketOf(row)?.exchange },
    {
      ...{ ...text(`${side}_id`, "id", 1), kind: "integer", group: "ids" },
      value: (row) => row[side],
    },
    { ...text(`${side}_symbol`, "symbol", 9), value: (row) => marketOf(row)?.symbol },
  ];
}

function text(key: string, header: string, priority: number) {
  return { key, header, kind: "text", priority } as const;
}

function usd(
  key: string,
  header: string,
  priority: number,
  figureOf: (row: Candidate) => Measure,
): Column<Candidate> {
  const value = (row: Candidate) => figureOf(row).value?.toFixed();
  return { key, header, kind: "usd", signed: true, priority, value };
}

function hours(
  key: string,
  header: string,
  value: (row: Candidate) => number | undefined,
): Column<Candidate> {
  return { ...text(key, header, 9), kind: "quantity", value };
}

function paysBackText({ paysBack: { value } }: Candidate): string {
  if (value === null) return "never";
  if (value.eq(0)) return "at once";
  return value.gt(365) ? "> 1 year" : `${value.round(1).toFixed(1)} days`;
}

/** Returns the covered hours of a figure unless they are complete. */
function coveredNote({ coveredHours, wantedHours }: Measure): string | undefined {
  return coveredHours === wantedHours ? undefined : `(${coveredHours}h)`;
}
