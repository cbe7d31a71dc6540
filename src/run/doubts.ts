import type { Doubt } from "../client/options.js";
import { counted } from "../output/text/counted.js";
import { MOST_NAMED } from "../output/text/first-of.js";
import type { Messages } from "../output/text/messages.js";
import type { NoticeCode } from "../output/text/notices.js";

/** A doubt about an answer, or an event in it that had not settled. */
export type AnswerDoubt = Doubt | { readonly kind: "not_settled"; readonly record: string };

type DoubtKind = AnswerDoubt["kind"];

/** How the doubts of a kind are told, in this order. */
const KINDS: Readonly<
  Record<
    DoubtKind,
    { code: NoticeCode; most: number; text: (names: string, count: number) => string }
  >
> = {
  unreadable: {
    code: "RECORD_UNREADABLE",
    most: 1,
    text: (names, count) => `${counted(count, "record")} cannot be read in full: ${names}`,
  },
  not_settled: {
    code: "NOT_SETTLED",
    most: MOST_NAMED,
    text(names, count) {
      const [is, it] = count === 1 ? ["is", "it has"] : ["are", "they have"];
      return `${counted(count, "event")} ${is} later than the service's time, so that ${it} not settled and ${is} left out: ${names}`;
    },
  },
  unknown_value: {
    code: "UNKNOWN_VALUE",
    most: MOST_NAMED,
    text: (names) =>
      `the interface has no such value, so that what rests on it is unknown and in no sum: ${names}`,
  },
  implausible: {
    code: "IMPLAUSIBLE",
    most: MOST_NAMED,
    text: (names) => `cannot be true, and is in no figure: ${names}`,
  },
};

/** Collects the doubts about the answers to a command, and warns of each once. */
export function createDoubts(messages: Pick<Messages, "warning">) {
  const known = new Set<string>();
  /** What is new since the last warning: the first names of each kind, and how many there are. */
  let news = new Map<DoubtKind, { readonly names: string[]; count: number }>();
  return {
    add(doubt: AnswerDoubt): void {
      const { kind } = doubt;
      const key = keyOf(doubt);
      if (known.size === known.add(`${kind} ${key}`).size) return;
      const own = news.get(kind) ?? { names: [], count: 0 };
      news.set(kind, own);
      own.count++;
      const name = () => (doubt.kind === "unreadable" ? `${key} (${doubt.problem})` : key);
      if (own.names.length < KINDS[kind].most) own.names.push(name());
    },
    /** Warns of what is new since the last time, once for each kind. */
    report(): void {
      const told = news;
      news = new Map();
      for (const [kind, { code, text }] of Object.entries(KINDS)) {
        const { names, count } = told.get(kind as DoubtKind) ?? { names: [], count: 0 };
        const more = count > names.length ? ` and ${count - names.length} more` : "";
        if (count > 0) messages.warning(code, text(names.join(", ") + more, count));
      }
    },
  };
}

function keyOf(doubt: AnswerDoubt): string {
  switch (doubt.kind) {
    case "implausible":
      return doubt.value;
    case "unknown_value":
      return `${doubt.record} has the ${doubt.field} ${JSON.stringify(doubt.value)}`;
    default:
      return doubt.record;
  }
}
