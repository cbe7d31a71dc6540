import { join } from "node:path";
import { makeStateDirectory } from "../alerts/state-file.js";
import { isRecord } from "../base/collections.js";
import { orElse } from "../base/functions.js";
import { StorageError } from "../base/storage/errors.js";
import { stateDirectory } from "../base/storage/places.js";
import { readNamed } from "../base/storage/read-file.js";
import { stageNamed } from "../base/storage/write-file.js";
import type { Io } from "../base/terminal/io.js";
import { DAY_MS, HOUR_MS } from "../base/time/periods.js";
import { allCauses, whyUndecided } from "../figures/catalog/causes.js";
import { type Ignored, ignoredText, inForce } from "../figures/ignored.js";
import type { Group } from "../figures/subjects.js";
import type { Messages } from "../output/text/messages.js";
import { parseIgnored } from "../run/settings/limits.js";

/** Spans for which a cause can be acknowledged, milliseconds; undefined until it clears. */
export const SPANS = [HOUR_MS, 4 * HOUR_MS, DAY_MS, undefined] as const;

/** Acknowledged causes: each of one position, until a time or until it clears. */
export type Acknowledged = ReturnType<typeof createAcknowledged>;

/**
 * Opens the acknowledged causes, which the state directory keeps from one watch to the next. Where there is
 * none, or it cannot be written, which is said once, they last as long as the watch.
 */
export function createAcknowledged({ env }: Pick<Io, "env">, warn: Messages["warning"]) {
  const directory = stateDirectory(env, process.platform);
  let path = directory && join(directory, "watch", "acknowledged.json");
  let all: readonly Ignored[] = [];
  const giveUp = (why: string) => {
    path = undefined;
    warn("REASONS_NOT_STORED", why);
  };
  /** Takes those that are stored, since another watch may have changed them. */
  const read = () => {
    try {
      if (path !== undefined) all = readStored(path);
    } catch (error) {
      giveUp((error as Error).message);
    }
  };
  const change = (changed: (before: readonly Ignored[]) => readonly Ignored[]) => {
    read();
    all = changed(all);
    try {
      if (path !== undefined) writeStored(path, all);
    } catch (error) {
      giveUp((error as Error).message);
    }
  };
  read();
  return {
    /** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
    list: (now: number) => inForce(all, now),
    /** Acknowledges a cause of a position, or takes that back. */
    set(code: Ignored["code"], id: string, until: number | undefined | "never"): void {
      const own = { code, position: id, ...(typeof until === "number" && { until }) };
      change((before) => {
        const others = before.filter((it) => it.code !== code || it.position !== id);
        return until === "never" ? others : [...others, own];
      });
    },
    /** Drops those that have ended, or that the open positions of a round no longer have; unknown is no end. */
    prune({ members, inputs }: Group): void {
      const byId = new Map(members.map((p) => [p.record.position_id, p]));
      const hasCleared = ({ code, position: id = "", until }: Ignored) => {
        const p = byId.get(id);
        if (until !== undefined || p === undefined) return false;
        const isFound = allCauses(p).some(({ cause }) => cause === code);
        return !isFound && whyUndecided(p, code) === undefined;
      };
      const left = (before: readonly Ignored[]) =>
        inForce(before, inputs.now).filter((it) => !hasCleared(it));
      if (left(all).length < all.length) change(left);
    },
  };
}

/** Version of the file. */
const VERSION = 1;

/** Maximum number of stored causes; the oldest are dropped. */
const MOST = 1_000;

/** Returns the causes in a file, each as the setting `ignore` has it. @throws for what is no such file */
function readStored(path: string): readonly Ignored[] {
  const text = readNamed(path);
  if (text === undefined) return [];
  const stored: unknown = orElse(() => JSON.parse(text), undefined);
  if (!isRecord(stored) || stored.version !== VERSION || !Array.isArray(stored.acknowledged)) {
    throw new StorageError(`${path} has no acknowledged causes`, "delete it to begin anew");
  }
  return stored.acknowledged.flatMap((it) => parseIgnored(String(it)) ?? []);
}

function writeStored(path: string, all: readonly Ignored[]): void {
  makeStateDirectory(path);
  const acknowledged = all.slice(-MOST).map(ignoredText);
  stageNamed(path, `${JSON.stringify({ version: VERSION, acknowledged })}\n`).commit();
}
