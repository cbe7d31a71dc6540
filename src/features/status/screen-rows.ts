import type { Measure } from "../../analytics/measure.js";
import type { Concern, Reason } from "../../analytics/position/reason.js";
import { severityOf, stakeOf } from "../../analytics/position/stake.js";
import { sumOf } from "../../base/decimal.js";
import type { Severity } from "../../base/severity.js";
import type { Position } from "../../client/resources/position.js";
import { compact } from "../../output/text/compact.js";
import type { PositionRow } from "../../views/position/position-row.js";
import type { Owned, OwnerOf } from "../../views/row-fields.js";

/** A position that needs attention, as a screen has it: one row with all its reasons. */
export interface ScreenRow extends PositionRow, Owned {
  readonly position: Position;
  /** The gravest first. */
  readonly reasons: readonly Reason[];
  readonly severity: Severity;
  /** At stake for the gravest reason. */
  readonly stake: Measure;
}

/** Returns positions as rows of a screen, in their order. */
export function screenRows(concerns: readonly Concern[], ownerOf: OwnerOf): ScreenRow[] {
  return concerns.flatMap(({ position, reasons }) => {
    const [gravest] = reasons;
    if (gravest === undefined) return [];
    const [severity, stake] = [severityOf(gravest), stakeOf(position, gravest)];
    const owner = ownerOf(position.position_id);
    return [{ position, legs: position.legs, reasons, severity, stake, ...owner }];
  });
}

/** Minimum number of warnings that are shown, if there is room for twice as many rows. */
const LEAST_WARNINGS = 3;

/**
 * Chooses the rows for which there is room: the first ones, and the first that cost money.
 * @param rows by severity, then by what is at stake
 */
export function rowsShown(rows: readonly ScreenRow[], room: number): readonly ScreenRow[] {
  if (rows.length <= room) return rows;
  const warnings = rows.filter(({ severity }) => severity === "warning");
  const least = Math.min(LEAST_WARNINGS, warnings.length, room >> 1);
  const first = rows.slice(0, room - least);
  const rest = rows.slice(first.length);
  const next = rest[0]?.severity === "critical" ? warnings : rest;
  return [...first, ...next.slice(0, least)];
}

/** Describes the rows left out that can hurt today: `9 more can hurt today, 4.1k`; undefined for none. */
export function leftOutText(all: readonly ScreenRow[], shown: readonly ScreenRow[]) {
  const graves = all.filter((it) => it.severity === "critical" && !shown.includes(it));
  if (graves.length === 0) return undefined;
  const known = graves.map(({ stake }) => stake.value).filter((it) => it !== null);
  const sum = known.length === 0 ? null : sumOf(known);
  return `${graves.length} more can hurt today${sum === null ? "" : `, ${compact(sum)}`}`;
}
