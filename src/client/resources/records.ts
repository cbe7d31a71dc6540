// The types of the schemas, written out so that a program with the library needs no zod. A test holds both together.

/** A tracked asset with counts of its markets and exchanges. */
export interface Asset {
  /** Asset symbol. */
  asset: string;
  /** Display name. */
  name: string;
  /** Class of the asset, for example crypto. */
  asset_class: string;
  /** Number of markets for the asset. */
  market_count: number;
  /** Number of exchanges listing the asset. */
  exchange_count: number;
  [x: string]: unknown;
}

/** A daily aggregate of settled funding (resolution `1d`); its fields are not documented. */
export interface FundingDay {
  [x: string]: unknown;
}

/** A settled funding event of a market (resolution `event`). */
export interface FundingEvent {
  /** Time of the settled funding event (ISO 8601 with offset). */
  funding_time: string;
  /** Settled rate as a decimal fraction of the notional, carried as a string; null when there is none. */
  funding_rate: string | null;
  /** Funding period of the market; its unit is not documented. */
  funding_interval: number | null;
  /** Mark price at the event, carried as a string. */
  mark_price: string | null;
  [x: string]: unknown;
}

/** A long or short holding on an exchange market, as the positions list sends it. */
export interface Leg {
  /** Side of the leg: long or short. */
  side: string;
  /** Market identifier; null when it is unknown. */
  market_id: number | null;
  /** Exchange identifier. */
  exchange: string;
  /** Market symbol on the exchange. */
  symbol: string;
  /** Leverage, as a multiple. */
  leverage: number | null;
  /** Current quantity after size adjustments, in the asset. */
  quantity: number;
  /** Price at which the leg was opened. */
  open_price: number | null;
  /** Latest available mark price for an open position. */
  mark_price: number | null;
  /** Time the mark price was last updated (ISO 8601). */
  mark_price_updated_at: string | null;
  [x: string]: unknown;
}

/** A leg in full, as the single-position endpoint sends it. */
export interface LegDetail extends Leg {
  /** Leg identifier (uuid). */
  leg_id: string;
  /** Price at which the leg was closed; null while it is open. */
  close_price: number | null;
  /** Fee paid for opening the leg; its currency is not documented. */
  open_fee_paid: number;
  /** Fee paid for closing the leg, null while it is open; its currency is not documented. */
  close_fee_paid: number | null;
  funding: {
    /** Calculated funding for the leg; its currency is not documented. */
    calculated: number;
    /** Funding set by hand, used instead of the calculated one; null when none is set. */
    override: number | null;
    [x: string]: unknown;
  };
}

/** Performance of a position. Amounts are in USD. */
export interface Performance {
  /** Funding PnL, USD. */
  funding_pnl: number;
  fees: {
    /** Fees already paid, USD. */
    paid: number;
    /** Estimated fee for exiting the active quantity, USD. */
    estimated_exit: number;
    [x: string]: unknown;
  };
  spread_pnl: {
    /** Realized spread PnL, USD. */
    realized: number;
    /** Estimated spread PnL for the active quantity, USD. */
    unrealized: number;
    [x: string]: unknown;
  };
  /** Funding PnL plus realized and estimated spread PnL, minus paid and estimated exit fees, USD; null when required inputs are unavailable. */
  net_pnl: number | null;
  /** Position duration, days. */
  duration_days: number;
  /** Annualized return, percent. */
  apr: number | null;
  /** Time the values were calculated (ISO 8601). */
  calculated_at: string;
  [x: string]: unknown;
}

/** A hedged holding in one asset, as the positions list sends it. */
export interface Position {
  /** Position identifier (uuid). */
  position_id: string;
  /** Asset symbol. */
  asset: string;
  /** Status of the position: open or closed. */
  status: string;
  /** Time the position was opened (ISO 8601). */
  opened_at: string;
  /** Time the position was closed (ISO 8601); null while it is open. */
  closed_at: string | null;
  /** Legs of the position. */
  legs: Leg[];
  /** Performance; present only when it was requested. */
  performance?: Performance | undefined;
  [x: string]: unknown;
}

/** A position in full, as the single-position endpoint sends it. */
export interface PositionDetail extends Position {
  /** Owning portfolio (uuid). */
  portfolio_id: string;
  /** Free note on the position. */
  note: string | null;
  /** Legs of the position. */
  legs: LegDetail[];
  /** Performance; not documented for this endpoint, shown when the service sends it. */
  performance?: Performance | undefined;
}
