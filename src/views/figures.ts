import { Big } from "big.js";
import type { FigureName, Totals } from "../analytics/portfolio/totals.js";
import type { LeftOut } from "../analytics/position/position-figures.js";
import type { Figure } from "../base/decimal.js";
import type { Handles } from "../base/names/handle.js";
import type { Total } from "../output/table/column.js";
import { inSentence } from "../output/text/format.js";
import type { Kind } from "../output/text/kind.js";
import { leftOutTotal } from "./left-out.js";
import { textLine } from "./sum-total.js";

interface Appearance {
  readonly header: string;
  readonly kind: Kind;
  readonly signed: boolean;
  readonly otherName?: string;
}

const usd = { kind: "usd" } as const;

/** Names and formats of the figures of several positions. */
const FIGURE_LOOKS: Readonly<Record<FigureName, Appearance>> = {
  gross_notional: { header: "gross notional", ...usd, signed: false },
  net_notional: { header: "net notional", ...usd, signed: true },
  unhedged_notional: { header: "unhedged", ...usd, signed: false },
  funding_pnl: { header: "funding", ...usd, signed: true },
  fees: { header: "fees", ...usd, signed: false },
  fees_paid: { header: "fees paid", ...usd, signed: false },
  fees_estimated_exit: { header: "exit fees (est.)", ...usd, signed: false },
  spread_pnl: { header: "price PnL", ...usd, signed: true, otherName: "spread" },
  net_pnl: { header: "net PnL", ...usd, signed: true },
  apr: { header: "APR since opening", kind: "percent", signed: true },
};

/**
 * Returns figures as totals, with the number of positions included unless it is all.
 * @param isHeaded whether {@link wholeNote} precedes them, with the number of priced positions
 */
export function figureTotals(
  totals: Totals,
  names: readonly FigureName[],
  isHeaded = false,
): Total[] {
  return names.map((name) => {
    const { header, kind, signed } = FIGURE_LOOKS[name];
    const { value, about, bound } = totals.figures[name];
    const note = partOf(totals, name, isHeaded);
    return {
      label: header,
      ...{ kind, signed, value: value?.toFixed() },
      ...(about === true && { about }),
      ...(bound !== undefined && { bound }),
      ...(note !== undefined && { note }),
    };
  });
}

/**
 * `open 15 (14 of 15 priced, 98 % of gross)   net PnL +12.00   funding …`: a line of results.
 * @param label status of the positions: closed ones have no exit fees, unless the service sends some
 */
export function resultTotals(label: string, totals: Totals): Total[] {
  const { fees_estimated_exit } = totals.figures;
  return [
    { label, kind: "integer", value: totals.positions, ...wholeNote(totals) },
    ...figureTotals(totals, ["net_pnl", "funding_pnl", "spread_pnl"], true),
    feesTotal(totals, label !== "closed" || fees_estimated_exit.value?.eq(0) === false),
  ];
}

/** `fees 402.01 paid + 366.00 exit (est.)`, below {@link wholeNote}; without exit fees `fees 402.01 paid` */
function feesTotal(totals: Totals, hasExit: boolean): Total {
  const { fees, fees_paid, fees_estimated_exit } = totals.figures;
  const note = partOf(totals, "fees", true);
  const exit = ` + ${inSentence("usd", fees_estimated_exit.value?.toFixed())} exit (est.)`;
  return {
    label: "fees",
    kind: "usd",
    value: fees_paid.value?.toFixed(),
    ...(fees.value !== null && { trail: ` paid${hasExit ? exit : ""}` }),
    ...(note !== undefined && { note }),
  };
}

/** Returns the capital of the APR as a line. */
export function capitalTotal({ figures }: Totals): Total {
  const { capital, estimated = 0 } = figures.apr;
  return {
    label: "- on capital of",
    kind: "usd",
    value: capital?.toFixed(),
    ...(estimated > 0 && capital !== null && { about: true, note: `${estimated} estimated` }),
  };
}

/** Returns "23 of 24"; undefined if all are included, or as many as a heading says. */
function partOf(totals: Totals, name: FigureName, isHeaded: boolean): string | undefined {
  const { counted, of } = totals.figures[name];
  const { net_pnl: priced } = totals.figures;
  if (counted === of || (isHeaded && counted === priced.counted)) return undefined;
  return `${counted} of ${of}`;
}

/** Returns how many positions have stale or uncertain figures; undefined for none. */
function doubtsText(totals: Totals): string | undefined {
  const counted = (count: number, what: string) => (count === 0 ? undefined : `${count} ${what}`);
  const doubts = [
    counted(totals.stale, "with a stale mark"),
    counted(totals.ageless, "with a mark of unknown age"),
    counted(totals.stalePerformance, "with a stale performance"),
    counted(totals.unchecked, "with legs not checked"),
  ].filter((it) => it !== undefined);
  return doubts.length === 0 ? undefined : doubts.join(", ");
}

/** Returns the note after a number of positions: those priced, unless all are, and those in doubt. */
export function wholeNote(totals: Totals): { readonly note?: string } {
  const notes = [pricedText(totals), doubtsText(totals)].filter((it) => it !== undefined);
  return notes.length === 0 ? {} : { note: notes.join(", ") };
}

/** `13 of 14 priced, 89 % of gross`: those with a net PnL; undefined if all have one. */
function pricedText({ figures }: Pick<Totals, "figures">): string | undefined {
  const { counted, of, grossShare, grossShareAbout } = figures.net_pnl;
  if (counted === of) return undefined;
  const priced = `${counted} of ${of} priced`;
  if (counted === 0 || grossShare == null) return priced;
  const share = grossShare.round(0, Big.roundDown).toFixed(); // never 100 without all
  return `${priced}, ${grossShareAbout === true ? "about " : ""}${share} % of gross`;
}

/** Maximum number of positions that have a line of their own. */
const A_FEW = 3;

/**
 * Returns a line for each position that is in no sum of the net PnL, with its known figures; one line
 * for all of them if there are more than `most`.
 */
export function leftOutTotals(
  { notInNetPnl, leftOut }: Totals,
  handles: Handles,
  most = A_FEW,
): Total[][] {
  if (notInNetPnl.length > most) return [leftOutTotal(leftOut)];
  const lines = notInNetPnl.map((it) => [handles.of(it), ...leftOutParts(it)].join(" · "));
  return lines.map((value) => textLine("not in net PnL:", value));
}

const WHY: Readonly<Record<LeftOut["why"], string>> = {
  mark_missing: "mark missing",
  net_pnl_missing: "net PnL missing",
  performance_missing: "performance missing",
};

function inUsd(usd: Figure, signed = false): string {
  return inSentence("usd", usd?.toFixed(), signed);
}

/** Returns the known figures of a position that is in no sum of the net PnL, and why it is in none. */
export function leftOutParts({ funding, fees, why }: LeftOut, money = inUsd): string[] {
  return [
    ...(funding === null ? [] : [`funding ${money(funding, true)}`]),
    ...(fees === null ? [] : [`fees ${money(fees)}`]),
    WHY[why],
  ];
}
