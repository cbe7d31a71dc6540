import type { PositionDetail } from "../../client/resources/position.js";
import { PositionOf } from "../../figures/subjects.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { positionPage } from "../../run/position-page.js";
import type { Answer } from "./asked.js";

/** Returns a position as `carry get` shows it; until the full one is there, what the list has of it. */
export function positionSections(
  p: PositionOf,
  { value: detail, failure }: Answer<PositionDetail>,
): Section[] {
  const state = failure ?? (detail === undefined ? "asking for its funding by leg…" : "");
  const note = state === "" ? [] : [textSection(state, "label")];
  if (detail === undefined) return [...positionPage(p), ...note];
  const { performance } = p.record;
  const whole = { ...detail, ...(performance !== undefined && { performance }) };
  return [...positionPage(new PositionOf(p.inputs, whole)), ...note];
}
