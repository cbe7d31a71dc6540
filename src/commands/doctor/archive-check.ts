import type { Context } from "../../command/context.js";
import { counted } from "../../output/text/counted.js";
import { dueArchive, dueText } from "../archive/due.js";
import { type Finding, failed, ok, skip, warn } from "./finding.js";

/** Checks whether there is an archive, can be read, and is synced in time; to have none is no fault. */
export async function checkArchive(context: Context): Promise<Finding> {
  const check = "archive";
  try {
    const found = await dueArchive(context, context.io.clock.now());
    if (found === undefined) return skip(check, "there is none", "`carry archive sync` creates it");
    if (found.due.length > 0) return warn(check, dueText(found), "run `carry archive sync`");
    return ok(check, `${counted(found.markets, "market")} in ${found.where}, synced in time`);
  } catch (error) {
    const { kind } = context.failureOf(error);
    if (kind === "usage" || kind === "invalid_setting")
      return skip(check, "no place is set for one");
    return failed(context, check, error);
  }
}
