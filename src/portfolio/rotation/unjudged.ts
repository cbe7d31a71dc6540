import { emptySides, heldLegs, whyUncountable } from "../../analytics/position/held-legs.js";
import type { Judged } from "../../analytics/rotation/book.js";
import type { Rotation } from "../../analytics/rotation/figures.js";
import type { Position } from "../../client/resources/position.js";
import { firstOf } from "../../output/text/first-of.js";
import { legNames } from "../../views/position/leg-names.js";
import { UNCOUNTABLE } from "../../views/position/outlook-unknown.js";
import { heldLackText, notOfferedTexts } from "./lacks.js";

type Reason = NonNullable<Judged["unknown"]>;

/** Codes of the reasons why the best alternative of a position is unknown. */
export const UNJUDGED = [
  ...["closed", "legs_missing", "side_missing", "quantity_negative", "unreadable"],
  ...["market_unknown", "funding_unknown", "not_listed", "pairs_unknown"],
];

/** Returns why a position is not a hedge in known markets; undefined if it is. */
export function whyNoHedge(position: Position): Reason | undefined {
  const uncountable = whyUncountable(position);
  if (uncountable === "quantity_negative") {
    return { code: uncountable, text: "has a negative quantity, so that what it holds is unknown" };
  }
  if (position.status === "closed") return { code: "closed", text: "is closed: it holds nothing" };
  if (uncountable !== undefined) return { code: uncountable, text: `is unknown: ${UNCOUNTABLE}` };
  const empty = emptySides(position);
  if (empty.length === 2) return { code: "legs_missing", text: "holds nothing" };
  if (empty.length === 1) return { code: "side_missing", text: `holds nothing ${empty[0]}` };
  const nameless = heldLegs(position).filter(({ market_id: id }) => id === null);
  return nameless.length === 0
    ? undefined
    : { code: "market_unknown", text: `has legs without a market id: ${legNames(nameless)}` };
}

/** Returns why no pair can be compared with the held legs; undefined if one can, or there are no pairs. */
export function whyNoPair(rotation: Rotation, isListed: boolean): Reason | undefined {
  const lack = heldLackText(rotation);
  if (lack !== undefined) return { code: "funding_unknown", text: `what is held: ${lack}` };
  if (rotation.offered > 0) return undefined;
  if (!isListed)
    return { code: "not_listed", text: "the public listing has no market of its asset" };
  const { uncovered, conflicting, lacking } = rotation;
  if (uncovered + conflicting + lacking.length === 0) return undefined;
  return {
    code: "pairs_unknown",
    text: `no pair is known: ${firstOf(notOfferedTexts(rotation), 3)}`,
  };
}
