import type { Io } from "./io.js";

/** Reports whether a terminal takes text alone: it says so, or says nothing (on Windows none says more). */
export function isDumb({ TERM = "" }: Io["env"], platform = process.platform): boolean {
  return TERM === "dumb" || (TERM === "" && platform !== "win32");
}
