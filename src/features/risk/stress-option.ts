import { isDecimalText } from "../../base/decimal-text.js";
import type { ValueKind } from "../../base/value-kind.js";
import { hundredth } from "../../settings/kinds.js";

/** A stress as typed, in plain digits; a price without a sign moves both ways. */
export type TypedStress =
  | { readonly kind: "price" | "basis"; readonly percents: readonly string[] }
  | { readonly kind: "funding"; readonly factor: string }
  | { readonly kind: "down"; readonly exchange: string };

/** Largest move of a price or basis, percent, and the largest fall of a price. */
const MOST = 1000;
const MOST_FALL = 100;

/** A stress: `price=20%`, `basis=1%`, `funding=-1` or `down=bybit`. */
export const STRESS: ValueKind<TypedStress> = {
  parse(text) {
    const [, kind, value = ""] = /^(price|basis|funding|down)=(.+)$/.exec(text) ?? [];
    switch (kind) {
      case "price":
      case "basis": {
        const percents = parseMoves(value, kind === "price");
        return percents && { kind, percents };
      }
      case "funding":
        return isNumber(value) ? { kind, factor: value.replace("+", "") } : undefined;
      case "down":
        return { kind, exchange: value };
      default:
        return undefined;
    }
  },
  allowed:
    "price=20% (both ways), price=-20% (at most -100%), basis=1% (points), funding=-1 (times the last 7 days) or down=<exchange>",
  choices: [
    { value: "price=20%", description: "every price 20 % up, and 20 % down" },
    { value: "basis=1%", description: "every basis one point wider" },
    { value: "funding=0", description: "no funding for 30 days" },
    { value: "funding=-1", description: "funding the other way round for 30 days" },
    { value: "down=", description: "an exchange that cannot be traded on" },
  ],
};

/** Parses `20%`, `±20%`, `+-20%`, `-1.5%` or `50bp`; without a sign, a price moves both ways. */
function parseMoves(text: string, isPrice: boolean): readonly string[] | undefined {
  const [, sign = "", digits = "", unit] = /^(±|\+\/?-|[+-])?([\d.]+)(%|bp)?$/.exec(text) ?? [];
  if (!isNumber(digits) || /^[+-]/.test(digits)) return undefined;
  const amount = unit === "bp" ? hundredth(digits) : digits;
  if (Number(amount) > MOST) return undefined;
  const isBoth = sign !== "+" && sign !== "-" && (sign !== "" || isPrice);
  if (isPrice && (isBoth || sign === "-") && Number(amount) > MOST_FALL) return undefined;
  if (sign === "-") return [`-${amount}`];
  return isBoth ? [amount, `-${amount}`] : [amount];
}

function isNumber(text: string): boolean {
  return text.length <= 20 && isDecimalText(text) && Number.isFinite(Number(text));
}
