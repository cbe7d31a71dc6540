import type { LegFunding, PositionFunding } from "../../figures/engine/funding/position-funding.js";
import { timeText } from "../../output/text/format.js";
import { legName } from "./leg-funding.js";

/** Returns lines that say where the sizes of the legs come from. */
export function sizeLines({ legs }: PositionFunding, start: number): string[] {
  const known = legs.filter(({ unknown }) => unknown === undefined);
  const since = known.flatMap(({ size }) => size.recordedSince ?? []);
  const atNow = known.filter(({ size }) => size.recordedSince === undefined);
  const unsized = known.reduce((sum, { size }) => sum + size.unsized, 0);
  const which = atNow.length === known.length ? "Each event" : `Events of ${namesOf(atNow)}`;
  return [
    ...(since.length > 0 ? [recordedLine(Math.max(...since), start)] : []),
    ...(unsized > 0 ? [unsizedLine(unsized)] : []),
    ...(known.some(({ size }) => size.alike) ? [ALIKE] : []),
    ...(atNow.length > 0
      ? [
          `${which} ${which === "Each event" ? "counts" : "count"} at the current quantity; earlier changes of size are not in it.`,
        ]
      : []),
  ];
}

const ALIKE = "Two legs alike in side, exchange and symbol cannot be distinguished in the archive.";

function recordedLine(since: number, start: number): string {
  const before = since > start ? `; before ${timeText(since)} the first one counts` : "";
  return `Each event counts at the size that snapshots of the archive have${before}.`;
}

function unsizedLine(events: number): string {
  const are = events === 1 ? "1 event is" : `${events} events are`;
  return `${are} not counted: the size changed between the snapshots around ${events === 1 ? "it" : "them"}.`;
}

function namesOf(legs: readonly LegFunding[]): string {
  return legs.map(({ leg }) => legName(leg)).join(", ");
}
