import { recordLook } from "../support/recording.js";
import { performance, position } from "../support/records.js";
import { scripted } from "./archive-service.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Figures of a performance, USD; the net PnL follows from them unless it is given. */
export interface Told {
  readonly funding?: number;
  readonly realized?: number;
  readonly unrealized?: number;
  readonly paid?: number;
  readonly exit?: number;
  readonly net?: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Returns a position as the service sends it. @param n number of the position */
export function told(
  n: number,
  figures: Told,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  const { funding = 0, realized = 0, unrealized = 0, paid = 0, exit = 0, at } = figures;
  const cents = Math.round((funding + realized + unrealized - paid - exit) * 100);
  return position(n, {
    performance: performance({
      funding_pnl: funding,
      fees: { paid, estimated_exit: exit },
      spread_pnl: { realized, unrealized },
      net_pnl: figures.net === undefined ? cents / 100 : figures.net,
      calculated_at: new Date(at).toISOString(),
    }),
    ...overrides,
  });
}

/** A service with scripted positions; `look` records what it sends at a moment. */
export async function past() {
  const { service, server, directory, env, archive, sync } = await scripted();
  const look = async (at: number, positions: readonly Record<string, unknown>[]) => {
    service.now = at;
    service.positions = [...positions];
    await recordLook({ env: { ...env, CARRY_ARCHIVE: directory }, clock: { now: () => at } });
  };
  return {
    ...{ service, server, directory, archive, sync, look },
    env: { ...env, CARRY_ARCHIVE: directory },
  };
}
