import type { FigureName, Totals } from "../analytics/portfolio/totals.js";
import type { LeftOut } from "../analytics/position/position-figures.js";
import type { Total } from "../output/table/column.js";
import { formatCell } from "../output/text/format.js";
import type { Kind } from "../output/text/kind.js";

interface Appearance {
  readonly header: string;
  readonly kind: Kind;
  readonly signed: boolean;
  /** True if the figure depends on mark prices. */
  readonly atMark?: true;
  /** True if the figure depends on held quantities. */
  readonly isHeld?: true;
  readonly otherName?: string;
}

const usd = { kind: "usd" } as const;
const held = { atMark: true, isHeld: true } as const;

/** Names and formats of the figures of several positions. */
export const FIGURE_LOOKS: Readonly<Record<FigureName, Appearance>> = {
  gross_notional: { header: "gross notional", ...usd, signed: false, ...held },
  net_notional: { header: "net notional", ...usd, signed: true, ...held },
  unhedged_notional: { header: "unhedged", ...usd, signed: false, ...held },
  funding_pnl: { header: "funding", ...usd, signed: true },
  fees: { header: "fees", ...usd, signed: false },
  fees_paid: { header: "fees paid", ...usd, signed: false },
  fees_estimated_exit: { header: "fees to leave", ...usd, signed: false },
  spread_pnl: { header: "price PnL", ...usd, signed: true, atMark: true, otherName: "spread" },
  net_pnl: { header: "net PnL", ...usd, signed: true, atMark: true },
  apr: { header: "APR since opening", kind: "percent", signed: true, atMark: true },
};

/** Returns figures as totals, with the number of positions included unless it is all. */
export function figureTotals(totals: Totals, names: readonly FigureName[]): Total[] {
  return names.map((name) => {
    const { header, kind, signed } = FIGURE_LOOKS[name];
    const { value, about } = totals.figures[name];
    const note = partOf(totals, name);
    return {
      label: header,
      ...{ kind, signed, value: value?.toFixed() },
      ...(about === true && { about }),
      ...(note !== undefined && { note }),
    };
  });
}

/** `fees 402.01 paid + 366.00 to leave` */
export function feesTotal(totals: Totals): Total {
  const { fees, fees_paid, fees_estimated_exit } = totals.figures;
  const note = partOf(totals, "fees");
  const toLeave = plain("usd", fees_estimated_exit.value?.toFixed());
  return {
    label: "fees",
    kind: "usd",
    value: fees_paid.value?.toFixed(),
    ...(fees.value !== null && { trail: ` paid + ${toLeave} to leave` }),
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

/** Returns "23 of 24"; undefined if all are included. */
function partOf(totals: Totals, name: FigureName): string | undefined {
  const { counted, of } = totals.figures[name];
  return counted === of ? undefined : `${counted} of ${of}`;
}

/**
 * Returns the note after the number of positions: how many have stale or uncertain figures, and the
 * share of the total that the net PnL covers unless it covers all.
 */
export function wholeNote(totals: Totals): { readonly note?: string } {
  const counted = (count: number, what: string) => (count === 0 ? undefined : `${count} ${what}`);
  const notes = [
    counted(totals.stale, "with a stale mark"),
    counted(totals.ageless, "with a mark of unknown age"),
    counted(totals.stalePerformance, "worked out too long ago"),
    counted(totals.unchecked, "with legs not checked"),
    shareText(totals),
  ].filter((it) => it !== undefined);
  return notes.length === 0 ? {} : { note: notes.join(", ") };
}

/** Returns the share that the net PnL covers; undefined if it covers all or is unknown. */
function shareText({ figures }: Totals): string | undefined {
  const { counted, of, grossShare, grossShareAbout } = figures.net_pnl;
  if (counted === 0 || counted === of || grossShare == null) return undefined;
  const share = plain("percent", grossShare.toFixed());
  return `net PnL of ${counted}, ${grossShareAbout === true ? "about " : ""}${share} of gross notional`;
}

const MOST_NAMED = 5;

/** Returns a line for each position excluded from the sums of the net PnL, with its known figures. */
export function leftOutTotals(
  { notInNetPnl }: Totals,
  most = MOST_NAMED,
  nameOf = ({ asset, positionId }: LeftOut) => `${asset} ${positionId.slice(0, 8)}`,
): Total[][] {
  const lines = notInNetPnl.slice(0, most).map((it) => leftOutText(it, nameOf(it)));
  const rest = notInNetPnl.length - lines.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  return lines.map((value) => [{ label: "not in net PnL:", kind: "text", value }]);
}

const WHY: Readonly<Record<LeftOut["why"], string>> = {
  mark_missing: "mark missing",
  net_pnl_missing: "net PnL missing",
  performance_missing: "performance missing",
};

function leftOutText({ funding, fees, why }: LeftOut, name: string): string {
  const parts = [name];
  if (funding !== null) parts.push(`funding ${plain("usd", funding.toFixed(), true)}`);
  if (fees !== null) parts.push(`fees ${plain("usd", fees.toFixed())}`);
  return [...parts, WHY[why]].join(" · ");
}

function plain(kind: Kind, value: unknown, signed = false): string {
  return formatCell(kind, value, { unicode: true, zone: "UTC" }, signed);
}
