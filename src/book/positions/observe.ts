import type { Item } from "../../client/listing/item-pages.js";
import type { Page } from "../../client/listing/page.js";
import type { Position } from "../../client/resources/position.js";
import { UNREADABLE_TEXT } from "../../client/validate/stand-in.js";
import { contradictsItself } from "../../figures/engine/position/legs.js";
import type { Messages } from "../../output/text/messages.js";
import { counted, shellWord } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";

const NO_CURSOR = "there is no cursor to go on with";

/** How a listing is printed; without it, positions are only counted. */
interface Printed {
  /** Maximum number of printed positions of a sorted listing. */
  readonly sortedLimit?: number | undefined;
}

/** Returns what tells one position from others: its id, if that can be read. */
export function keyOf(position: Position): unknown {
  return position.position_id === UNREADABLE_TEXT ? position : position.position_id;
}

/** Yields the items of pages; at the end reports duplicates, contradictions and the cursor. */
export function observe(
  pages: AsyncIterable<Page<Item<Position>>>,
  { messages, progress }: Context,
  printed?: Printed,
) {
  let count = 0;
  let rows = 0;
  let duplicates = 0;
  let contradictions = 0;
  let nextCursor: string | null | undefined = null;
  const again: Item<Position>[] = [];
  async function* items() {
    for await (const page of pages) {
      count++;
      rows += page.items.length;
      duplicates += page.duplicates;
      again.push(...page.again);
      for (const { value } of page.items) {
        if (contradictsItself(value)) contradictions++;
      }
      nextCursor = page.nextCursor;
      progress.update(`${counted(count, "page")}, ${counted(rows, "position")}`);
      yield page.items;
    }
  }
  return {
    items: items(),
    /** Returns the later versions of positions so far. */
    again: () => again,
    report() {
      if (contradictions > 0) {
        const have = contradictions === 1 ? "has" : "have";
        messages.warning(
          "CONTRADICTION",
          `${counted(contradictions, "closed position")} ${have} a quantity, which counts as 0`,
        );
      }
      warnOfDuplicates(messages, duplicates, printed === undefined ? "counted" : "printed");
      if (rows > (printed?.sortedLimit ?? rows)) {
        messages.note(
          "LIMIT",
          `--limit was applied after sorting all ${rows} positions, so there is no cursor to go on with`,
        );
      }
      if (nextCursor === null) return;
      const how =
        nextCursor === undefined ? NO_CURSOR : `go on with --cursor ${shellWord(nextCursor)}`;
      messages.page({ items: rows, next_cursor: nextCursor ?? null }, `stopped at --limit; ${how}`);
    },
  };
}

/** Warns of positions that the service sent twice. @param once what was done once with each */
export function warnOfDuplicates(
  messages: Messages,
  duplicates: number,
  once: "counted" | "printed" | "shown",
): void {
  if (duplicates === 0) return;
  const were = duplicates === 1 ? "was" : "were";
  messages.warning(
    "DUPLICATES",
    `${counted(duplicates, "position")} came twice and ${were} ${once} once`,
  );
}
