import type { Doubt } from "../client/doubt.js";
import { counted } from "../output/text/counted.js";
import { MOST_NAMED } from "../output/text/first-of.js";
import type { Messages } from "../output/text/messages.js";

/** Collects the doubts about the answers to a command, and warns of each once. */
export function createDoubts(messages: Pick<Messages, "warning">) {
  const unreadable = createNames(1);
  const unknown = createNames(MOST_NAMED);
  const others = new Map<string, number>();
  return {
    add(doubt: Doubt): void {
      const { kind } = doubt;
      if (kind === "unreadable") {
        unreadable.add(doubt.record, () => `${doubt.record} (${doubt.problem()})`);
      } else if (kind === "unknown_value") {
        const text = `${doubt.record} has the ${doubt.field} ${JSON.stringify(doubt.value)}`;
        unknown.add(text, () => text);
      } else {
        others.set(doubt.parameter, (others.get(doubt.parameter) ?? 0) + doubt.records);
      }
    },
    /** Warns of what is new since the last time, once for each kind. */
    report(): void {
      const records = unreadable.takeNew();
      if (records !== undefined) {
        messages.warning(
          "RECORD_UNREADABLE",
          `${counted(records.count, "record")} cannot be read in full: ${records.text}`,
        );
      }
      const words = unknown.takeNew();
      if (words !== undefined) {
        messages.warning(
          "UNKNOWN_VALUE",
          `the interface has no such value, so that what rests on it is unknown and in no sum: ${words.text}`,
        );
      }
      for (const [parameter, count] of others) {
        const were = count === 1 ? "that was not requested is" : "that were not requested are";
        messages.warning(
          "FILTER_IGNORED",
          `the service ignores ${parameter}: ${counted(count, "record")} ${were} left out`,
        );
      }
      others.clear();
    },
  };
}

/** Names of records: the first are kept, all are counted, each once. */
function createNames(most: number) {
  const known = new Set<string>();
  let names: string[] = [];
  let count = 0;
  return {
    add(key: string, nameOf: () => string) {
      if (known.size === known.add(key).size) return;
      count++;
      if (names.length < most) names.push(nameOf());
    },
    /** Returns those since the last time; undefined if there are none. */
    takeNew() {
      if (count === 0) return undefined;
      const rest = count - names.length;
      const text = names.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
      const taken = { count, text };
      names = [];
      count = 0;
      return taken;
    },
  };
}
