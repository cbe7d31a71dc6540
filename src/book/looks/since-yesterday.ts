import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import { Follower } from "../../figures/period/gaps.js";
import { type Moment, momentOf, standingOf } from "../../figures/period/looks.js";
import { Divider, type Period } from "../../figures/period/periods.js";
import type { Context } from "../../run/context.js";
import { allPositions } from "../positions/every-position.js";

/** Age of the look that a status is compared with, and how far from it the look may be. */
export const SINCE_MS = { ago: DAY_MS, within: 2 * HOUR_MS } as const;

interface Present {
  readonly client: Client;
  readonly positions: readonly Position[];
  readonly now: number;
}

/**
 * Returns what lies between the look of a day ago, else the last one before, and the open positions as they
 * are now, through every look between: what `carry pnl` shows of the same time. Leaves an archive that cannot
 * be read to the commands that need it.
 * @param onMissing called if there is no archive
 * @returns undefined without an archive, or if portfolios have no looks of about the same time
 */
export async function sinceYesterday(
  context: Context,
  present: Present,
  onMissing: () => void,
): Promise<Period | undefined> {
  try {
    const { ifJoined } = await import("./archived-looks.js");
    const looks = await ifJoined(context, async ({ times, moments }) => {
      const from = timeNear(times, present.now - SINCE_MS.ago);
      const all: Moment[] = [];
      if (from === undefined) return all;
      for await (const look of moments(from, present.now - MINUTE_MS)) all.push(look);
      return all;
    });
    if (looks === undefined) onMissing();
    if (looks === undefined || looks.length === 0) return undefined;
    const last = await lookNow(context, present);
    if (last === undefined) return undefined;
    const [follower, divider] = [new Follower(), new Divider("look")];
    for (const look of [...looks, last]) {
      const gap = follower.see(look);
      if (gap !== undefined) divider.add(gap);
    }
    return divider.periods().totals;
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`the archive was not looked at: ${context.failureOf(error).message}`);
    return undefined;
  }
}

/** Returns the time nearest to an instant, or else the last one before. @param times in order */
function timeNear(times: readonly number[], instant: number): number | undefined {
  const far = (time: number) => Math.abs(time - instant);
  const near = times.filter((time) => far(time) <= SINCE_MS.within);
  return near.sort((a, b) => far(a) - far(b))[0] ?? times.findLast((time) => time < instant);
}

/**
 * Returns the present look, with the closed positions: one may have been opened and closed since. Undefined
 * where those of a portfolio could not be listed.
 */
async function lookNow(
  context: Context,
  { client, positions, now }: Present,
): Promise<Moment | undefined> {
  const closed = await allPositions(context, client, { statuses: ["closed"] });
  if (closed.lost.length > 0) return undefined;
  return momentOf(now, [...positions, ...closed.positions].map(standingOf));
}

/** Prints once on a terminal how to begin an archive; a file in the state directory remembers that. */
export async function hintAtArchive(context: Context): Promise<void> {
  const { io, common } = context;
  if (!io.stdout.isTTY || !io.stderr.isTTY || common.quiet === true) return;
  if ((await context.setting("hints")) === false) return;
  const { SANDBOX_PROFILE } = await import("../../run/settings/profile-name.js");
  if ((await context.sources()).profileName === SANDBOX_PROFILE) return;
  const { stateDirectory } = await import("../../base/storage/places.js");
  const directory = stateDirectory(io.env, process.platform);
  if (directory === undefined) return;
  const { join } = await import("node:path");
  const { readCached, writeCached } = await import("../../base/storage/cache.js");
  const path = join(directory, "said", "archive");
  if (readCached(path) !== undefined || !writeCached(path, "")) return;
  const { createPainter } = await import("../../output/text/paint.js");
  const paint = await createPainter((await context.outputOptions()).look.color);
  const text = "for changes since yesterday: carry profile set record on";
  await io.stderr.write(`${paint(text, "label")}\n`);
}
