import { expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { changed, type Damage, withDamage } from "../support/damaged-service.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ seed: 3, positions: 190 });

const PATHS = [
  ...["position_id", "portfolio_id", "asset", "status", "note", "opened_at", "closed_at"],
  ...["legs", "legs.0", "legs.0.side", "legs.0.market_id", "legs.0.exchange", "legs.0.symbol"],
  ...["legs.0.leverage", "legs.0.quantity", "legs.0.open_price", "legs.0.mark_price"],
  ...["legs.0.mark_price_updated_at", "legs.0.leg_id", "legs.0.close_price"],
  ...["legs.0.open_fee_paid", "legs.0.close_fee_paid", "legs.0.funding"],
  ...["legs.0.funding.calculated", "legs.0.funding.override", "performance"],
  ...["performance.funding_pnl", "performance.fees", "performance.fees.paid"],
  ...["performance.fees.estimated_exit", "performance.spread_pnl"],
  ...["performance.spread_pnl.realized", "performance.spread_pnl.unrealized"],
  ...["performance.net_pnl", "performance.duration_days", "performance.apr"],
  "performance.calculated_at",
];
const VALUES = [undefined, "flat", {}, true, null];
const changes = PATHS.flatMap((path) => VALUES.map((value) => ({ path, value })));
const damage: Damage = {
  position(it, place) {
    const change = changes[place % changes.length];
    return change && changed(it, change.path, change.value);
  },
};

it.each([
  ...["positions list", "positions list -o csv", "positions list --legs", "status -o json"],
  ...["status", "list --view risk", "list --view funding", "list --view next", "metrics"],
  ...["asset", "exchange", "pair", "portfolio"].map((by) => `list --by ${by}`),
  "report --out -",
])("is no defect of %s, and prints no NaN", async (line) => {
  const { code, stdout } = await withDamage(sandbox(), damage, (env) =>
    carry(line.split(" "), { env }),
  );
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/NaN|undefined|\[object/);
});
