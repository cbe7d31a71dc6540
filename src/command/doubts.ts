import type { Doubt } from "../client/doubt.js";
import { counted } from "../output/text/counted.js";
import { firstOf } from "../output/text/first-of.js";
import type { Messages } from "../output/text/messages.js";

/** Records named in a warning; the others are counted. */
const MOST_NAMED = 8;

/** Collects what answers say that cannot be taken as it is. */
export interface Doubts {
  add(doubt: Doubt): void;
  /** Warns of what is new since the last time, once for each kind. */
  report(): void;
}

/** What cannot be taken as it is, each once. */
export function createDoubts(messages: Pick<Messages, "warning">): Doubts {
  const unreadable = createNames();
  const unknown = createNames();
  const others = new Map<string, number>();
  return {
    add(doubt) {
      if (doubt.kind === "unreadable") unreadable.add(`${doubt.record} (${doubt.problem})`);
      else if (doubt.kind === "unknown_value") {
        unknown.add(`${doubt.record} has the ${doubt.field} ${JSON.stringify(doubt.value)}`);
      } else {
        const { parameter, records } = doubt;
        others.set(parameter, (others.get(parameter) ?? 0) + records);
      }
    },
    report() {
      const records = unreadable.takeNew();
      if (records.length > 0) {
        const [does, it] = records.length === 1 ? ["does", "it"] : ["do", "them"];
        messages.warning(
          "RECORD_UNREADABLE",
          `${counted(records.length, "record")} ${does} not match the interface, and what cannot be read of ${it} is unknown: ${firstOf(records, MOST_NAMED)}`,
        );
      }
      const words = unknown.takeNew();
      if (words.length > 0) {
        messages.warning(
          "UNKNOWN_VALUE",
          `the interface has no such value, so that what rests on it is unknown and in no sum: ${firstOf(words, MOST_NAMED)}`,
        );
      }
      for (const [parameter, count] of others) {
        messages.warning(
          "FILTER_IGNORED",
          `the service ignores ${parameter}: ${counted(count, "record")} that ${count === 1 ? "was" : "were"} not asked for ${count === 1 ? "is" : "are"} left out`,
        );
      }
      others.clear();
    },
  };
}

/** A set of texts, of which some were taken. */
function createNames() {
  const known = new Set<string>();
  let fresh: string[] = [];
  return {
    add(name: string) {
      if (known.has(name)) return;
      known.add(name);
      fresh.push(name);
    },
    takeNew() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
