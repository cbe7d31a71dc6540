import { Big } from "big.js";
import { isDecimalText } from "../../base/decimal-text.js";
import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import type { Group, Stress } from "../../figures/subjects.js";

/** Largest move, percent. */
const MOST = 1000;

/** A stress: `10%`, `basis=1%` or `down=bybit`. */
export const STRESS: ValueKind<Stress> = {
  parse(text) {
    const [, kind = "price", value = ""] = /^(?:(price|basis|down)=)?(.+)$/.exec(text) ?? [];
    if (kind === "down") return { kind, exchange: value };
    const digits = /^±?([\d.]+)%?$/.exec(value)?.[1] ?? "";
    if (!isDecimalText(digits) || digits.length > 20 || Number(digits) > MOST) return undefined;
    return { kind: kind === "basis" ? "basis" : "price", percent: new Big(digits) };
  },
  allowed: "a move of prices such as 10%, basis=1% or down=<exchange>",
  choices: [
    { value: "10%", description: "every price 10 % up or down" },
    { value: "basis=1%", description: "every basis one point wider" },
    { value: "down=", description: "an exchange that cannot be traded on" },
  ],
};

/** Checks the exchange of a stress. @throws {UsageError} if nothing is held there */
export function checkStress(stress: Stress | undefined, { members }: Group): void {
  if (stress?.kind !== "down") return;
  const legs = members.flatMap((p) => p.legs.map(({ record }) => record.exchange));
  const exchanges = [...new Set(legs)].sort();
  if (exchanges.includes(stress.exchange)) return;
  throw new UsageError(
    `--stress down=${stress.exchange}: no leg is held on ${stress.exchange}`,
    exchanges.length === 0 ? undefined : `legs are held on ${exchanges.join(", ")}`,
  );
}
