import { signText } from "../../run/screen/position-columns.js";

/** A sign of a screen. */
interface Sign {
  /** As it is shown, first where Unicode can be. */
  readonly names: readonly string[];
  readonly is: string;
}

const gravity = (of: "critical" | "warning" | "unknown", is: string): Sign => ({
  names: [true, false].map((unicode) => signText(of, { unicode })),
  is,
});

/** The five signs of screens; programs get words in their place. */
export const SIGNS: readonly Sign[] = [
  gravity("critical", "The position can hurt today: a cause of severity critical."),
  gravity("warning", "The position costs money: a cause of severity warning."),
  gravity(
    "unknown",
    "Something about the position is not known, so that nobody can say it is well.",
  ),
  {
    names: ["–", "-"],
    is: "Unknown: an input is missing. It is never zero; json has null, and why under `unknown`. Which and why: --why.",
  },
  {
    names: ["~"],
    is: "An estimate, or a bound: what stands behind it is old, short or not complete. json has `estimate`. Which and why: --why.",
  },
];
