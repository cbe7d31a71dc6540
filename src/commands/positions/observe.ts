import type { Page } from "../../client/listing/page.js";
import type { Item } from "../../client/listing/pages.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { counted } from "../../output/text/counted.js";
import { shellWord } from "../../output/text/shell-word.js";
import { createContradictions } from "./contradictions.js";
import { createUnchecked } from "./unchecked.js";

const NO_CURSOR = "the service sent no cursor to go on with";

/**
 * Yields the items of pages, and reports duplicates, contradictions and the cursor at the end.
 * @param output options with the full keys of the columns
 * @param sortedLimit maximum number of printed positions of a sorted listing
 */
export function observe(
  pages: AsyncGenerator<Page<Item<Position>>>,
  context: Context,
  output: OutputOptions,
  sortedLimit = Number.POSITIVE_INFINITY,
) {
  let count = 0;
  let duplicates = 0;
  const contradictions = createContradictions(context.messages);
  const unchecked = createUnchecked(context.messages, output);
  let rows = 0;
  let nextCursor: string | null | undefined = null;
  async function* items() {
    for await (const page of pages) {
      count++;
      rows += page.items.length;
      duplicates += page.duplicates;
      for (const { value } of page.items) {
        contradictions.add(value);
        unchecked.add(value);
      }
      nextCursor = page.nextCursor;
      context.progress.update(`${counted(count, "page")}, ${counted(rows, "position")}`);
      yield page.items;
    }
  }
  return {
    items: items(),
    report() {
      contradictions.warn();
      unchecked.note();
      if (duplicates > 0) {
        context.messages.warning(
          "DUPLICATES",
          `${counted(duplicates, "position")} came twice and ${duplicates === 1 ? "was" : "were"} printed once`,
        );
      }
      if (rows > sortedLimit) {
        context.messages.note(
          "LIMIT",
          `--limit was applied after sorting all ${rows} positions, so there is no cursor to go on with`,
        );
      }
      if (nextCursor === null) return;
      const how =
        nextCursor === undefined ? NO_CURSOR : `go on with --cursor ${shellWord(nextCursor)}`;
      context.messages.page(
        { items: rows, next_cursor: nextCursor ?? null },
        `stopped at --limit; ${how}`,
      );
    },
  };
}
