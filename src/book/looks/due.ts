import { join } from "node:path";
import type { Due } from "../../archive/status.js";
import { digestOf } from "../../base/storage/cache.js";
import { stateDirectory } from "../../base/storage/places.js";
import { DAY_MS } from "../../base/time/periods.js";
import { counted } from "../../output/text/counted.js";
import { timeText } from "../../output/text/format.js";
import type { Context } from "../../run/context.js";

/** Time before the service forgets something at which that is reported, unless an option says otherwise. */
export const DUE_WITHIN_MS = 5 * DAY_MS;

/**
 * Reads by when the archive of the settings has to be synced; undefined without an archive.
 * @param now milliseconds since the epoch
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function dueArchive(context: Context, now: number) {
  const { originOfService, withStore } = await import("./place.js");
  return withStore(context, async (store) => {
    const { findArchive } = await import("../../archive/archive.js");
    const archive = await findArchive(store, await originOfService(context).catch(() => undefined));
    if (archive === undefined) return undefined;
    const { dueMarkets } = await import("../../archive/status.js");
    return { ...(await dueMarkets(archive, now, DUE_WITHIN_MS)), where: store.where };
  });
}

/** Describes events that are about to be lost. */
export function dueText({ due, by }: Due): string {
  return `${counted(due.length, "market")} of the archive: the service forgets events that are not recorded from ${timeText(by)} on`;
}

/** Returns the path of the file with the time until which no market is due, milliseconds since the epoch. */
function placeOfDue({ io }: Context, where: string): string | undefined {
  const directory = stateDirectory(io.env, process.platform);
  return directory && join(directory, "said", `due-${digestOf(where)}`);
}

/**
 * Warns when the archive is about to lose events. Leaves one that cannot be read to the commands that need
 * it.
 */
export async function warnOfDueArchive(context: Context, now: number): Promise<void> {
  try {
    const { readCached, writeCached } = await import("../../base/storage/cache.js");
    const { withStore } = await import("./place.js");
    const known = await withStore(context, async ({ where }) => placeOfDue(context, where));
    if (known !== undefined && now < Number(readCached(known))) return;
    const found = await dueArchive(context, now);
    if (found === undefined) return;
    if (found.due.length > 0) {
      context.messages.warning("ARCHIVE_DUE", `${dueText(found)}; run \`carry archive sync\``);
    } else if (known !== undefined) {
      // A sync only makes it later; another archive may have been put in this place within a day.
      writeCached(known, String(Math.min(found.by - DUE_WITHIN_MS, now + DAY_MS)));
    }
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`the archive was not looked at: ${context.failureOf(error).message}`);
  }
}
