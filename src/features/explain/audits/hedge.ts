import { Big } from "big.js";
import { balanceOf, basisOf } from "../../../analytics/position/hedge.js";
import { heldLegs, whyUncountable } from "../../../analytics/position/held-legs.js";
import { signOf } from "../../../analytics/position/leg.js";
import { legRisksOf } from "../../../analytics/position/leg-risk.js";
import type { MarginInputs } from "../../../analytics/position/margin.js";
import { markOf } from "../../../analytics/position/mark.js";
import { countedAlike } from "../../../analytics/position/multiples.js";
import { decimal, type Figure, percentOf } from "../../../base/decimal.js";
import { ratioOf } from "../../../base/whole.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import { WHY_UNCOUNTABLE } from "../../../views/position/outlook-unknown.js";
import { type Audit, type AuditInput, type AuditStep, given, step } from "./audit.js";

type Name = "unhedged" | "imbalance" | "basis";

/** Audits what a position holds on one side only, in USD or percent, or the basis at its marks. */
export function auditHedge(position: Position, name: Name): Audit {
  const counted = countedAlike(heldLegs(position));
  const inputs = counted.flatMap(({ leg, factor }): AuditInput[] => [
    given("quantity", decimal(leg.quantity), leg),
    ...(factor.eq(1) ? [] : [given("contract multiple", factor, leg)]),
    ...(name === "imbalance" ? [] : [given("mark price", decimal(leg.mark_price), leg)]),
  ]);
  const value = shownValue(position, name);
  const why = value.value === null ? whyUncountable(position) : undefined;
  if (why !== undefined) {
    return { inputs, steps: [step("unknown", "needs what is held", WHY_UNCOUNTABLE[why])], value };
  }
  const side = (of: Leg["side"]) => {
    const own = counted.filter(({ leg }) => leg.side === of);
    const quantity = own.reduce(
      (sum, { leg, factor }) => sum.plus(factor.times(leg.quantity)),
      new Big(0),
    );
    const isMarked = own.length > 0 && own.every(({ leg }) => markOf(leg) !== null);
    const worth = own.reduce(
      (sum, { leg }) => sum.plus(new Big(leg.mark_price ?? 0).times(leg.quantity)),
      new Big(0),
    );
    const mean = isMarked && quantity.gt(0) ? ratioOf(worth, quantity) : null;
    return { quantity, mean };
  };
  const [long, short] = [side("long"), side("short")];
  const steps = name === "basis" ? basisSteps(long, short) : balanceSteps(long, short, name);
  return { inputs, steps, value };
}

interface SideHeld {
  readonly quantity: Big;
  readonly mean: Figure;
}

function shownValue(position: Position, name: Name): Audit["value"] {
  if (name === "basis") return { value: basisOf(heldLegs(position), markOf), unit: "percent" };
  const balance = balanceOf(position);
  return { value: balance[name], unit: name === "unhedged" ? "usd" : "percent" };
}

function basisSteps(long: SideHeld, short: SideHeld): AuditStep[] {
  const difference = short.mean && long.mean && short.mean.minus(long.mean);
  const basis = percentOf(difference, long.mean);
  return [
    step("long price", "Σ quantity × mark ÷ Σ quantity × multiple", long.mean),
    step("short price", "the same of the shorts", short.mean),
    step("basis", "(short price - long price) ÷ long price × 100", basis),
  ];
}

function balanceSteps(
  long: SideHeld,
  short: SideHeld,
  name: "unhedged" | "imbalance",
): AuditStep[] {
  const net = long.quantity.minus(short.quantity);
  const larger = long.quantity.gt(short.quantity) ? long : short;
  const marks = "Σ quantity × mark ÷ Σ quantity × multiple of the larger side";
  const unhedged = net.eq(0) ? net : (larger.mean?.times(net) ?? null);
  const share = percentOf(net.abs(), larger.quantity);
  return [
    step("long quantity", "Σ quantity × multiple of the longs", long.quantity),
    step("short quantity", "Σ quantity × multiple of the shorts", short.quantity),
    step("net quantity", "long quantity - short quantity", net),
    ...(name === "imbalance"
      ? [
          step("larger side", "the larger of the two", larger.quantity),
          step(name, "|net quantity| ÷ larger side × 100", share),
        ]
      : [
          step("mean mark price", marks, larger.mean),
          step(name, "net quantity × mean mark price of the larger side", unhedged),
        ]),
  ];
}

/** Audits how far each held leg is from the loss of its initial margin; the value is the nearest. */
export function auditDistance(position: Position, market: MarginInputs): Audit {
  const risks = legRisksOf(position, market, { unit: "sd", amount: new Big(3) });
  const inputs = risks.flatMap(({ leg }) => [
    given("open price", decimal(leg.open_price), leg),
    given("leverage", decimal(leg.leverage), leg),
    given("mark price", decimal(leg.mark_price), leg),
  ]);
  const steps = risks.flatMap(({ leg, bankruptcyPrice, distance, distanceSd }) => {
    const [of, isLong] = [`${leg.side} ${leg.exchange}`, signOf(leg) === 1];
    const move = isLong ? "mark price - bankruptcy price" : "bankruptcy price - mark price";
    const inSd = "|ln(bankruptcy price ÷ mark price)| ÷ sd of a day's change of the mark price";
    const lost = `open price × (1 ${isLong ? "-" : "+"} 1 ÷ leverage)`;
    return [
      step(`bankruptcy price, ${of}`, lost, bankruptcyPrice.value),
      step(`distance, ${of}`, `(${move}) ÷ mark price × 100`, distance.value),
      step(`in daily sd, ${of}`, inSd, distanceSd.value),
    ];
  });
  const known = risks.flatMap(({ distance }) => (distance.value === null ? [] : [distance]));
  const [nearest] = known.toSorted((a, b) => (a.value ?? new Big(0)).cmp(b.value ?? 0));
  return { inputs, steps, value: nearest ?? { value: null, unit: "percent" } };
}
