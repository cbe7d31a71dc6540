import { type Moment, momentOf, standingOf } from "../../analytics/position/snapshot-position.js";
import { UsageError } from "../../base/usage-error.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Position } from "../../client/resources/position.js";
import { StorageError } from "../../storage/errors.js";
import { readNamed } from "../../storage/named-file.js";

const REMEDY =
  "save one with `carry positions list --performance -o json > <file>`, and compare with it later";

/**
 * Reads a listing that `positions list -o json` or `ndjson` printed, as a moment: when the newest
 * performance of its open positions was calculated.
 * @throws {StorageError} when the file cannot be read
 * @throws {UsageError} when it is no listing, has no position, or no performance
 */
export async function readSavedListing(path: string): Promise<Moment> {
  const text = readNamed(path);
  if (text === undefined) throw new StorageError(`cannot read ${path}: there is no such file`);
  const positions = await parse(path, text);
  if (positions.length === 0) {
    throw new UsageError(`--against: the listing ${path} has no position`, REMEDY);
  }
  const times = timesOf(positions.filter(({ status }) => status === "open"));
  const known = times.length > 0 ? times : timesOf(positions);
  if (known.length === 0) {
    throw new UsageError(`--against: the listing ${path} was saved without performance`, REMEDY);
  }
  const at = known.reduce((a, b) => Math.max(a, b));
  const byId = new Map(positions.map((it) => [it.position_id, standingOf(it)]));
  return momentOf(at, [...byId.values()]);
}

async function parse(path: string, text: string): Promise<Position[]> {
  const { validate } = await import("../../client/validate/answer.js");
  const { positionSummary } = await import("../../client/resources/position.js");
  const values = valuesOf(text);
  if (values === undefined) {
    throw new UsageError(
      `--against: ${path} is no listing: it is not JSON, or a part of it`,
      REMEDY,
    );
  }
  return values.map((value, index) => {
    try {
      return validate(positionSummary, value, `item ${index}`);
    } catch (error) {
      const { message } = error as Error;
      throw new UsageError(
        `--against: ${path} is no listing of positions: ${message.replace(/^the answer of /, "")}`,
        REMEDY,
      );
    }
  });
}

/** Returns the items of an array, or of lines; undefined for anything else. */
function valuesOf(text: string): unknown[] | undefined {
  const whole = parsed(text);
  if (Array.isArray(whole)) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parsed);
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns when the performances were calculated, milliseconds since the epoch. */
function timesOf(positions: readonly Position[]): number[] {
  return positions.flatMap(({ performance }) => {
    const time = performance === undefined ? Number.NaN : instantOf(performance.calculated_at);
    return Number.isNaN(time) ? [] : [time];
  });
}
