import { dirname, join } from "node:path";
import type { Concern } from "../../analytics/position/reason.js";
import { type Ignored, ignoredText, inForce } from "../../base/ignored.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import { parseIgnored } from "../../settings/values.js";
import { makeDirectory } from "../../storage/make-directory.js";
import { readNamed, stageNamed } from "../../storage/named-file.js";
import { stateDirectory } from "../../storage/places.js";
import { type SealedKind, sealed, unsealed } from "../../storage/sealed-file.js";
import type { Io } from "../../terminal/io.js";
import type { Memory } from "../state-file.js";

/** Spans for which a reason can be acknowledged, milliseconds; undefined until it clears. */
export const SPANS = [HOUR_MS, 4 * HOUR_MS, DAY_MS, undefined] as const;

/** Where acknowledged reasons are kept, each as `--ignore` takes it. */
export interface AcknowledgedStore {
  read(): readonly string[];
  write(all: readonly string[]): void;
}

/** Acknowledged reasons: each of one position, until a time or until it clears. */
export type Acknowledged = ReturnType<typeof createAcknowledged>;

export function createAcknowledged(store: AcknowledgedStore) {
  const read = () => store.read().flatMap((text) => parseIgnored(text) ?? []);
  let all: readonly Ignored[] = read();
  /** Changes the stored reasons, read again since another watch may have changed them. */
  const change = (changed: (kept: readonly Ignored[]) => readonly Ignored[]) => {
    all = changed(read());
    store.write(all.map(ignoredText));
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
    /** Drops reasons that have ended, or that the open positions of a round no longer have. */
    prune(concerns: readonly Concern[], now: number): void {
      const found = new Map(concerns.map((it) => [it.position.position_id, it.reasons]));
      const hasCleared = ({ code, position = "", until }: Ignored) =>
        until === undefined && found.get(position)?.every((it) => it.code !== code) === true;
      const left = (kept: readonly Ignored[]) => inForce(kept, now).filter((it) => !hasCleared(it));
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

/** Returns where acknowledged reasons are kept: `--state-file`, else the state directory, else memory. */
export function acknowledgedStore(
  { env }: Pick<Io, "env">,
  memory: Memory | undefined,
): AcknowledgedStore {
  if (memory !== undefined) return { read: memory.acknowledged, write: memory.acknowledge };
  const directory = stateDirectory(env, process.platform);
  if (directory === undefined) return untilTheEnd();
  const path = join(directory, "watch", "acknowledged.json");
  return {
    read() {
      const text = readNamed(path);
      return text === undefined ? [] : (JSON.parse(unsealed(KIND, path, text)) as string[]);
    },
    write(all) {
      makeDirectory(dirname(path), 0o700);
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
