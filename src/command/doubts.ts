import type { Doubt } from "../client/connection.js";
import { counted } from "../output/text/counted.js";
import { MOST_NAMED } from "../output/text/first-of.js";
import type { Messages } from "../output/text/messages.js";

/** A doubt about an answer, or an event in it that had not settled. */
export type AnswerDoubt = Doubt | { readonly kind: "not_settled"; readonly record: string };

/** Collects the doubts about the answers to a command, and warns of each once. */
export function createDoubts(messages: Pick<Messages, "warning">) {
  const unreadable = createNames(1);
  const unknown = createNames(MOST_NAMED);
  const implausible = createNames(MOST_NAMED);
  const ahead = createNames(MOST_NAMED);
  return {
    add(doubt: AnswerDoubt): void {
      const { kind } = doubt;
      if (kind === "unreadable") {
        unreadable.add(doubt.record, () => `${doubt.record} (${doubt.problem})`);
      } else if (kind === "implausible") {
        implausible.add(doubt.value, () => doubt.value);
      } else if (kind === "not_settled") {
        ahead.add(doubt.record, () => doubt.record);
      } else {
        const text = `${doubt.record} has the ${doubt.field} ${JSON.stringify(doubt.value)}`;
        unknown.add(text, () => text);
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
      const events = ahead.takeNew();
      if (events !== undefined) {
        const [is, it] = events.count === 1 ? ["is", "it has"] : ["are", "they have"];
        messages.warning(
          "NOT_SETTLED",
          `${counted(events.count, "event")} ${is} later than the service's time, so that ${it} not settled and ${is} left out: ${events.text}`,
        );
      }
      const words = unknown.takeNew();
      if (words !== undefined) {
        messages.warning(
          "UNKNOWN_VALUE",
          `the interface has no such value, so that what rests on it is unknown and in no sum: ${words.text}`,
        );
      }
      const values = implausible.takeNew();
      if (values !== undefined) {
        messages.warning("IMPLAUSIBLE", `cannot be true, and is in no figure: ${values.text}`);
      }
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
