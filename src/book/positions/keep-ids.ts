import type { Item } from "../../client/listing/item-pages.js";
import type { Page } from "../../client/listing/page.js";
import type { Position } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/words.js";
import { pairOf } from "../../figures/engine/position/legs.js";
import type { KnownPosition } from "../../run/completion-model.js";
import type { Context } from "../../run/context.js";
import { forgetIds, MOST_IDS, rememberIds } from "../../run/known-ids.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";

/**
 * Yields pages unchanged and stores their ids for completion when the listing ends or fails. With
 * `completion-ids off` it removes the stored ids of the profile instead. Ids of the sandbox are not
 * stored, since they follow from the time.
 */
export async function* keepIds(
  context: Context,
  pages: AsyncIterable<Page<Item<Position>>>,
  portfolio: string,
): AsyncGenerator<Page<Item<Position>>> {
  const isOn = await context.setting("completion-ids");
  const { profileName = "" } = await context.sources();
  const place = { env: context.io.env, platform: process.platform, profile: profileName };
  const known: KnownPosition[] = [];
  let hasPage = false;
  try {
    for await (const page of pages) {
      hasPage = true;
      for (const { value } of page.items.slice(0, MOST_IDS - known.length)) {
        const { position_id: id, asset, status, legs } = value;
        const exchanges = pairOf(legs);
        if (context.io.secrets.isIn(asset + exchanges) || !isStatus(status)) continue;
        known.push({ id, asset, status, exchanges });
      }
      yield page;
    }
  } finally {
    if (isOn === false) forgetIds(place);
    else if (hasPage && profileName !== SANDBOX_PROFILE)
      rememberIds({ ...place, portfolio }, known);
  }
}
