import type { Big } from "big.js";
import { distinctLengths } from "../../base/names/handle.js";
import { causesOf, severity } from "../../figures/catalog/causes.js";
import { days } from "../../figures/catalog/funding.js";
import { name, portfolio, portfolioId } from "../../figures/catalog/position.js";
import type { Gravity } from "../../figures/causes.js";
import { emptySides } from "../../figures/engine/position/legs.js";
import type { Fig } from "../../figures/figure.js";
import type { PositionOf } from "../../figures/subjects.js";
import { sparkline } from "../../output/chart/plot.js";
import type { Look, Tone } from "../../output/text/look.js";
import { column, type TableColumn } from "./screen.js";
import { whyOf } from "./why.js";

const SIGNS: Readonly<Record<Gravity, readonly [sign: string, tone: Tone]>> = {
  critical: ["●", "loss"],
  warning: ["!", "warning"],
  unknown: ["○", "label"],
};

/** Returns the sign of a severity: `●` can hurt today, `!` costs money, `○` is not known. */
export function signText(gravity: Gravity | null): string {
  return gravity === null ? "" : SIGNS[gravity][0];
}

/** Returns the colour of a severity. */
export function toneOf(gravity: Gravity | null): Tone {
  return gravity === null ? "plain" : SIGNS[gravity][1];
}

const tone = (p: PositionOf) => toneOf(severity(p));

/** The sign of a position's gravest cause, and its name, to be typed again. */
const NAME: TableColumn<PositionOf> = {
  key: "name",
  header: "  position",
  kind: "text",
  priority: 0,
  isWhole: true,
  tone,
  value: name,
  texts: (p) => [`${signText(severity(p)).padEnd(1)} ${name(p)}`],
  needs: ["funding"],
};

/** The name of a position alone. */
export const BARE_NAME = column(name, { header: "position", kind: "text", isWhole: true });

/** Returns the columns of who positions are: their names, and their portfolios where these are several. */
export function nameColumns(
  rows: readonly PositionOf[],
  own: TableColumn<PositionOf> = NAME,
): TableColumn<PositionOf>[] {
  const isOfSeveral = new Set(rows.map(portfolioId)).size > 1;
  return isOfSeveral ? [own, column(portfolio, { priority: 2 })] : [own];
}

/** Returns a column of fees, which a table shows as what they are: below zero. */
export function fees<S extends object>(of: Fig<S>, priority = 0): TableColumn<S> {
  const value = (it: S) => of(it).value?.neg().toFixed();
  return column(of, { priority, kind: "money", value });
}

/** Returns the column of half the width of a range, which stands beside the middle: `±`. */
export function half<S extends object>(of: Ranged<S>, priority: number): TableColumn<S> {
  const { low, high, next7d } = of;
  return {
    key: `${next7d.id}_half`,
    header: "±",
    kind: "size",
    priority,
    value: (it) => {
      const [from, to] = [low(it).value, high(it).value];
      return from === null || to === null ? null : to.minus(from).div(2).toFixed();
    },
    needs: low.spec.needs ?? [],
  };
}

/** A figure with its range. */
interface Ranged<S extends object> {
  readonly next7d: Fig<S>;
  readonly low: Fig<S>;
  readonly high: Fig<S>;
}

/** Minimum length of a shortened exchange. */
const SHORTEST = 3;

/** Returns short names for the exchanges of positions, no two alike: `okx`, `hyp`. */
export function shortNames(positions: readonly PositionOf[]): (exchange: string) => string {
  return shortExchanges(
    positions.flatMap(({ record }) => record.legs.map(({ exchange }) => exchange)),
  );
}

/** Returns short names for exchanges, no two alike. */
export function shortExchanges(all: readonly string[]): (exchange: string) => string {
  const lengths = distinctLengths(all, SHORTEST);
  return (exchange) => exchange.slice(0, lengths.get(exchange));
}

/** Returns the column of the exchanges of both sides: `binance/okx`, in a narrow table `bin/okx`. */
export function pairColumn(nameOf: (exchange: string) => string): TableColumn<PositionOf> {
  return {
    key: "pair",
    header: "long/short",
    kind: "text",
    priority: 0,
    value: (p) => pairText(p),
    texts: (p) => [pairText(p), pairText(p, nameOf)],
  };
}

/** Returns the exchanges of both sides of what is held: `okx/–` where nothing is short. */
export function pairText(p: PositionOf, nameOf = (exchange: string) => exchange): string {
  const isOneSided = emptySides(p.record).length > 0;
  const legs = isOneSided ? p.legs.map(({ record }) => record) : p.record.legs;
  const symbolsOn = (exchange: string) =>
    new Set(legs.filter((it) => it.exchange === exchange).map(({ symbol }) => symbol)).size;
  const textOf = ({ exchange, symbol }: (typeof legs)[number]) =>
    symbolsOn(exchange) < 2 ? nameOf(exchange) : `${nameOf(exchange)}:${symbol}`;
  const side = (wanted: string) => {
    const texts = legs.filter((it) => it.side === wanted).map(textOf);
    return [...new Set(texts)].sort().join("+") || "–";
  };
  return `${side("long")}/${side("short")}`;
}

/** Returns the column of why a position needs attention. @param isBrief in as few words as possible */
export function whyColumn(
  nameOf: (exchange: string) => string,
  isBrief = false,
): TableColumn<PositionOf> {
  const textOf = (p: PositionOf) => {
    const [gravest] = causesOf(p);
    if (gravest === undefined) return null;
    const { text, brief } = whyOf(p, gravest, { nameOf });
    return isBrief ? brief : text;
  };
  return {
    key: "why",
    header: "why",
    kind: "text",
    priority: 0,
    isWhole: true,
    tone,
    value: textOf,
    texts: (p) => [textOf(p) ?? ""],
    needs: ["funding"],
  };
}

/** Returns the funding of days as so many bars, on a scale of their own, each the mean of what is known. */
export function barsText(
  all: readonly (Big | null)[],
  count: number,
  look: Pick<Look, "unicode">,
): string {
  const size = all.length / count;
  const means = Array.from({ length: count }, (_, at) => {
    const some = all.slice(at * size, (at + 1) * size).flatMap((it) => it?.toNumber() ?? []);
    return some.length === 0 ? null : some.reduce((sum, it) => sum + it, 0) / some.length;
  });
  return sparkline(means, look);
}

/** The funding of each of the last 30 times 24 hours. */
export const BARS: TableColumn<PositionOf> = {
  key: "days_30",
  header: "30d",
  kind: "text",
  priority: 8,
  isOptional: true,
  needs: ["funding"],
  value: (p) => {
    const sums = days(p).map((it) => it?.toFixed() ?? "");
    return sums.join(";") || null;
  },
  texts: (p, look) => [barsText(days(p), 30, look)],
};
