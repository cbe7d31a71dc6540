import type { Doubt } from "../client/options.js";
import type { Messages } from "../output/text/messages.js";
import { counted, firstOf, MOST_NAMED } from "../output/text/words.js";

/** A doubt about an answer, or an event in it that had not settled. */
export type AnswerDoubt = Doubt | { readonly kind: "not_settled"; readonly record: string };

/** How the doubts of a kind are told: at most so many by name. */
const KINDS = {
  unreadable: {
    code: "RECORD_UNREADABLE",
    most: 1,
    text: (names: string, count: number) =>
      `${counted(count, "record")} cannot be read in full: ${names}`,
  },
  not_settled: {
    code: "NOT_SETTLED",
    most: MOST_NAMED,
    text: (names: string, count: number) =>
      `${counted(count, "event")} ${count === 1 ? "is" : "are"} later than the service's time, so not settled and left out: ${names}`,
  },
  unknown_value: {
    code: "UNKNOWN_VALUE",
    most: MOST_NAMED,
    text: (names: string) =>
      `the interface has no such value, so that what rests on it is unknown and in no sum: ${names}`,
  },
  implausible: {
    code: "IMPLAUSIBLE",
    most: MOST_NAMED,
    text: (names: string) => `cannot be true, and is in no figure: ${names}`,
  },
} as const;

/** Collects the doubts about the answers to a command, and warns of each once. */
export function createDoubts(messages: Pick<Messages, "warning">) {
  const known = new Set<string>();
  /** What is new since the last warning, by kind. */
  let news = new Map<AnswerDoubt["kind"], string[]>();
  return {
    add(doubt: AnswerDoubt): void {
      const key = `${doubt.kind} ${doubt.kind === "unreadable" ? doubt.record : nameOf(doubt)}`;
      if (known.has(key)) return;
      known.add(key);
      const names = news.get(doubt.kind) ?? [];
      names.push(nameOf(doubt));
      news.set(doubt.kind, names);
    },
    /** Warns of what is new since the last time, once for each kind. */
    report(): void {
      const told = news;
      news = new Map();
      for (const [kind, names] of told) {
        const { code, most, text } = KINDS[kind];
        messages.warning(code, text(firstOf(names, most), names.length));
      }
    },
  };
}

function nameOf(doubt: AnswerDoubt): string {
  switch (doubt.kind) {
    case "implausible":
      return doubt.value;
    case "unknown_value":
      return `${doubt.record} has the ${doubt.field} ${JSON.stringify(doubt.value)}`;
    case "unreadable":
      return `${doubt.record} (${doubt.problem})`;
    default:
      return doubt.record;
  }
}
