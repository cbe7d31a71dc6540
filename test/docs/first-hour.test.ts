import { expect, it } from "vitest";
import { textOf } from "../support/page.js";

/** Returns the sample of a command line of docs/first-hour.md. */
function sampleOf(line: string): string {
  const [, after = ""] = textOf("docs/first-hour.md").split(`$ ${line}\n`);
  return after.split("```")[0] ?? "";
}

it("docs/first-hour.md has pairs that are long where the position is short, the held one turned round", () => {
  const rows = sampleOf("carry positions rotate SOL.7572 --fee 5bps --top 4")
    .split("\n")
    .slice(4, 8);
  expect(rows.every((row) => /^SOL\.7572 +okx\//.test(row))).toBe(true);
  const [, run, gain] = / okx\/hyp +\+([\d.]+) +\+([\d.]+)/.exec(rows[0] ?? "") ?? [];
  expect(Number(gain) - Number(run)).toBeCloseTo(150.44, 1);
  const [, turned] = / okx\/byb +\+([\d.]+)/.exec(rows[3] ?? "") ?? [];
  expect(turned).toBe("150.44");
});
