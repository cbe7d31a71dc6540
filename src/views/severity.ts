import type { Severity } from "../base/severity.js";
import type { Tone } from "../output/text/paint.js";

/** Characters of severities, for those without colour; in ASCII where there is no other. */
const SIGNS: Readonly<Record<Severity, readonly [sign: string, ascii: string]>> = {
  critical: ["●", "*"],
  warning: ["!", "!"],
  info: ["○", "o"],
};

/** Colours of severities: red can hurt today, yellow costs money, dim is data. */
const TONES: Readonly<Record<Severity, Tone>> = {
  critical: "loss",
  warning: "warning",
  info: "absent",
};

/** Returns the character of a severity. */
export function severitySign(severity: Severity, unicode: boolean): string {
  return SIGNS[severity][unicode ? 0 : 1];
}

/** Returns the colour of a severity. */
export function severityTone(severity: Severity): Tone {
  return TONES[severity];
}
