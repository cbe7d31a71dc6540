import type { Sink } from "../../terminal/io.js";
import type { Sourced } from "../text/sourced.js";
import type { OutputOptions } from "./format.js";
import { NOTHING_TO_SAY, type PrintOutcome, type Writer } from "./format.js";
import { writeJsonList, writeJsonOne } from "./json.js";

/** Writes a list as one JSON array, or the result of a query over the whole list. */
export const writeJson: Writer = async (pages, _view, { query }, sink) => {
  if (query === undefined) {
    await writeJsonList(pages, sink);
  } else {
    const { compileQuery, queriedWhole } = await import("../query/query.js");
    await writeJsonOne(await queriedWhole(pages, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
};

/** Writes one item as a JSON object, or the result of a query over it. */
export async function writeOneJson(
  item: Sourced<unknown>,
  { query }: OutputOptions,
  sink: Sink,
): Promise<PrintOutcome> {
  if (query === undefined) {
    await writeJsonOne(item, sink);
  } else {
    const { compileQuery, queried } = await import("../query/query.js");
    await writeJsonOne(queried(item, compileQuery(query)), sink);
  }
  return NOTHING_TO_SAY;
}
