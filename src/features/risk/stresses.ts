import { Big } from "big.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import type { Stress } from "../../analytics/position/stress.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { TypedStress } from "./stress-option.js";

/** Returns the stresses of an option; a price without a sign moves both ways. */
export function stressesOf(typed: TypedStress): Stress[] {
  switch (typed.kind) {
    case "price":
      return typed.percents.map((percent) => ({ kind: "price", percent: new Big(percent) }));
    case "basis":
      return typed.percents.map((points) => ({ kind: "basis", points: new Big(points) }));
    case "funding":
      return [{ kind: "funding", factor: new Big(typed.factor) }];
    case "down":
      return [typed];
  }
}

/** Checks the exchanges of stresses. @throws {UsageError} if nothing is held on one of them */
export function checkExchanges(stresses: readonly Stress[], positions: readonly Position[]): void {
  const legs = positions.flatMap((position) => heldLegs(position));
  const exchanges = [...new Set(legs.map(({ exchange }) => exchange))].sort();
  for (const stress of stresses) {
    if (stress.kind !== "down" || exchanges.includes(stress.exchange)) continue;
    throw new UsageError(
      `--stress down=${stress.exchange}: no leg is held on ${stress.exchange}`,
      exchanges.length === 0 ? undefined : `legs are held on ${exchanges.join(", ")}`,
    );
  }
}
