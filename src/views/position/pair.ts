import { pairOf } from "../../analytics/portfolio/groups.js";
import { emptySides, heldLegs } from "../../analytics/position/held-legs.js";
import { distinctLengths } from "../../base/names/distinct-start.js";
import { readable } from "../../base/safe-text.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { Column } from "../../output/table/column.js";
import { type FormatContext, IN_UTC } from "../../output/text/format.js";
import type { Tone } from "../../output/text/paint.js";
import type { PositionRow } from "./position-row.js";

/** Minimum length of a shortened exchange. */
const SHORTEST = 3;

/** The names of a leg. */
export type NamedLeg = Pick<Leg, "side" | "exchange" | "symbol">;

/** A row of a position, with legs of its own. */
interface Paired extends Pick<PositionRow, "position"> {
  readonly legs: readonly NamedLeg[];
}

/** The column of the exchanges of both sides, long first, and how exchanges are made known to it. */
export interface PairColumn {
  /** Makes exchanges known, so that no two are shortened alike. */
  readonly add: (legs: readonly NamedLeg[]) => void;
  readonly column: Column<Paired>;
}

/**
 * Creates the column of the exchanges of both sides: `binance/okx`, in a narrow table `bin/okx`. Names
 * the symbols, too, where two markets of one exchange meet: `binance:ETHUSDC/ETHUSDT`.
 */
export function createPairColumn(): PairColumn {
  const exchanges = new Set<string>();
  let lengths: ReadonlyMap<string, number> | undefined;
  const shortened = (name: string) => {
    lengths ??= distinctLengths([...exchanges], SHORTEST);
    return name.slice(0, lengths.get(name));
  };
  return {
    add(legs) {
      for (const { exchange } of legs) {
        if (exchanges.has(exchange)) continue;
        exchanges.add(exchange);
        lengths = undefined;
      }
    },
    column: {
      key: "pair",
      header: "long/short",
      kind: "text",
      priority: 0,
      value: ({ legs }) => pairOf(legs),
      tone: dangerTone,
      texts: (row, look) => [
        pairText(shownLegs(row), look),
        pairText(shownLegs(row), look, shortened),
      ],
    },
  };
}

/** Returns the tone of what names a position: red for one with a side that holds nothing. */
export function dangerTone({ position }: Pick<PositionRow, "position">): Tone | undefined {
  return emptySides(position).length > 0 ? "loss" : undefined;
}

/** Returns the legs that a pair names: of an open position those that hold something. */
function shownLegs({ position, legs }: Paired): readonly NamedLeg[] {
  if (emptySides(position).length === 0) return legs;
  const held = new Set<NamedLeg>(heldLegs(position));
  return legs.filter((leg) => held.has(leg));
}

/** Returns the pair of a position for a sentence. */
export function pairOfPosition(position: Position): string {
  return pairText(shownLegs({ position, legs: position.legs }), IN_UTC);
}

/** Returns the text of both sides: `binance/okx`, and of two markets of an exchange their symbols. */
function pairText(
  legs: readonly NamedLeg[],
  look: FormatContext,
  nameOf = (exchange: string) => exchange,
): string {
  const symbolsOn = (exchange: string) =>
    new Set(legs.filter((leg) => leg.exchange === exchange).map(({ symbol }) => symbol)).size;
  const named = new Set<string>();
  const textOf = ({ exchange, symbol }: NamedLeg) => {
    if (symbolsOn(exchange) < 2) return nameOf(exchange);
    const isNamed = named.has(exchange);
    named.add(exchange);
    return isNamed ? symbol : `${nameOf(exchange)}:${symbol}`;
  };
  const side = (wanted: Leg["side"]) => {
    const texts = legs.filter((leg) => leg.side === wanted).map(textOf);
    return [...new Set(texts)].sort().join("+") || (look.unicode ? "–" : "-");
  };
  return readable(`${side("long")}/${side("short")}`, look);
}
