import { expect, it } from "vitest";
import { timedLines } from "../../src/output/formats/timed.js";

it("A line separator in a name does not end a line of JSON whose times are converted", () => {
  const of = (time: string) => `{"asset":"A\u2028B\u2029C","at":${time}}\n{"asset":"D"}\n`;
  expect(timedLines(of('"2026-06-01T00:00:00Z"'), "epoch")).toBe(of("1780272000"));
});
