import { momentOf, standingOf } from "../../analytics/position/snapshot-position.js";
import type { ArchiveStore } from "../../archive/directory.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { inParallel } from "../../command/fetch-each.js";
import { Follower } from "../../figures/period/gaps.js";
import { Divider, type Period } from "../../figures/period/periods.js";
import { originOfService, withStore } from "./place.js";

/** Age of the look that a status is compared with, and how far from it the look may be. */
export const SINCE_MS = { ago: DAY_MS, within: 2 * HOUR_MS } as const;

interface Present {
  readonly client: Client;
  readonly positions: readonly Position[];
  readonly now: number;
}

/**
 * Compares open positions with the look of a day ago in the archive of the settings, else with the last one
 * before; those that are open no longer are asked for. Leaves an archive that cannot be read to the commands
 * that need it.
 * @param onMissing called if there is no archive
 * @returns undefined without an archive, or if portfolios have no looks of about the same time
 */
export async function sinceYesterday(
  context: Context,
  { client, positions, now }: Present,
  onMissing: () => void,
): Promise<Period | undefined> {
  try {
    const { list } = await context.portfolios();
    const found = await withStore(context, async (store) => {
      const { findArchive } = await import("../../archive/archive.js");
      if ((await findArchive(store, await originOfService(context))) === undefined) {
        onMissing();
        return undefined;
      }
      const ids = list.map(({ portfolio_id: id }) => id);
      return snapshotsNear(store, ids, now - SINCE_MS.ago);
    });
    if (found === undefined || found.at >= now) return undefined;
    const { momentOfSnapshot } = await import("./archived-looks.js");
    const looked = found.rows.map((position) => ({ position, legs: [] }));
    const ids = new Set(found.rows.map((row) => row.position_id));
    const before = momentOfSnapshot({ at: found.at, ids, positions: looked });
    const open = new Set(positions.map(({ position_id: id }) => id));
    const over = await inParallel(
      [...ids].filter((id) => !open.has(id)),
      (id) => client.positions.get(id, { signal: context.io.signal }),
    );
    context.io.signal.throwIfAborted();
    const closed = over.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
    const after = momentOf(now, [...positions, ...closed].map(standingOf));
    const [follower, divider] = [new Follower(), new Divider("look")];
    for (const look of [before, after]) {
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

/** Returns the snapshots of portfolios near an instant, or else near the oldest of them, as one. */
async function snapshotsNear(store: ArchiveStore, ids: readonly string[], instant: number) {
  const { openPositionsNear } = await import("../../archive/read/open-positions-near.js");
  const { within } = SINCE_MS;
  const read = async (time: number) => {
    const near = ids.map((id) => openPositionsNear(store, id, time, within));
    const each = (await Promise.all(near)).filter((it) => it !== undefined);
    const times = each.map(({ at }) => at);
    const [at, latest] = [Math.min(...times), Math.max(...times)];
    const isWhole = each.length === ids.length;
    return { at, rows: each.flatMap(({ rows }) => rows), isWhole, isApart: latest - at > within };
  };
  const first = await read(instant);
  const found = first.isApart ? await read(first.at) : first;
  return found.isWhole && !found.isApart ? found : undefined;
}

/** Prints once on a terminal how to begin an archive; a file in the state directory remembers that. */
export async function hintAtArchive(context: Context): Promise<void> {
  const { io, common } = context;
  if (!io.stdout.isTTY || !io.stderr.isTTY || common.quiet === true) return;
  if ((await context.setting("hints")) === false) return;
  const { SANDBOX_PROFILE } = await import("../../settings/profile-name.js");
  if ((await context.sources()).profileName === SANDBOX_PROFILE) return;
  const { stateDirectory } = await import("../../storage/places.js");
  const directory = stateDirectory(io.env, process.platform);
  if (directory === undefined) return;
  const { join } = await import("node:path");
  const { readPrivate, writePrivate } = await import("../../storage/private-file.js");
  const path = join(directory, "said", "archive");
  if (readPrivate(path) !== undefined || !writePrivate(path, "")) return;
  const { createPainter } = await import("../../output/text/paint.js");
  const paint = await createPainter((await context.outputOptions()).look.color);
  const text = "for changes since yesterday: carry profile set record on";
  await io.stderr.write(`${paint(text, "label")}\n`);
}
