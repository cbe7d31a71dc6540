import { LostLockError } from "../base/storage/lock.js";
import type { Io } from "../base/terminal/io.js";
import type { NoticeCode } from "../output/text/messages.js";
import {
  type AlertState,
  BLIND_RULE,
  delivered,
  type Findings,
  keyOf,
  nextDue,
  type Taken,
  takeFailure,
  takeRound,
  type WaitingEvent,
} from "./book.js";
import { runHook } from "./hook.js";
import { type Detail, messageOf } from "./message.js";

/** Keeps the book of alerts while a command runs: takes rounds, delivers events, stores the state. */
export type Keeper = ReturnType<typeof createKeeper>;

export interface KeeperOptions {
  readonly io: Pick<Io, "env" | "clock" | "signal" | "atExit" | "secrets">;
  readonly warn: (code: NoticeCode, text: string) => void;
  readonly state: AlertState;
  /** Throws if a round must not be stored; then it is not taken. */
  readonly check?: (() => void) | undefined;
  /** Stores the state; undefined to keep it in memory. @throws {StorageError} */
  readonly save?: ((state: AlertState) => void) | undefined;
  /** Command of `--on-alert`; undefined if events are delivered by other means. */
  readonly command?: string | undefined;
}

/** Creates a keeper. */
export function createKeeper(options: KeeperOptions) {
  const { io, warn, command } = options;
  let state = options.state;
  const details = new Map<string, Detail>();
  let lastFailure = "";
  let busy: WaitingEvent | undefined;
  let delivering: Promise<void> = Promise.resolve();
  let isTelling = false;
  let isUnsaved = false;
  let isLost = false;

  /* A state that can no longer be stored is kept in memory: the watch goes on. */
  const save = () => {
    try {
      options.save?.(state);
      isUnsaved = false;
    } catch (error) {
      isLost ||= error instanceof LostLockError; // another process delivers them now
      if (!isUnsaved) warn("ALERTS_NOT_STORED", (error as Error).message);
      isUnsaved = true;
    }
  };

  const deliver = async (text: string, event: WaitingEvent): Promise<boolean> => {
    busy = event;
    try {
      const detail = detailOf(event, details, lastFailure);
      const message = messageOf(event, detail, io.secrets.redact);
      const outcome = await runHook(text, message, io);
      if (outcome.delivered) state = delivered(state, event);
      if (outcome.fault !== undefined) {
        const what = outcome.delivered ? "" : ` for "${message.title}", which waits`;
        warn("ALERT_NOT_TOLD", `the command of --on-alert${what}: it ${outcome.fault}`);
      }
      return !outcome.delivered && outcome.ranOutOfTime;
    } finally {
      busy = undefined;
    }
  };

  /** Delivers what waits, one event after the other; after one that ran out of time the others wait. */
  const deliverAll = async (text: string): Promise<void> => {
    const tried: WaitingEvent[] = [];
    for (;;) {
      const event = nextDue(state, tried);
      if (event === undefined || isLost) return;
      tried.push(event);
      const ranOutOfTime = await deliver(text, event);
      save();
      if (ranOutOfTime) return;
    }
  };

  const begin = () => {
    if (command === undefined || isTelling || isLost || nextDue(state) === undefined) return;
    isTelling = true;
    delivering = deliverAll(command).finally(() => {
      isTelling = false;
    });
    delivering.catch(() => {}); // reported by settled()
  };

  const become = (taken: Taken): readonly WaitingEvent[] => {
    state = taken.state;
    save();
    begin();
    return taken.events;
  };

  return {
    get state(): AlertState {
      return state;
    },
    /** Takes a successful round, and begins to deliver what waits. @returns the new events */
    take(findings: Findings): readonly WaitingEvent[] {
      options.check?.();
      addDetails(findings, details);
      return become(takeRound(state, findings, busy));
    },
    /** Takes a failed round. @param why its description */
    fail(at: number, why: string): readonly WaitingEvent[] {
      options.check?.();
      lastFailure = why;
      return become(takeFailure(state, at, busy));
    },
    /** Resolves when delivering everything that waits was tried. */
    settled: (): Promise<void> => delivering,
    /** Marks events as delivered by other means than a command. */
    acknowledge(events: readonly WaitingEvent[]): void {
      state = events.reduce(delivered, state);
      save();
    },
  };
}

function detailOf(
  { event, rule, position_id }: WaitingEvent,
  details: ReadonlyMap<string, Detail>,
  lastFailure: string,
): Detail {
  if (event === "blind" && rule === BLIND_RULE) return { asset: "", summary: lastFailure };
  return details.get(keyOf(rule, position_id)) ?? { asset: "", summary: "" };
}

/** Adds the details of a round; what is wrong stays known until the end is told. */
function addDetails({ findings }: Findings, details: Map<string, Detail>): void {
  for (const { rule, positionId, asset, verdict, summary, severity } of findings) {
    const key = keyOf(rule, positionId);
    if (verdict === "failed" || !details.has(key)) details.set(key, { asset, summary, severity });
  }
}
