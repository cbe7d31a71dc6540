import { join } from "node:path";
import { makeStateDirectory } from "../alerts/state-file.js";
import { DAY_MS, HOUR_MS } from "../base/time/periods.js";
import { allCauses, whyUndecided } from "../figures/catalog/causes.js";
import { type Ignored, ignoredText, inForce } from "../figures/ignored.js";
import type { Group } from "../figures/subjects.js";
import type { Messages } from "../output/text/messages.js";
import { parseIgnored } from "../settings/values.js";
import { readNamed, stageNamed } from "../storage/named-file.js";
import { stateDirectory } from "../storage/places.js";
import { type SealedKind, sealed, unsealed } from "../storage/sealed-file.js";
import type { Io } from "../terminal/io.js";

/** Spans for which a reason can be acknowledged, milliseconds; undefined until it clears. */
export const SPANS = [HOUR_MS, 4 * HOUR_MS, DAY_MS, undefined] as const;

/** Where acknowledged reasons are kept, each as the setting `ignore` has it. */
export interface AcknowledgedStore {
  read(): readonly string[];
  write(all: readonly string[]): void;
}

/** Acknowledged reasons: each of one position, until a time or until it clears. */
export type Acknowledged = ReturnType<typeof createAcknowledged>;

export function createAcknowledged(store: AcknowledgedStore, warn: Messages["warning"]) {
  const read = () => store.read().flatMap((text) => parseIgnored(text) ?? []);
  let all: readonly Ignored[] = read();
  let isStored = true;
  /**
   * Changes the stored reasons, read again since another watch may have changed them. What cannot be stored
   * is kept until the end.
   */
  const change = (changed: (kept: readonly Ignored[]) => readonly Ignored[]) => {
    try {
      all = changed(isStored ? read() : all);
      store.write(all.map(ignoredText));
      isStored = true;
    } catch (error) {
      all = changed(all); // once more does no harm
      if (isStored) warn("REASONS_NOT_STORED", (error as Error).message);
      isStored = false;
    }
  };
  const isOf = (code: string, id: string) => (it: Ignored) =>
    it.code === code && it.position === id;
  return {
    /** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
    list: (now: number) => inForce(all, now),
    /** Acknowledges a reason of a position, or takes that back. */
    set(code: Ignored["code"], id: string, until: number | undefined | "never"): void {
      const own = { code, position: id, ...(typeof until === "number" && { until }) };
      change((kept) => {
        const others = kept.filter((it) => !isOf(code, id)(it));
        return until === "never" ? others : [...others, own];
      });
    },
    /** Drops reasons that have ended, or that the open positions of a round no longer have; unknown is no end. */
    prune({ members, inputs }: Group): void {
      const byId = new Map(members.map((p) => [p.record.position_id, p]));
      const hasCleared = ({ code, position: id = "", until }: Ignored) => {
        const p = byId.get(id);
        if (until !== undefined || p === undefined) return false;
        const isFound = allCauses(p).some(({ cause }) => cause === code);
        return !isFound && whyUndecided(p, code) === undefined;
      };
      const left = (kept: readonly Ignored[]) =>
        inForce(kept, inputs.now).filter((it) => !hasCleared(it));
      if (left(all).length < all.length) change(left);
    },
  };
}

const KIND: SealedKind = {
  key: "carry_acknowledged",
  version: 1,
  name: "file of acknowledged reasons",
  option: "CARRY_STATE_DIR",
};

/** Maximum number of stored reasons; the oldest are dropped. */
const MOST = 1_000;

/** Returns where acknowledged reasons are kept: the state directory, else memory. */
export function acknowledgedStore({ env }: Pick<Io, "env">): AcknowledgedStore {
  const directory = stateDirectory(env, process.platform);
  if (directory === undefined) return untilTheEnd();
  const path = join(directory, "watch", "acknowledged.json");
  return {
    read() {
      const text = readNamed(path);
      return text === undefined ? [] : (JSON.parse(unsealed(KIND, path, text)) as string[]);
    },
    write(all) {
      makeStateDirectory(path);
      stageNamed(path, sealed(KIND, JSON.stringify(all.slice(-MOST)))).commit();
    },
  };
}

function untilTheEnd(): AcknowledgedStore {
  let kept: readonly string[] = [];
  return {
    read: () => kept,
    write(all) {
      kept = all;
    },
  };
}
