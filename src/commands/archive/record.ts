import type { RecordedPosition } from "../../archive/sync/position-rows.js";
import { MINUTE_MS } from "../../base/periods.js";
import type { Client } from "../../client/client.js";
import type { Page } from "../../client/listing/page.js";
import type { Item } from "../../client/listing/pages.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";

/** Records a listing that a command fetches anyway. */
export interface Recorder {
  /** Takes a page of the listing. */
  add(items: readonly Item<Position>[]): void;
  /** Records the whole listing. A failure is a warning: the command has done what it was asked. */
  finish(client: Client): Promise<void>;
}

/**
 * Creates a recorder for `record on`.
 * @returns undefined when that is off, or the listing lacks positions or their performance
 */
export async function createRecorder(
  context: Context,
  request: ListPositionsOptions,
): Promise<Recorder | undefined> {
  const { statuses, limit, cursor, where, performance, portfolioId } = request;
  const parts = [statuses, limit, cursor, where];
  if (performance === false || parts.some((it) => it !== undefined)) return undefined;
  if ((await context.setting("record")) !== true) return undefined;
  const { rowsOfPosition } = await import("../../archive/sync/position-rows.js");
  const positions: RecordedPosition[] = [];
  return {
    add(items) {
      for (const item of items) positions.push(rowsOfPosition(item, portfolioId, 0));
    },
    async finish(client) {
      try {
        await record(context, client, portfolioId, positions.splice(0));
      } catch (error) {
        context.io.signal.throwIfAborted();
        const { message } = context.failureOf(error);
        context.messages.warning("NOT_RECORDED", `the snapshot was not recorded: ${message}`);
      }
    },
  };
}

/** Yields pages, and records them when the listing has come to its end. */
export async function* recorded(
  pages: AsyncGenerator<Page<Item<Position>>>,
  recorder: Recorder,
  client: Client,
): AsyncGenerator<Page<Item<Position>>> {
  for await (const page of pages) {
    recorder.add(page.items);
    yield page;
  }
  await recorder.finish(client);
}

/** Records a snapshot, unless there is one of this portfolio of the last minute. */
async function record(
  context: Context,
  client: Client,
  portfolioId: string,
  positions: readonly RecordedPosition[],
): Promise<void> {
  const { createArchive, newestRecorded } = await import("../../archive/archive.js");
  const { originOfService, storeOfArchive } = await import("./place.js");
  const store = await storeOfArchive(context);
  try {
    const origin = (await originOfService(context)) ?? "";
    const archive = await createArchive(store, origin, context.io.clock.now());
    const now = client.serviceNow();
    const { prefixOf } = await import("../../archive/names.js");
    const { SNAPSHOTS } = await import("../../archive/tables.js");
    const isRecent = (time: number | undefined) =>
      time !== undefined && Math.abs(now - time) < MINUTE_MS;
    if (isRecent(await newestRecorded(archive, prefixOf(SNAPSHOTS)))) {
      const { snapshotTimes } = await import("../../archive/read/recorded-snapshots.js");
      if (isRecent((await snapshotTimes(store)).get(portfolioId)?.at(-1))) return;
    }
    const { createStamp } = await import("../../archive/sync/stamp.js");
    const { recordSnapshot } = await import("../../archive/sync/snapshot.js");
    const stamp = createStamp(await newestRecorded(archive), client.serviceNow);
    await recordSnapshot(archive, { portfolioId, positions }, stamp);
  } finally {
    await store.close();
  }
}
