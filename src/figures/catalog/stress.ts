import type { Big } from "big.js";
import { PERCENT } from "../../base/decimal.js";
import { rounded } from "../../base/whole.js";
import { shortAtLongMark } from "../engine/position/hedge.js";
import { type Fig, fig, once } from "../figure.js";
import { known, lift, type Q } from "../measure.js";
import { type LegOf, leverageOf, markOf, type PositionOf } from "../subjects.js";
import { moveOf, zeroPrice } from "./leg.js";
import { atMarks, missingPrice, unhedgedBy } from "./position.js";

/** What a move of prices leaves of a position. */
export interface Move {
  readonly direction: "up" | "down";
  /** What is unhedged after it, without the legs whose margin it takes, USD. */
  readonly naked: Q;
  /** Whether it takes the margin of a leg. */
  readonly isThrough: boolean;
}

/** The move of prices, up or down, that leaves more unhedged. */
export const worstMove = once((p: PositionOf): Move => {
  const move = moveOf(p.inputs);
  const [up, down] = [
    { direction: "up" as const, percent: move },
    { direction: "down" as const, percent: move.times(-1) },
  ].map(({ direction, percent }): Move => {
    const factor = percent.times(PERCENT).plus(1);
    const taken = p.legs.map((leg) => isTaken(leg, factor));
    const rest = p.legs.filter((_, at) => taken[at]?.value !== true);
    const naked = lift([unhedgedBy(p, rest), ...taken], (usd: Big, ..._: boolean[]) =>
      rounded(usd.abs().times(factor)),
    );
    return { direction, naked, isThrough: rest.length < p.legs.length };
  }) as [Move, Move];
  return isWorse(down, up) ? down : up;
});

/** Whether a move takes the margin of a leg; one without leverage has none to lose. */
function isTaken(leg: LegOf, factor: Big): Q<boolean> {
  if (leverageOf(leg).unknown === "no_leverage") return known(false);
  return lift(
    [markOf(leg), zeroPrice(leg)],
    (mark: Big, zero: Big) => {
      const isPast = (price: Big) => price.minus(zero).times(leg.sign).lte(0);
      return isPast(mark) ? null : zero.gt(0) && isPast(mark.times(factor));
    },
    "past",
  );
}

function isWorse(a: Move, b: Move): boolean {
  if (a.isThrough !== b.isThrough) return a.isThrough;
  return a.naked.value?.gt(b.naked.value ?? 0) === true;
}

export const stressed: Fig<PositionOf> = fig(
  "stressed",
  {
    unit: "usd",
    help: "What the stress brings: of a move of prices and of an exchange that is down what is unhedged then, of a wider basis the loss.",
    head: "stressed",
    counts: "legs",
    formula:
      "price: |unhedged| after the worse move, without legs whose margin it takes; down: |unhedged| without the legs there; basis: points × short quantity × mark of the longs",
    unknownWhen: "a mark, an open price or a quantity that it needs is unknown",
    leftOut: "funding, fees, what is lost of legs whose margin is gone",
  },
  (p) => {
    const { stress } = p.inputs;
    switch (stress.kind) {
      case "price":
        return worstMove(p).naked;
      case "basis":
        return atMarks(p).map(() => {
          const worth = shortAtLongMark(p.legs);
          return worth && rounded(worth.times(stress.percent).times(PERCENT).times(-1));
        }, missingPrice(p));
      case "down":
        return unhedgedBy(
          p,
          p.legs.filter(({ record }) => record.exchange !== stress.exchange),
        ).map((it) => it.abs());
    }
  },
);
