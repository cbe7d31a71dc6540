import type { Stress, Stressed } from "../../analytics/position/stress.js";
import type { CountedSum } from "../../analytics/sum.js";
import type { Handles } from "../../base/names/handle.js";
import type { Column } from "../../output/table/column.js";
import { figureText } from "../../output/table/figure-text.js";
import { tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell } from "../../output/text/format.js";
import { measureMarks } from "../../views/measure-marks.js";
import { legNames } from "../../views/position/leg-names.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { grossShareText, partOf, uncheckedText } from "../../views/sum-total.js";

const PLAIN = { unicode: true, zone: "UTC" } as const;

/** Returns the stresses as typed: `price=-20%`. */
export function stressName(stress: Stress): string {
  switch (stress.kind) {
    case "price":
      return `price=${signed(stress.percent.toFixed())}%`;
    case "basis":
      return `basis=${signed(stress.points.toFixed())}%`;
    case "funding":
      return `funding=${stress.factor.toFixed()}`;
    case "down":
      return `down=${stress.exchange}`;
  }
}

/** Describes how a stress is computed, what it leaves out, and what it rests on. */
export function stressText(stressed: Stressed, handles: Handles): string {
  const { result } = stressed;
  const share = grossShareText(result).map((text) => `those counted are ${text}`);
  return [
    ...[meaningOf(stressed), ...bankruptTexts(stressed, handles)],
    ...[...share, ...uncheckedText(result)],
  ].join("; ");
}

/** `past the bankruptcy price: ETH.1a9f short gate, then +16,651.88 unhedged; in all 23,059.38 unhedged` */
function bankruptTexts({ bankrupt = [], remaining }: Stressed, handles: Handles): string[] {
  if (remaining === undefined) return [];
  if (bankrupt.length === 0) return [`no bankruptcy price within it${part(remaining)}`];
  const each = bankrupt.map(({ position, bankrupt: legs, unhedged }) => {
    const then = formatCell("usd", unhedged?.toFixed(), PLAIN, true);
    return `${handles.of(position)} ${legNames(legs)}, then ${then} unhedged`;
  });
  const all = `in all ${usd(remaining)}${part(remaining)} unhedged`;
  return [`past the bankruptcy price: ${firstOf(each)}`, all];
}

function meaningOf({ stress, held }: Stressed): string {
  switch (stress.kind) {
    case "price":
      return "what is unhedged, all assets alike; without basis, funding and what is lost of legs that go bankrupt";
    case "basis":
      return "of all positions at once, at the price of the longs; without margin, funding and fees";
    case "funding":
      return "over 30 days, against going on as in the last 7 days; without prices and changes of size";
    case "down":
      return `unhedged elsewhere, in absolute values; ${usd(held)}${part(held)} held there; without what is lost there and the cost of hedging anew`;
  }
}

interface Named extends ServiceClock {
  readonly handles: Handles;
}

/** Returns the stresses, one per line, each with what it leaves out. */
export function stressSection(stressed: readonly Stressed[], named: Named): Section | undefined {
  if (stressed.length === 0) return undefined;
  return { title: "Stress", render: (look) => tableSection(stressed, columns(named)).render(look) };
}

function columns({ handles, ...clock }: Named): Column<Stressed>[] {
  return [
    {
      ...{ key: "stress", header: "stress", kind: "text", priority: 0 },
      value: ({ stress }) => stressName(stress),
    },
    {
      ...{ key: "result", header: "USD", kind: "any", align: "right", signed: true, priority: 0 },
      value: ({ stress, result }) =>
        result.value === null ? null : usd({ ...result, bound: undefined }, stress.kind !== "down"),
      bound: ({ result }) => result.bound,
      mark: ({ result }) => measureMarks(result, clock),
      note: ({ result }) => partOf(result),
    },
    {
      ...{ key: "text", header: "what it is, and what it leaves out", kind: "prose", priority: 0 },
      value: (it) => stressText(it, handles),
    },
  ];
}

function usd(sum: CountedSum | undefined, isSigned = false): string {
  const { value, bound } = sum ?? {};
  return figureText({ kind: "usd", value: value?.toFixed(), signed: isSigned, bound }, PLAIN);
}

function signed(digits: string): string {
  return digits.startsWith("-") ? digits : `+${digits}`;
}

function part(sum: CountedSum | undefined): string {
  if (sum === undefined || sum.counted === sum.of) return "";
  return ` (${[`${sum.counted} of ${sum.of}`, ...grossShareText(sum)].join(", ")})`;
}
