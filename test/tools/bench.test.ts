import { describe, expect, it } from "vitest";
import { asTable, findings, lastResults } from "../../bench/report.mjs";

const figure = { figure: "a command", than: "the floor", ms: 20 };
const before = lastResults(asTable([{ ...figure, ratio: 1.1, noise: 0.02 }], new Map()));
const found = (ratio: number, noise?: number, goal?: number) =>
  findings([{ ...figure, ratio, noise, goal }], before);

describe("npm run bench -- --check", () => {
  it("names what got worse by more than the noise of both runs", () => {
    expect(found(1.16, 0.03)).toEqual([
      "worse: a command, compared with the floor, is 1.160 ± 0.030, was 1.100 ± 0.020",
    ]);
  });

  it("names nothing that is within the noise, better, or was not measured before", () => {
    const nothing = ["nothing got worse by more than noise"];
    expect(found(1.14, 0.03)).toEqual(nothing);
    expect(found(0.5, 0.01)).toEqual(nothing);
    expect(findings([{ ...figure, figure: "another", ratio: 9 }], before)).toEqual(nothing);
    expect(findings([{ ...figure, ratio: undefined }], before)).toEqual(nothing);
  });

  it("allows what was measured once 5 % of noise", () => {
    expect(found(1.17)).toEqual(["nothing got worse by more than noise"]);
    expect(found(1.2)[0]).toMatch(/^worse: .* is 1[.]200 ± 0[.]060, was 1[.]100 ± 0[.]020$/);
  });

  it("names the goals that are missed", () => {
    expect(found(1.1, 0.02, 1.05).at(-1)).toBe(
      "goal missed: a command, compared with the floor, is 1.100 ± 0.020, goal 1.050",
    );
  });
});
