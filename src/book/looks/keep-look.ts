import type { RecordedPosition } from "../../archive/sync/rows.js";
import type { Client } from "../../client/client.js";
import type { Item, Page } from "../../client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../run/context.js";

/**
 * Yields the pages of a listing, and with `record on` records them at its end, unless it lacks open
 * positions or their performance. A failure to record is a warning: the command has done what was requested.
 */
export async function* recorded(
  context: Context,
  client: Client,
  request: ListPositionsOptions,
  pages: AsyncIterable<Page<Item<Position>>>,
): AsyncGenerator<Page<Item<Position>>> {
  const recorder = await createRecorder(context, client, request);
  for await (const page of pages) {
    recorder?.add([...page.items, ...page.again]);
    yield page;
  }
  await recorder?.finish();
}

async function createRecorder(context: Context, client: Client, request: ListPositionsOptions) {
  const { statuses = ["open"], limit, cursor, where, performance, portfolioId } = request;
  const isPart = [limit, cursor, where].some((it) => it !== undefined);
  if (performance === false || isPart || !statuses.includes("open")) return undefined;
  if ((await context.setting("record")) !== true) return undefined;
  const { rowsOfPosition } = await import("../../archive/sync/rows.js");
  const latest = new Map<string, RecordedPosition>();
  return {
    add(items: readonly Item<Position>[]) {
      for (const item of items) {
        const rows = rowsOfPosition(item, portfolioId, 0);
        latest.set(rows.position.position_id, rows);
      }
    },
    async finish() {
      try {
        await record(context, client, portfolioId, [...latest.values()]);
      } catch (error) {
        context.io.signal.throwIfAborted();
        const { message } = context.failureOf(error);
        context.messages.warning("NOT_RECORDED", `the snapshot was not recorded: ${message}`);
      }
    },
  };
}

/** Records a snapshot, unless there is one of this portfolio from the last minute. */
async function record(
  context: Context,
  client: Client,
  portfolioId: string,
  positions: readonly RecordedPosition[],
): Promise<void> {
  const { archiveToWrite, createStamp, findArchive } = await import("../../archive/archive.js");
  const { originOfService, withStore } = await import("../archive.js");
  const { assertBelieved } = await import("../../base/time/doubted-clock.js");
  const { hasRecent, recordSnapshot, refuseNameless } = await import(
    "../../archive/sync/snapshot.js"
  );
  for (const position of positions) refuseNameless(position);
  return withStore(context, async (store) => {
    const origin = (await originOfService(context)) ?? "";
    assertBelieved(client);
    const found = await findArchive(store, origin);
    const archive = await archiveToWrite(store, found, origin, context.io.clock.now());
    if (await hasRecent(archive, portfolioId, client.serviceNow())) return;
    await recordSnapshot(archive, { portfolioId, positions }, createStamp(archive, client));
  });
}
