import { Big } from "big.js";
import type { Runs } from "../../analytics/funding/shown-runs.js";
import type { PairBasis } from "../../analytics/market/pair-basis.js";
import type { Measure } from "../../analytics/measure.js";
import { heldMs } from "../../analytics/position/days-held.js";
import { hasNegativeQuantity } from "../../analytics/position/held-legs.js";
import {
  effectiveFunding,
  fundingOf,
  notionalOf,
  pricePnlOf,
} from "../../analytics/position/leg.js";
import { leavesOutOverride } from "../../analytics/position/position-figures.js";
import { returnOnMargin } from "../../analytics/position/return-on-margin.js";
import { decimal } from "../../base/decimal.js";
import type { Handles } from "../../base/names/handle.js";
import type { LegDetail, Position, PositionDetail } from "../../client/resources/position.js";
import type { Total } from "../../output/table/column.js";
import { createLegend } from "../../output/table/mark.js";
import { type ComparedLine, pairsSection, sideBySideSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../../views/figure-line.js";
import { basisLines } from "../../views/market/basis-lines.js";
import { openPriceMark, staleMark, staleMarkSign } from "../../views/position/leg-columns.js";
import { overriddenNames } from "../../views/position/leg-names.js";
import { pairOfPosition } from "../../views/position/pair.js";
import { performanceColumns } from "../../views/position/performance.js";
import type { PositionRow, ServiceClock } from "../../views/position/position-row.js";
import { returnTotal } from "../../views/position/return-on-margin.js";
import { type RunsOf, runLines } from "../../views/position/run.js";
import { breakEvenLines, listedAlone, type Requested } from "./break-even.js";
import { hedgeLines, NEGATIVE_QUANTITY } from "./hedge.js";
import { type Judging, verdictSection } from "./verdict.js";

export interface PageOptions extends Requested {
  /** True to end the page with the ids of the legs. */
  readonly legIds?: boolean;
  /** Current funding of each position; undefined if not requested. */
  readonly runsOf?: RunsOf;
  /** Basis over 30 days of what each position holds; undefined if not requested. */
  readonly basisOf?: (position: Position) => PairBasis;
  /** Least funding of a week of each position; undefined if not requested. */
  readonly worstWeekOf?: (position: Position) => Measure;
  readonly handles?: Handles;
  /** What an open position is judged by; undefined if not requested. */
  readonly judging?: Judging;
}

/** Formats the part of a page that the list suffices for: earnings, attention, basis and funding. */
export function listedPage(position: Position, clock: PageOptions): Section[] {
  return [verdictOf(position, clock), ...nowSections(position, clock)];
}

/** Formats a position as a page: result and hedge first, then legs and details. */
export function detailPage(position: PositionDetail, clock: PageOptions): Section[] {
  const runs = runsNow(position, clock);
  const worstWeek = runs && clock.worstWeekOf?.(position);
  const paid = runs && worstWeek && { runs, worstWeek };
  const head = headLines(position, clock);
  const heads = position.legs.map((leg) => `${leg.side} ${leg.exchange}`);
  return [
    verdictOf(position, clock),
    ...(head.length === 0 ? [] : [pairsSection(head)]),
    pairsSection(hedgeLines(position, clock), "Hedge", openPriceMark(position)),
    ...nowSections(position, clock),
    pairsSection(breakEvenLines(position, clock, paid), "Break-even"),
    ...(position.performance === undefined ? [] : [performanceSection(position, clock)]),
    sideBySideSection(heads, legLines(position, clock)),
    pairsSection(aboutLines(position)),
    ...(clock.legIds === true ? [legIdSection(position)] : []),
  ];
}

function runsNow(position: Position, { runsOf }: PageOptions): Runs | undefined {
  return position.status === "open" ? runsOf?.(position) : undefined;
}

function verdictOf(position: Position, clock: PageOptions): Section {
  const runs = runsNow(position, clock);
  const verdict = verdictSection(position, clock, runs, clock.judging);
  return { title: titleOf(position, clock), ...verdict };
}

/** Returns the basis and the current funding of an open position. */
function nowSections(position: Position, clock: PageOptions): Section[] {
  const runs = runsNow(position, clock);
  const basis = position.status === "open" ? clock.basisOf?.(position) : undefined;
  return [
    ...(basis === undefined ? [] : [pairsSection(basisLines(basis), "Basis, 30 days")]),
    ...(runs === undefined ? [] : [pairsSection(runLines(position, runs), "Funding now")]),
  ];
}

function legIdSection({ legs }: PositionDetail): Section {
  const pairs = legs.map(
    ({ side, exchange, leg_id }): Total => ({
      label: `${side} ${exchange}`,
      kind: "text",
      value: leg_id,
    }),
  );
  return pairsSection(pairs, "Leg ids");
}

/** `BTC · open, held 85d · dydx/binance+gate` */
function titleOf(position: Position, clock: PageOptions): string {
  const { status, asset } = position;
  const held = inSentence("age", heldMs(position, clock.now));
  return `${clock.handles?.of(position) ?? asset} · ${status}, held ${held} · ${pairOfPosition(position)}`;
}

function headLines(position: PositionDetail, clock: PageOptions): Total[] {
  const { performance, status } = position;
  return [
    ...(performance === undefined
      ? [figure("net PnL", "usd", null, { missing: listedAlone(clock) })]
      : []),
    ...(status === "open" ? [marginLine(position, clock)] : []),
  ];
}

function marginLine(position: PositionDetail, clock: PageOptions): Total {
  const found = returnOnMargin(position, clock);
  const line = returnTotal(found);
  if (found.value.value !== null) return { ...line, mark: staleMark(position, clock) };
  const isNegative = hasNegativeQuantity(position);
  const why = isNegative ? NEGATIVE_QUANTITY : "net PnL, a mark price or a leverage is missing";
  return { ...line, note: why };
}

function aboutLines(position: PositionDetail): Total[] {
  const lines: Total[] = [
    { label: "opened", kind: "time", value: position.opened_at },
    { label: "closed", kind: "time", value: position.closed_at },
    { label: "note", kind: "text", value: position.note },
    { label: "id", kind: "text", value: position.position_id },
    { label: "portfolio", kind: "text", value: position.portfolio_id },
  ];
  return lines.filter(({ value }) => value !== null);
}

function legLines(position: PositionDetail, clock: ServiceClock): ComparedLine[] {
  const { legs, status } = position;
  const marks = legs.map((leg) => staleMark({ status, legs: [leg] }, clock));
  const line = (
    label: string,
    kind: ComparedLine["kind"],
    value: (leg: LegDetail) => unknown,
    signed = false,
  ): ComparedLine => ({ label, kind, signed, values: legs.map(value) });
  return [
    line("symbol", "text", (leg) => leg.symbol),
    line("market", "text", (leg) => leg.market_id),
    line("leverage", "quantity", (leg) => leg.leverage),
    line("quantity", "quantity", (leg) => leg.quantity),
    line("open price", "price", (leg) => leg.open_price),
    { ...line("mark price", "price", (leg) => leg.mark_price), marks },
    line("mark time", "time", (leg) => leg.mark_price_updated_at),
    line("close price", "price", (leg) => leg.close_price),
    { ...line("notional", "usd", (leg) => notionalOf(leg, status)?.toFixed()), marks },
    { ...line("price PnL", "usd", (leg) => pricePnlOf(leg)?.toFixed(), true), marks },
    line("open fee", "usd", (leg) => leg.open_fee_paid),
    line("close fee", "usd", (leg) => leg.close_fee_paid),
    line("funding", "usd", effectiveFunding, true),
    line("- calculated", "usd", (leg) => leg.funding.calculated, true),
    line("- override", "usd", (leg) => leg.funding.override, true),
  ];
}

const TOO_YOUNG = "held less than a day, or a leg has settled less than 3 times";

/** Returns the performance, with the parts of a sum below it; the legs explain the stale mark. */
function performanceSection(position: PositionDetail, clock: PageOptions): Section {
  const row: PositionRow = { position, legs: position.legs };
  const legend = createLegend();
  const pairs = performanceColumns(clock).map((column): Total => {
    const { key, header, kind, signed, unsure } = column;
    const value = unsure?.(row) === true ? null : column.value(row);
    const mark = value == null ? undefined : column.mark?.(row);
    legend.add(mark);
    return {
      label: key.split(".").length > 2 ? `- ${header}` : header,
      ...{ kind, value, mark },
      ...(value === null && column.value(row) !== null && { note: TOO_YOUNG }),
      ...(signed !== undefined && { signed }),
    };
  });
  const difference = fundingDifference(position);
  const explained = legend.all().filter(({ sign }) => sign !== staleMarkSign(clock).sign);
  return pairsSection(
    difference === undefined ? pairs : [...pairs, difference],
    "Performance",
    explained,
  );
}

/** Maximum rounding error of one leg in a sum, USD. */
const CENT = new Big("0.01");

/** Returns a line if the funding of legs and performance differs, for example after an override. */
function fundingDifference(position: PositionDetail): Total | undefined {
  const { legs, performance } = position;
  const [ofLegs, ofWhole] = [fundingOf(legs), decimal(performance?.funding_pnl ?? null)];
  if (ofLegs === null || ofWhole === null) return undefined;
  if (ofLegs.minus(ofWhole).abs().lte(CENT.times(legs.length))) return undefined;
  const usd = (value: string) => inSentence("usd", value, true);
  const why = leavesOutOverride(position) ? ` (override ${overriddenNames(position)})` : "";
  const value = `legs ${usd(ofLegs.toFixed())}${why}, performance ${usd(ofWhole.toFixed())}`;
  return { label: "funding differs", kind: "text", value };
}
