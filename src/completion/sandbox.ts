import { parseMoment } from "../base/moment.js";
import { assets, listMarkets } from "../sandbox/catalog.js";
import { outlinePositions } from "../sandbox/outline.js";
import { SCENARIO_NAMES } from "../sandbox/scenarios.js";
import type { Knowledge, Place } from "./place.js";

/** Returns the data that a command with `--profile sandbox` would list, without its server. */
export function knownSandbox({ env, now }: Pick<Place, "env" | "now">): Knowledge {
  return {
    assets: () =>
      assets.map(({ symbol, name, assetClass }) => ({ asset: symbol, name, assetClass })),
    markets: () =>
      listMarkets().map(({ id, symbol, exchange }) => ({ id: String(id), symbol, exchange })),
    positions: () => {
      const start = parseMoment(env.CARRY_SANDBOX_AT ?? "", now) ?? now;
      return outlinePositions(start, scenariosIn(env.CARRY_SANDBOX_SCENARIO));
    },
  };
}

/** Parses the scenarios; ignores unknown names, which the command reports. */
function scenariosIn(text = ""): ReadonlySet<(typeof SCENARIO_NAMES)[number]> {
  const named = text.split(",").map((part) => part.trim());
  return new Set(SCENARIO_NAMES.filter((name) => named.includes(name)));
}
