import { lastingHandle } from "../base/names/handle.js";
import { visible } from "../base/safe-text.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";

/** An alert that began or ended with a round. */
export interface Alerted {
  /** Undefined for a rule about the portfolio. */
  readonly item: Item<Position> | undefined;
  readonly rule: string;
  /** Start of the problem, milliseconds since the epoch. */
  readonly since: number;
  /** What is wrong; empty for an end. */
  readonly summary: string;
  /** Whether it is a cause of status by its own name. */
  readonly isCause?: boolean | undefined;
}

/** Maximum number of characters of a notification. */
const MOST_CHARACTERS = 120;

/** Returns an alert in one line without control characters. */
export function titleOf(alerted: Alerted): string {
  const { item } = alerted;
  const about = item === undefined ? "portfolio" : lastingHandle(item.value);
  const text = visible(`${about}: ${saidOf(alerted)}`);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

/** Returns what is wrong; a rule of the user is named, since its figures do not say what they mean. */
export function saidOf({ rule, summary, isCause }: Omit<Alerted, "item" | "since">): string {
  if (summary === "") return rule;
  return isCause === true ? summary : `${rule}: ${summary}`;
}
