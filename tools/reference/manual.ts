import { manPage } from "./man.js";
import { manualName } from "./page.js";
import { pages } from "./pages.js";

/** Returns the pages of the manual in roff by the names of their files, such as `carry-status.1`. */
export async function manual(): Promise<Map<string, string>> {
  const all = await pages();
  return new Map(all.map((page) => [`${manualName(page.words)}.1`, manPage(page)]));
}
