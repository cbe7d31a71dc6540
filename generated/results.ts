// Generated from the records of the features by `npm run reference`. Do not edit.
// What each field is: `carry schema` and `carry explain`.

/** A figure with what it rests on, as far as that applies. */
export interface Measure {
  /** Exact value; null if unknown. */
  readonly value: number | null;
  /** Unit of the value. */
  readonly unit: "usd" | "usd_per_day" | "price" | "percent" | "percent_per_year" | "points" | "days" | "daily_sd" | "fraction";
  /** What a percentage is of. */
  readonly base?: "notional" | "margin" | "service_capital" | undefined;
  /** Whether the value is a bound; absent if it is exact. */
  readonly bound?: "at_least" | "at_most" | undefined;
  /** Standard error of the value, in its unit; absent if unknown. */
  readonly se?: number | undefined;
  /** Number of independent periods of se. */
  readonly n_eff?: number | undefined;
  /** Time of the value, that of its oldest part (ISO 8601); absent if a part has no time. */
  readonly as_of?: string | undefined;
  /** Number of positions with the figure. */
  readonly counted?: number | undefined;
  /** Number of positions. */
  readonly of?: number | undefined;
  /** Hours covered by the data. */
  readonly covered_hours?: number | undefined;
  /** Of a total: least hours covered of a part; covered_hours is the median. */
  readonly covered_hours_least?: number | undefined;
  /** Hours to be covered. */
  readonly wanted_hours?: number | undefined;
  /** Why the value is null; absent if it is known, or if no single cause is. */
  readonly unknown?: "market_unknown" | "funding_unknown" | "events_missing" | "events_conflicting" | "too_few_settlements" | "not_settled" | "not_paid" | "side_missing" | "mark_missing" | "too_few_instants" | "not_reachable" | "performance_missing" | undefined;
  /** Whether a part of it is out of date; absent if that is unknown. */
  readonly stale?: boolean | undefined;
  /** Whether a mark price or a performance that it rests on has no time. */
  readonly age_unknown?: boolean | undefined;
  /** Whether it is an estimate. */
  readonly about?: boolean | undefined;
}

/** A sum over several things. */
export interface Sum extends Measure {
  /** Number of positions with the figure. */
  readonly counted: number;
  /** Number of positions. */
  readonly of: number;
  /** Number of the counted of which a leg may be closed and could not be checked. */
  readonly unchecked?: number | undefined;
  /** If some positions lack the figure: share of the others in the gross notional, percent. */
  readonly gross_share?: number | undefined;
  /** Whether an open price replaces a missing mark price. */
  readonly gross_share_about?: boolean | undefined;
}

/** A number with its unit. */
export interface Quantity<U> {
  readonly value: number;
  readonly unit: U;
}

/** `carry status -o json`. */
export interface StatusResult {
  /** Time at which the oldest performance was calculated (ISO 8601); null if unknown. */
  readonly as_of: string | null;
  /** Time of the service (ISO 8601). */
  readonly service_time: string;
  /** The limits in effect, as accepted by the options. */
  readonly inputs: {
    /** --imbalance. */
    readonly imbalance: Quantity<"percent">;
    /** --loss. */
    readonly loss: {
      /** Amount. */
      readonly value: number;
      /** Unit of the value. */
      readonly unit: "usd" | "percent";
      /** What a percentage is of; absent for USD. */
      readonly base?: "notional" | undefined;
    };
    /** --paying, a day. */
    readonly paying: {
      /** Amount. */
      readonly value: number;
      /** Unit of the value. */
      readonly unit: "usd" | "percent";
      /** What a percentage is of; absent for USD. */
      readonly base?: "notional" | undefined;
    };
    /** --margin. */
    readonly margin: Quantity<"percent" | "sd">;
    /** --stale. */
    readonly stale: Quantity<"seconds">;
    /** --stale-performance. */
    readonly stale_performance: Quantity<"seconds">;
    /** --ignore. */
    readonly ignore: readonly string[];
    /** --new: reasons that were reported before are left out. */
    readonly new?: true | undefined;
    /** --net. */
    readonly net: boolean;
  };
  /** What changed since the archive's snapshot of a day ago, or of the last one before; absent without one. */
  readonly since?: {
    /** Time of the snapshot (ISO 8601). */
    readonly as_of: string;
    /** Change of the net PnL since, USD; a closed one keeps its figures. Formula: carry explain net_pnl. */
    readonly net_pnl: Measure;
    /** Positions opened since. */
    readonly opened: readonly {
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
    }[];
    /** Positions that were open then and are no longer listed. */
    readonly closed: readonly {
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
    }[];
  } | undefined;
  /** Number of open positions. */
  readonly open_positions: number;
  /** Totals of the open positions. */
  readonly totals: {
    /** What the open positions together are paid now. */
    readonly now: {
      /** Funding per day at the current size, USD per day. Formula: carry explain run_24h. */
      readonly run_24h: Measure;
      /** Funding per day at the current size, USD per day. Formula: carry explain run_7d. */
      readonly run_7d: Measure;
      /** Funding per day at the current size, USD per day. Formula: carry explain run_30d. */
      readonly run_30d: Measure;
      /** Funding per day over 7 days × 365 in percent of N, the notional of the larger side. Formula: carry explain now_apr. */
      readonly now_apr: Measure & {
        /** N of the positions that it is over, USD. */
        readonly notional: number | null;
      };
    };
    /** Sum of the held legs' notionals at mark, USD. Formula: carry explain gross_notional. */
    readonly gross_notional: Sum;
    /** Notional of the long legs minus that of the short ones, USD. Formula: carry explain net_notional. */
    readonly net_notional: Sum;
    /** Sum of the absolute values held on one side only, USD. Formula: carry explain unhedged_notional. */
    readonly unhedged_notional: Sum;
    /** Funding PnL of the positions with a net PnL, USD. Formula: carry explain funding_pnl. */
    readonly funding_pnl: Sum;
    /** Fees paid and estimated exit fees of the same positions, USD. Formula: carry explain fees. */
    readonly fees: Sum;
    /** Fees paid of the same positions, USD. Formula: carry explain fees_paid. */
    readonly fees_paid: Sum;
    /** Estimated exit fees of the same positions, USD. Formula: carry explain fees_estimated_exit. */
    readonly fees_estimated_exit: Sum;
    /** Realized and unrealized price PnL of the same positions, USD. Formula: carry explain spread_pnl. */
    readonly spread_pnl: Sum;
    /** Net PnL, USD: funding + price PnL - fees of the same positions. Formula: carry explain net_pnl. */
    readonly net_pnl: Sum;
    /** APR since opening, percent per year of its capital. Formula: carry explain apr. */
    readonly apr: Sum & {
      /** Capital of the APR on an average day, USD. */
      readonly capital?: number | null | undefined;
      /** Number of positions whose capital is estimated. */
      readonly estimated?: number | undefined;
    };
    /** What the positions of an asset leave unhedged together, the largest amount first. */
    readonly unhedged_by_asset: readonly {
      /** Asset symbol. */
      readonly asset: string;
      /** Positions that are longer than short. */
      readonly long_positions: readonly string[];
      /** Positions that are shorter. */
      readonly short_positions: readonly string[];
      /** What the former are longer, in the smallest contract. */
      readonly long_quantity: number;
      /** What the latter are shorter. */
      readonly short_quantity: number;
      /** The difference. */
      readonly net_quantity: number;
      /** Net quantity at the mean mark of the larger side, USD; signed. Formula: carry explain unhedged. */
      readonly unhedged: Sum;
    }[];
    /** Positions that are in no sum of the net PnL, with what is known of them; absent if there are none. */
    readonly left_out?: {
      /** Number of positions. */
      readonly positions: number;
      /** Realized price PnL, USD. Formula: carry explain realized. */
      readonly realized: Measure;
      /** Funding PnL, USD. Formula: carry explain funding_pnl. */
      readonly funding_pnl: Measure;
      /** Fees paid and estimated exit fees, USD. Formula: carry explain fees. */
      readonly fees: Measure;
      /** Their share of the gross notional of all positions, percent. */
      readonly gross_share: number | null;
      /** Whether an open price replaces a missing mark price. */
      readonly gross_share_about?: boolean | undefined;
    } | undefined;
    /** Current funding of the open positions. */
    readonly funding_run: {
      /** Funding settled in the window since the opening, USD. Formula: carry explain run_24h. */
      readonly run_24h: Measure & {
        /** Funding per day at the current size, including the time before the opening. Formula: carry explain per_day. */
        readonly per_day: Measure;
        /** Number of counted positions opened within the window. */
        readonly younger: number;
      };
      /** Funding settled in the window since the opening, USD. Formula: carry explain run_7d. */
      readonly run_7d: Measure & {
        /** Funding per day at the current size, including the time before the opening. Formula: carry explain per_day. */
        readonly per_day: Measure;
        /** Number of counted positions opened within the window. */
        readonly younger: number;
      };
      /** Funding settled in the window since the opening, USD. Formula: carry explain run_30d. */
      readonly run_30d: Measure & {
        /** Funding per day at the current size, including the time before the opening. Formula: carry explain per_day. */
        readonly per_day: Measure;
        /** Number of counted positions opened within the window. */
        readonly younger: number;
      };
    };
  };
  /** The portfolios, each with its totals. */
  readonly portfolios: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** The same totals of it alone. */
    readonly totals: StatusResult["totals"];
  })[];
  /** Positions excluded from the sums of the net PnL, with their known figures. */
  readonly not_in_net_pnl: readonly ({
    /** Position identifier (uuid). */
    readonly position_id: string;
    /** Asset symbol. */
    readonly asset: string;
    /** Funding PnL, USD. */
    readonly funding_pnl: number | null;
    /** Fees paid and estimated exit fees, USD. */
    readonly fees: number | null;
    /** Why. */
    readonly reason: "mark_missing" | "net_pnl_missing" | "performance_missing";
  })[];
  /** Positions that need attention, and all of them together, worst first. */
  readonly attention: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid); null for all open positions together. */
    readonly position_id: string | null;
    /** Asset symbol. */
    readonly asset: string | null;
    /** Time it was opened (ISO 8601). */
    readonly opened_at: string | null;
    /** Net PnL, USD. */
    readonly net_pnl: number | null;
    /** critical can hurt today, warning costs money, info is data. */
    readonly severity: "info" | "warning" | "critical";
    /** Amount at stake; null if unknown. Formula: carry explain at_stake. */
    readonly at_stake: Measure;
    /** Reasons, most serious first. */
    readonly reasons: readonly ({
      /** Rule: carry explain <code>. */
      readonly code: "unbalanced" | "margin_thin" | "losing" | "paying" | "fees_unearned" | "book_paying" | "legs_missing" | "quantity_negative" | "mark_missing" | "net_pnl_unavailable" | "performance_stale" | "mark_stale";
      /** critical can hurt today, warning costs money, info is data. */
      readonly severity: "info" | "warning" | "critical";
      /** Amount at stake; null if unknown. Formula: carry explain at_stake. */
      readonly at_stake: Measure;
      /** The reason in words. */
      readonly text: string;
      /** unbalanced: percent of the larger side. */
      readonly imbalance?: number | undefined;
      /** unbalanced: long minus short, in the asset. */
      readonly net_quantity?: number | undefined;
      /** unbalanced: net quantity at the mean mark of the larger side, USD. */
      readonly unhedged_notional?: number | null | undefined;
      /** margin_thin: price move until the initial margin is lost, percent. */
      readonly distance?: number | undefined;
      /** margin_thin: the same in standard deviations of a day's change. */
      readonly distance_sd?: number | undefined;
      /** losing: funding and price PnL, USD. */
      readonly amount?: number | undefined;
      /** `paying`: funding of the last day, USD. */
      readonly funding?: number | undefined;
      /** fees_unearned: funding per day over 7 days, USD. */
      readonly per_day?: number | undefined;
      /** performance_stale, mark_stale: age; negative if it is in the future. */
      readonly age_seconds?: number | undefined;
      /** unreadable: the fields that could not be read. */
      readonly fields?: readonly string[] | undefined;
      /** The legs concerned, if not all. */
      readonly legs?: readonly ({
        /** Side of the leg: long or short. */
        readonly side: string;
        /** Exchange identifier. */
        readonly exchange: string;
        /** Market symbol on the exchange. */
        readonly symbol: string;
        /** Market identifier. */
        readonly market_id: number | null;
        /** Time the mark price was last updated (ISO 8601). */
        readonly mark_price_updated_at: string | null;
      })[] | undefined;
      /** `paying`, `funding_unknown`: the funding judged. Formula: carry explain funding_run. */
      readonly funding_run?: Measure | undefined;
      /** not_settled: time of the next settlement (ISO 8601). */
      readonly next?: string | undefined;
    })[];
  })[];
  /** Positions of which a reason is unknown; they may also be in attention. */
  readonly not_judged: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid); null for all open positions together. */
    readonly position_id: string | null;
    /** Asset symbol. */
    readonly asset: string | null;
    /** Time it was opened (ISO 8601). */
    readonly opened_at: string | null;
    /** Net PnL, USD. */
    readonly net_pnl: number | null;
    /** critical can hurt today, warning costs money, info is data. */
    readonly severity: "info" | "warning" | "critical";
    /** Amount at stake; null if unknown. Formula: carry explain at_stake. */
    readonly at_stake: Measure;
    /** Reasons, most serious first. */
    readonly reasons: readonly ({
      /** Rule: carry explain <code>. */
      readonly code: "unreadable" | "funding_unknown" | "not_settled" | "market_unknown" | "margin_unknown" | "legs_unchecked";
      /** critical can hurt today, warning costs money, info is data. */
      readonly severity: "info" | "warning" | "critical";
      /** Amount at stake; null if unknown. Formula: carry explain at_stake. */
      readonly at_stake: Measure;
      /** The reason in words. */
      readonly text: string;
      /** unbalanced: percent of the larger side. */
      readonly imbalance?: number | undefined;
      /** unbalanced: long minus short, in the asset. */
      readonly net_quantity?: number | undefined;
      /** unbalanced: net quantity at the mean mark of the larger side, USD. */
      readonly unhedged_notional?: number | null | undefined;
      /** margin_thin: price move until the initial margin is lost, percent. */
      readonly distance?: number | undefined;
      /** margin_thin: the same in standard deviations of a day's change. */
      readonly distance_sd?: number | undefined;
      /** losing: funding and price PnL, USD. */
      readonly amount?: number | undefined;
      /** `paying`: funding of the last day, USD. */
      readonly funding?: number | undefined;
      /** fees_unearned: funding per day over 7 days, USD. */
      readonly per_day?: number | undefined;
      /** performance_stale, mark_stale: age; negative if it is in the future. */
      readonly age_seconds?: number | undefined;
      /** unreadable: the fields that could not be read. */
      readonly fields?: readonly string[] | undefined;
      /** The legs concerned, if not all. */
      readonly legs?: readonly ({
        /** Side of the leg: long or short. */
        readonly side: string;
        /** Exchange identifier. */
        readonly exchange: string;
        /** Market symbol on the exchange. */
        readonly symbol: string;
        /** Market identifier. */
        readonly market_id: number | null;
        /** Time the mark price was last updated (ISO 8601). */
        readonly mark_price_updated_at: string | null;
      })[] | undefined;
      /** `paying`, `funding_unknown`: the funding judged. Formula: carry explain funding_run. */
      readonly funding_run?: Measure | undefined;
      /** not_settled: time of the next settlement (ISO 8601). */
      readonly next?: string | undefined;
    })[];
  })[];
  /** Positions with a loss due to fees only, which funding is earning. */
  readonly fees_not_earned: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid); null for all open positions together. */
    readonly position_id: string | null;
    /** Asset symbol. */
    readonly asset: string | null;
    /** Time it was opened (ISO 8601). */
    readonly opened_at: string | null;
    /** Net PnL, USD. */
    readonly net_pnl: number | null;
    /** Days until the fees are earned at the funding of the last 7 days. Formula: carry explain days. */
    readonly days: Measure;
  })[];
  /** Number of positions with a leg without leverage, whose margin is unknown. */
  readonly without_leverage: number;
  /** Number of reasons excluded by --ignore. */
  readonly ignored: number;
}

/** `carry positions outlook -o json`. */
export interface OutlookResult {
  /** What the figures rest on. */
  readonly inputs: {
    /** Ids or prefixes typed. */
    readonly ids: readonly string[];
    /** --archive; null without it. */
    readonly archive: string | null;
    /** Which positions are looked at. */
    readonly filters: {
      /** --asset; empty without it. */
      readonly asset: readonly string[];
      /** --exchange; empty without it. */
      readonly exchange: readonly string[];
    };
    /** --stale. */
    readonly stale: Quantity<"seconds">;
    /** Time of the service (ISO 8601). */
    readonly service_time: string;
  };
  /** One item per position, what costs most a day over 7 days first, unknown ones last. */
  readonly rows: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid). */
    readonly position_id: string;
    /** Asset symbol. */
    readonly asset: string;
    /** Status of the position: open or closed. */
    readonly status: string;
    /** Time it was opened (ISO 8601). */
    readonly opened_at: string;
    /** The long side. */
    readonly long: {
      /** Exchanges of its legs, joined by +; null without one. */
      readonly exchange: string | null;
    };
    /** The short side. */
    readonly short: {
      /** Exchanges of its legs, joined by +; null without one. */
      readonly exchange: string | null;
    };
    /** False if a leg may be closed and the full position could not be fetched. */
    readonly legs_checked: boolean;
    /** How the funding has changed; null if unknown. */
    readonly state: "turned" | "costing" | "slipping" | "fading" | "recovering" | "improving" | "steady" | "flat" | null;
    /** Why the state is unknown; absent if it is known. */
    readonly unknown?: {
      /** Kind of the reason. */
      readonly code: "closed" | "legs_missing" | "quantity_negative" | "unreadable" | "market_unknown" | "funding_unknown" | "month_unknown";
      /** The reason in words. */
      readonly text: string;
    } | undefined;
    /** Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg. Formula: carry explain run_24h. */
    readonly run_24h: Measure & {
      /** Whether the position was opened within the window, so that earlier events count. */
      readonly opened_within: boolean;
    };
    /** Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg. Formula: carry explain run_3d. */
    readonly run_3d: Measure & {
      /** Whether the position was opened within the window, so that earlier events count. */
      readonly opened_within: boolean;
    };
    /** Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg. Formula: carry explain run_7d. */
    readonly run_7d: Measure & {
      /** Whether the position was opened within the window, so that earlier events count. */
      readonly opened_within: boolean;
    };
    /** Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg. Formula: carry explain run_30d. */
    readonly run_30d: Measure & {
      /** Whether the position was opened within the window, so that earlier events count. */
      readonly opened_within: boolean;
    };
    /** Correlation of the funding of 24 hours with that of the 24 hours before, over 30 days; null if unknown or if all are equal. */
    readonly persistence: number | null;
    /** Share of the last 30 times 24 hours that paid, percent; counted and of are such days. Formula: carry explain days_above_zero. */
    readonly days_above_zero: Measure;
    /** Least funding of 7 consecutive days of the last 30, USD; counted and of are overlapping windows. Formula: carry explain worst_week. */
    readonly worst_week: Measure & {
      /** Number of counted windows that do not overlap. */
      readonly independent: number;
      /** End of the worst 7 days (ISO 8601). */
      readonly until?: string | undefined;
    };
    /** Estimated fees of leaving, USD. Formula: carry explain fees_estimated_exit. */
    readonly fees_estimated_exit: Measure;
    /** Move of the basis that takes a week's funding, percentage points; null unless the last 7 days paid. Formula: carry explain eaten_by_basis. */
    readonly eaten_by_basis: Measure & {
      /** The same in standard deviations of the changes of the basis within a day. */
      readonly in_daily_sd: number | null;
    };
    /** Basis of the pair over the last 30 days. */
    readonly basis: {
      /** Short over long, percent: at fresh mark prices of what is held, else at the last common settlement. Formula: carry explain now. */
      readonly now: Measure;
      /** Mean of the instants, percent. Formula: carry explain mean. */
      readonly mean: Measure;
      /** Share of the instants at or below it, percent. Formula: carry explain percentile. */
      readonly percentile: Measure;
      /** Standard deviation of its changes within a day, points. Formula: carry explain daily_sd. */
      readonly daily_sd: Measure;
      /** Time in which half of a deviation is gone, days. Formula: carry explain half_life. */
      readonly half_life: Measure;
      /** Greatest rise within 7 days, points: against the holder. Formula: carry explain worst_week. */
      readonly worst_week: Measure;
      /** Instants of 30 days at which both settled with a mark price; under 20 nothing is known. */
      readonly instants: number;
    };
  })[];
  /** Sums over the positions. */
  readonly totals: {
    /** Number of positions. */
    readonly positions: number;
    /** Number of positions in each state. */
    readonly states: {
      /** Number of positions: turned. */
      readonly turned: number;
      /** Number of positions: costing. */
      readonly costing: number;
      /** Number of positions: slipping. */
      readonly slipping: number;
      /** Number of positions: fading. */
      readonly fading: number;
      /** Number of positions: recovering. */
      readonly recovering: number;
      /** Number of positions: improving. */
      readonly improving: number;
      /** Number of positions: steady. */
      readonly steady: number;
      /** Number of positions: flat. */
      readonly flat: number;
      /** Number of positions: unknown. */
      readonly unknown: number;
    };
    /** Funding of the positions a day, USD. Formula: carry explain run_24h. */
    readonly run_24h: Sum;
    /** Funding of the positions a day, USD. Formula: carry explain run_3d. */
    readonly run_3d: Sum;
    /** Funding of the positions a day, USD. Formula: carry explain run_7d. */
    readonly run_7d: Sum;
    /** Funding of the positions a day, USD. Formula: carry explain run_30d. */
    readonly run_30d: Sum;
    /** Sum of the estimated fees of leaving, USD. Formula: carry explain fees_estimated_exit. */
    readonly fees_estimated_exit: Sum;
  };
  /** The portfolios, each with its totals. */
  readonly portfolios: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** The same totals of it alone. */
    readonly totals: OutlookResult["totals"];
  })[];
}

/** `carry positions risk -o json`. */
export interface RiskResult {
  /** What the figures rest on. */
  readonly inputs: {
    /** --margin. */
    readonly margin: Quantity<"percent" | "sd">;
    /** Which positions are looked at. */
    readonly filters: {
      /** --asset; empty without it. */
      readonly asset: readonly string[];
      /** --exchange; empty without it. */
      readonly exchange: readonly string[];
    };
    /** --stale. */
    readonly stale: Quantity<"seconds">;
    /** --net. */
    readonly net: boolean;
    /** --stress. */
    readonly stress: readonly string[];
    /** Time of the service (ISO 8601). */
    readonly service_time: string;
  };
  /** Held legs: low margins first, then by distance, unknown ones last. */
  readonly rows: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid). */
    readonly position_id: string;
    /** Asset symbol. */
    readonly asset: string;
    /** Side of the leg: long or short. */
    readonly side: string;
    /** Exchange identifier. */
    readonly exchange: string;
    /** Market symbol on the exchange. */
    readonly symbol: string;
    /** Market identifier. */
    readonly market_id: number | null;
    /** False if a leg may be closed and the full position could not be fetched. */
    readonly legs_checked: boolean;
    /** Held quantity, in the asset. */
    readonly quantity: number;
    /** Leverage, as a multiple. */
    readonly leverage: number | null;
    /** Price at which the leg was opened. */
    readonly open_price: number | null;
    /** Latest mark price. */
    readonly mark_price: number | null;
    /** Time the mark price was last updated (ISO 8601). */
    readonly mark_price_updated_at: string | null;
    /** Notional at mark, USD. Formula: carry explain notional. */
    readonly notional: Measure;
    /** Initial margin at mark: notional ÷ leverage, USD. Formula: carry explain margin. */
    readonly margin: Measure;
    /** Price at which the initial margin is lost, isolated. Formula: carry explain bankruptcy_price. */
    readonly bankruptcy_price: Measure;
    /** Price move against the leg until then, percent; null if not reachable. Formula: carry explain distance. */
    readonly distance: Measure;
    /** The same in standard deviations of the mark's changes within a day. Formula: carry explain distance_sd. */
    readonly distance_sd: Measure;
    /** Part of the initial margin that is left, percent. Formula: carry explain left. */
    readonly left: Measure;
    /** Whether the margin is low; null if unknown. */
    readonly thin: boolean | null;
    /** Why the margin is unknown; absent if it is known. */
    readonly unknown?: {
      /** Kind of the reason. */
      readonly code: "past" | "mark_missing" | "mark_old" | "mark_undated" | "price" | "no_leverage" | "unreadable" | "quantity_negative";
      /** The reason in words. */
      readonly text: string;
    } | undefined;
  })[];
  /** Every position, the largest unhedged amount first; unknown and unchecked ones before. */
  readonly unhedged: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** Position identifier (uuid). */
    readonly position_id: string;
    /** Asset symbol. */
    readonly asset: string;
    /** Net quantity at the mean mark of the larger side, USD; signed. Formula: carry explain unhedged. */
    readonly unhedged: Measure;
    /** Long minus short, in the smallest contract of the asset. */
    readonly net_quantity: number | null;
    /** Net quantity, percent of the larger side. Formula: carry explain imbalance. */
    readonly imbalance: Measure;
    /** Net PnL in percent of the initial margin of the held legs. Formula: carry explain return_on_margin. */
    readonly return_on_margin: Measure & {
      /** Initial margin of the held legs at mark, USD; null if one is unknown. */
      readonly margin: number | null;
    };
    /** Side that holds nothing. */
    readonly missing_side: "long" | "short" | null;
    /** Contract multiples, if the legs have different ones. */
    readonly contracts?: string | undefined;
    /** False if a leg may be closed and the full position could not be fetched. */
    readonly legs_checked: boolean;
    /** Why the amount is unknown; absent if it is not. */
    readonly unknown?: {
      /** Kind of the reason. */
      readonly code: "quantity_negative" | "unreadable" | "mark_missing" | "price";
      /** The reason in words. */
      readonly text: string;
    } | undefined;
  })[];
  /** The stresses. */
  readonly stress: readonly ({
    /** The stress, as accepted by --stress. */
    readonly stress: string;
    /** Kind of the stress. */
    readonly kind: "price" | "basis" | "funding" | "down";
    /** What it is, and what it leaves out. */
    readonly text: string;
    /** Gain or loss under the stress, USD. Formula: carry explain gain. */
    readonly gain?: Sum | undefined;
    /** down: sum of what is unhedged on the other exchanges in absolute values, USD, of the positions with a leg there. Formula: carry explain unhedged_elsewhere. */
    readonly unhedged_elsewhere?: Sum | undefined;
    /** down: gross notional held on the exchange, USD. Formula: carry explain held_there. */
    readonly held_there?: Sum | undefined;
    /** price: positions of which the bankruptcy price of a leg lies within the move. */
    readonly bankrupt?: readonly ({
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
      /** Legs whose bankruptcy price lies within the move. */
      readonly legs: readonly ({
        /** Side of the leg: long or short. */
        readonly side: string;
        /** Exchange identifier. */
        readonly exchange: string;
        /** Market symbol on the exchange. */
        readonly symbol: string;
        /** Market identifier. */
        readonly market_id: number | null;
      })[];
      /** What is unhedged without them at the moved price, USD; signed. Formula: carry explain unhedged. */
      readonly unhedged: Measure;
    })[] | undefined;
    /** price: sum of what is unhedged without these legs at the moved price, in absolute values, USD. Formula: carry explain unhedged_after. */
    readonly unhedged_after?: Sum | undefined;
  })[];
  /** Sums over the positions. */
  readonly totals: {
    /** Number of positions. */
    readonly positions: number;
    /** Number of held legs. */
    readonly legs: number;
    /** Number of legs with a low margin. */
    readonly thin: number;
    /** Number of legs whose margin is unknown, without those of no leverage. */
    readonly unknown: number;
    /** Number of legs without leverage. */
    readonly without_leverage: number;
    /** Sum of the held legs' notionals at mark, USD. Formula: carry explain gross_notional. */
    readonly gross_notional: Sum;
    /** Notional of the long legs minus that of the short ones, USD. Formula: carry explain net_notional. */
    readonly net_notional: Sum;
    /** Sum of the absolute values held on one side only, USD. Formula: carry explain unhedged_notional. */
    readonly unhedged_notional: Sum;
    /** What the positions of an asset leave unhedged together, the largest amount first. */
    readonly unhedged_by_asset: readonly {
      /** Asset symbol. */
      readonly asset: string;
      /** Positions that are longer than short. */
      readonly long_positions: readonly string[];
      /** Positions that are shorter. */
      readonly short_positions: readonly string[];
      /** What the former are longer, in the smallest contract. */
      readonly long_quantity: number;
      /** What the latter are shorter. */
      readonly short_quantity: number;
      /** The difference. */
      readonly net_quantity: number;
      /** Net quantity at the mean mark of the larger side, USD; signed. Formula: carry explain unhedged. */
      readonly unhedged: Sum;
    }[];
    /** Initial margin at mark, USD; counted and of are legs. Formula: carry explain margin. */
    readonly margin: Sum;
    /** Net PnL in percent of the initial margin of the held legs. Formula: carry explain return_on_margin. */
    readonly return_on_margin: Measure & {
      /** Initial margin of the held legs at mark, USD; null if one is unknown. */
      readonly margin: number | null;
    };
    /** Number of positions of which a leg may be closed and could not be checked. */
    readonly legs_unchecked: number;
  };
  /** The portfolios, each with its totals. */
  readonly portfolios: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** The same totals of it alone. */
    readonly totals: RiskResult["totals"];
  })[];
}

/** `carry positions pnl -o json`. */
export interface PnlResult {
  /** The first snapshot (ISO 8601). */
  readonly from: string;
  /** The last snapshot (ISO 8601). */
  readonly to: string;
  /** The options as typed; `by` with its default. */
  readonly inputs: {
    /** --by. */
    readonly by: "snapshot" | "day" | "week" | "month" | "asset" | "pair" | "position" | "portfolio";
    /** --start. */
    readonly start?: string | undefined;
    /** --end. */
    readonly end?: string | undefined;
    /** Which positions are looked at. */
    readonly filters: {
      /** --asset; empty without it. */
      readonly asset: readonly string[];
      /** --exchange; empty without it. */
      readonly exchange: readonly string[];
    };
  };
  /** By time in its order, else the largest net PnL first. */
  readonly rows: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** By position: its identifier (uuid). */
    readonly position_id?: string | undefined;
    /** By position: asset symbol. */
    readonly asset?: string | undefined;
    /** --by. */
    readonly by: "day" | "week" | "month" | "asset" | "pair" | "position" | "portfolio";
    /** The UTC day (2026-05-31), week (2026-W22) or month (2026-05), or two of them when joined; the asset, the exchanges of the long and the short legs, the position identifier, or the portfolio. */
    readonly group: string;
    /** The snapshot at its beginning (ISO 8601). */
    readonly from: string;
    /** The snapshot at its end (ISO 8601). */
    readonly to: string;
    /** By time: how many are joined. */
    readonly units?: number | undefined;
    /** By time: whether it is only a part of one. */
    readonly part?: boolean | undefined;
    /** Change of the funding PnL, USD. Formula: carry explain funding_pnl. */
    readonly funding_pnl: Measure;
    /** Change of the realized price PnL, USD. Formula: carry explain spread_realized. */
    readonly spread_realized: Measure;
    /** Change of the unrealized price PnL, USD. Formula: carry explain spread_unrealized. */
    readonly spread_unrealized: Measure;
    /** Change of the fees paid, USD. Formula: carry explain fees_paid. */
    readonly fees_paid: Measure;
    /** Change of the estimated exit fees, USD. Formula: carry explain fees_estimated_exit. */
    readonly fees_estimated_exit: Measure;
    /** Change of the net PnL, USD: funding + realized + unrealized - fees paid - exit fees + residual. Formula: carry explain net_pnl. */
    readonly net_pnl: Measure;
    /** Of the price PnL: net quantity at the beginning × change of the mean mark of the larger side, USD. Formula: carry explain delta. */
    readonly delta: Measure;
    /** Of the price PnL: the rest, realized and resizes included, USD. Formula: carry explain basis. */
    readonly basis: Measure;
    /** What the parts do not explain of it, USD. Formula: carry explain residual. */
    readonly residual: Measure;
    /** Net PnL in percent of the notional of the larger sides on average over the time. Formula: carry explain return_on_notional. */
    readonly return_on_notional: Measure & {
      /** Notional of the larger sides on average over the time, USD. */
      readonly notional: number | null;
    };
    /** Funding that settled events explain at the recorded sizes, USD; counted and of are positions. Formula: carry explain expected_funding. */
    readonly expected_funding: Measure;
    /** Realized minus expected funding of the positions whose expected funding is known, USD. Formula: carry explain funding_difference. */
    readonly funding_difference: Measure;
    /** Positions whose expected funding is unknown. */
    readonly expected_unknown: readonly ({
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
      /** Why: carry explain <code>. */
      readonly reason: "legs_unchecked" | "quantity_negative" | "unreadable" | "market_unknown" | "funding_unknown" | "events_missing" | "event_unknown" | "size_unknown";
      /** The leg concerned; absent for a reason of the position. */
      readonly leg?: {
        /** Side of the leg: long or short. */
        readonly side: string;
        /** Exchange identifier. */
        readonly exchange: string;
        /** Market symbol on the exchange. */
        readonly symbol: string;
      } | undefined;
    })[];
    /** Positions that are in no sum, or count otherwise than from the beginning. */
    readonly asides: readonly ({
      /** Why: carry explain 'between two moments'. */
      readonly code: "net_unknown" | "net_known_again" | "first_seen" | "first_known" | "vanished" | "notional_unknown" | "returned";
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
      /** Since when (ISO 8601). */
      readonly since: string;
    })[];
  })[];
  /** Sums of all rows. */
  readonly totals: {
    /** Change of the funding PnL, USD. Formula: carry explain funding_pnl. */
    readonly funding_pnl: Measure;
    /** Change of the realized price PnL, USD. Formula: carry explain spread_realized. */
    readonly spread_realized: Measure;
    /** Change of the unrealized price PnL, USD. Formula: carry explain spread_unrealized. */
    readonly spread_unrealized: Measure;
    /** Change of the fees paid, USD. Formula: carry explain fees_paid. */
    readonly fees_paid: Measure;
    /** Change of the estimated exit fees, USD. Formula: carry explain fees_estimated_exit. */
    readonly fees_estimated_exit: Measure;
    /** Change of the net PnL, USD: funding + realized + unrealized - fees paid - exit fees + residual. Formula: carry explain net_pnl. */
    readonly net_pnl: Measure;
    /** Of the price PnL: net quantity at the beginning × change of the mean mark of the larger side, USD. Formula: carry explain delta. */
    readonly delta: Measure;
    /** Of the price PnL: the rest, realized and resizes included, USD. Formula: carry explain basis. */
    readonly basis: Measure;
    /** What the parts do not explain of it, USD. Formula: carry explain residual. */
    readonly residual: Measure;
    /** Net PnL in percent of the notional of the larger sides on average over the time. Formula: carry explain return_on_notional. */
    readonly return_on_notional: Measure & {
      /** Notional of the larger sides on average over the time, USD. */
      readonly notional: number | null;
    };
    /** Funding that settled events explain at the recorded sizes, USD; counted and of are positions. Formula: carry explain expected_funding. */
    readonly expected_funding: Measure;
    /** Realized minus expected funding of the positions whose expected funding is known, USD. Formula: carry explain funding_difference. */
    readonly funding_difference: Measure;
    /** Positions whose expected funding is unknown. */
    readonly expected_unknown: readonly ({
      /** Position identifier (uuid). */
      readonly position_id: string;
      /** Asset symbol. */
      readonly asset: string;
      /** Why: carry explain <code>. */
      readonly reason: "legs_unchecked" | "quantity_negative" | "unreadable" | "market_unknown" | "funding_unknown" | "events_missing" | "event_unknown" | "size_unknown";
      /** The leg concerned; absent for a reason of the position. */
      readonly leg?: {
        /** Side of the leg: long or short. */
        readonly side: string;
        /** Exchange identifier. */
        readonly exchange: string;
        /** Market symbol on the exchange. */
        readonly symbol: string;
      } | undefined;
    })[];
    /** By time: product of the returns on notional of the days, percent. Formula: carry explain time_weighted. */
    readonly time_weighted?: Measure | undefined;
    /** Positions that are in no sum of the net PnL, with what is known of them; absent if there are none. */
    readonly left_out?: {
      /** Number of positions. */
      readonly positions: number;
      /** Realized price PnL, USD. Formula: carry explain realized. */
      readonly realized: Measure;
      /** Funding PnL, USD. Formula: carry explain funding_pnl. */
      readonly funding_pnl: Measure;
      /** Fees paid and estimated exit fees, USD. Formula: carry explain fees. */
      readonly fees: Measure;
      /** Their share of the gross notional of all positions, percent. */
      readonly gross_share: number | null;
      /** Whether an open price replaces a missing mark price. */
      readonly gross_share_about?: boolean | undefined;
    } | undefined;
  };
  /** The portfolios, each with its totals. */
  readonly portfolios: readonly ({
    /** Name of the portfolio; null if it has none. */
    readonly portfolio: string | null;
    /** Portfolio identifier (uuid); null of several portfolios. */
    readonly portfolio_id: string | null;
    /** The same totals of it alone. */
    readonly totals: PnlResult["totals"];
  })[];
  /** Positions that are in no sum, or count otherwise than from the beginning. */
  readonly asides: readonly ({
    /** Why: carry explain 'between two moments'. */
    readonly code: "net_unknown" | "net_known_again" | "first_seen" | "first_known" | "vanished" | "notional_unknown" | "returned";
    /** Position identifier (uuid). */
    readonly position_id: string;
    /** Asset symbol. */
    readonly asset: string;
    /** Since when (ISO 8601). */
    readonly since: string;
  })[];
}

/** `carry funding rank -o json`. */
export interface RankResult {
  /** What the ranking rests on. */
  readonly inputs: {
    /** What is ranked. */
    readonly by: "pair" | "market";
    /** What to order by: --order, or the default. */
    readonly order: "shrunk" | "worst" | "mean" | "7d";
    /** Fee of a fill; null without --fee. */
    readonly fee: Quantity<"bps"> | null;
    /** Requested assets; all if empty. */
    readonly assets: readonly string[];
    /** Least covered days; null without --min-days. */
    readonly min_days: number | null;
    /** Most gaps; null without --max-gaps. */
    readonly max_holes: number | null;
    /** Number of rows; null without --top. */
    readonly top: number | null;
    /** The archive that was read; null without one. */
    readonly archive: string | null;
    /** Time of --as-of (ISO 8601). */
    readonly as_of: string | null;
    /** Time up to which settled funding is known (ISO 8601). */
    readonly until: string;
  };
  /** The best first; of a pair, long is the market with the lower rate in 30 days. */
  readonly rows: readonly ({
    /** Asset, as listed; null if the listing names none. */
    readonly asset: string | null;
    /** The long side. */
    readonly long: {
      /** Exchange, as listed; null if the listing names none. */
      readonly exchange: string | null;
      /** Market identifier, as listed. */
      readonly market_id: number;
      /** Symbol, as listed; null if the listing names none. */
      readonly symbol: string | null;
    };
    /** The short side. */
    readonly short: {
      /** Exchange, as listed; null if the listing names none. */
      readonly exchange: string | null;
      /** Market identifier, as listed. */
      readonly market_id: number;
      /** Symbol, as listed; null if the listing names none. */
      readonly symbol: string | null;
    };
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_1d. */
    readonly annualised_1d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_3d. */
    readonly annualised_3d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_7d. */
    readonly annualised_7d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_30d. */
    readonly annualised_30d: Measure;
    /** What of the rate of 30 days is expected to be more than luck, percent per year; null for markets by themselves, without se, and for fewer than 8 pairs. Formula: carry explain shrunk. */
    readonly shrunk: Measure;
    /** Rate of 30 days less four fills in them, percent of the notional per year; null without --fee. Formula: carry explain net. */
    readonly net: Measure;
    /** Days at the rate of 30 days that earn four fills; null without --fee, or if it earns nothing. Formula: carry explain days_to_earn. */
    readonly days_to_earn: Measure;
    /** Least rate of 7 days in a row in the 30, percent per year; counted and of are overlapping windows. Formula: carry explain worst_week. */
    readonly worst_week: Measure & {
      /** Number of counted windows that do not overlap. */
      readonly independent: number;
      /** End of the worst 7 days (ISO 8601). */
      readonly until?: string | undefined;
    };
    /** Whether at least 95 % of the 30 days are covered; others are sorted last. */
    readonly covered: boolean;
    /** Events of the 30 days that are missing, have no rate or conflict. */
    readonly holes: number;
    /** Whether an open position holds the pair, in its direction or in the opposite one; null if none does, or if that is unknown. */
    readonly held: "same" | "opposite" | null;
    /** Its markets whose events of the 30 days conflict. */
    readonly conflicting: readonly number[];
    /** Length of a period of the common clock, hours. */
    readonly period_hours: number;
  })[];
  /** Numbers of pairs and markets. */
  readonly totals: {
    /** Number of rows. */
    readonly rows: number;
    /** Number of pairs or markets that were ranked, before some were left out. */
    readonly judged: number;
    /** Number left out by --min-days and --max-gaps. */
    readonly left_out: number;
    /** Markets with too few settled events to be ranked. */
    readonly too_few_events: readonly number[];
    /** Markets whose settled funding could not be fetched. */
    readonly no_history: readonly number[];
    /** Ranked markets whose events of the 30 days conflict. */
    readonly conflicting: readonly number[];
    /** Markets without a listed asset, which are in no pair. */
    readonly without_asset: readonly number[];
    /** What they are ordered by: worst where shrunk is unknown, or 0 for all. */
    readonly ordered_by: "shrunk" | "worst" | "mean" | "7d";
    /** Standard deviation of the true means of the judged pairs, percent per year; null for fewer than 8 with a standard error. */
    readonly tau: number | null;
    /** What the ten pairs with the largest first 15 days received in the 15 days after, each in the direction it had then, and what all did, percent per year; absent for ten pairs or fewer. */
    readonly held_out?: {
      /** Mean of the ten best. */
      readonly best: number;
      /** Mean of all. */
      readonly all: number;
      /** Number of pairs of which both halves are known. */
      readonly counted: number;
    } | undefined;
    /** Always true: the best rows are the best of the time they are judged by. */
    readonly chosen_after_the_fact: boolean;
  };
}

/** `carry funding rank --by market -o json`. */
export interface MarketRankResult {
  /** What the ranking rests on. */
  readonly inputs: {
    /** What is ranked. */
    readonly by: "pair" | "market";
    /** What to order by: --order, or the default. */
    readonly order: "shrunk" | "worst" | "mean" | "7d";
    /** Fee of a fill; null without --fee. */
    readonly fee: Quantity<"bps"> | null;
    /** Requested assets; all if empty. */
    readonly assets: readonly string[];
    /** Least covered days; null without --min-days. */
    readonly min_days: number | null;
    /** Most gaps; null without --max-gaps. */
    readonly max_holes: number | null;
    /** Number of rows; null without --top. */
    readonly top: number | null;
    /** The archive that was read; null without one. */
    readonly archive: string | null;
    /** Time of --as-of (ISO 8601). */
    readonly as_of: string | null;
    /** Time up to which settled funding is known (ISO 8601). */
    readonly until: string;
  };
  /** The best first; of a pair, long is the market with the lower rate in 30 days. */
  readonly rows: readonly ({
    /** Asset, as listed; null if the listing names none. */
    readonly asset: string | null;
    /** Exchange, as listed; null if the listing names none. */
    readonly exchange: string | null;
    /** Market identifier, as listed. */
    readonly market_id: number;
    /** Symbol, as listed; null if the listing names none. */
    readonly symbol: string | null;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_1d. */
    readonly annualised_1d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_3d. */
    readonly annualised_3d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_7d. */
    readonly annualised_7d: Measure;
    /** Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods. Formula: carry explain annualised_30d. */
    readonly annualised_30d: Measure;
    /** What of the rate of 30 days is expected to be more than luck, percent per year; null for markets by themselves, without se, and for fewer than 8 pairs. Formula: carry explain shrunk. */
    readonly shrunk: Measure;
    /** Rate of 30 days less four fills in them, percent of the notional per year; null without --fee. Formula: carry explain net. */
    readonly net: Measure;
    /** Days at the rate of 30 days that earn four fills; null without --fee, or if it earns nothing. Formula: carry explain days_to_earn. */
    readonly days_to_earn: Measure;
    /** Least rate of 7 days in a row in the 30, percent per year; counted and of are overlapping windows. Formula: carry explain worst_week. */
    readonly worst_week: Measure & {
      /** Number of counted windows that do not overlap. */
      readonly independent: number;
      /** End of the worst 7 days (ISO 8601). */
      readonly until?: string | undefined;
    };
    /** Whether at least 95 % of the 30 days are covered; others are sorted last. */
    readonly covered: boolean;
    /** Events of the 30 days that are missing, have no rate or conflict. */
    readonly holes: number;
    /** Whether an open position holds the pair, in its direction or in the opposite one; null if none does, or if that is unknown. */
    readonly held: "same" | "opposite" | null;
    /** Its markets whose events of the 30 days conflict. */
    readonly conflicting: readonly number[];
    /** Length of a period of the common clock, hours. */
    readonly period_hours: number;
  })[];
  /** Numbers of pairs and markets. */
  readonly totals: {
    /** Number of rows. */
    readonly rows: number;
    /** Number of pairs or markets that were ranked, before some were left out. */
    readonly judged: number;
    /** Number left out by --min-days and --max-gaps. */
    readonly left_out: number;
    /** Markets with too few settled events to be ranked. */
    readonly too_few_events: readonly number[];
    /** Markets whose settled funding could not be fetched. */
    readonly no_history: readonly number[];
    /** Ranked markets whose events of the 30 days conflict. */
    readonly conflicting: readonly number[];
    /** Markets without a listed asset, which are in no pair. */
    readonly without_asset: readonly number[];
    /** What they are ordered by: worst where shrunk is unknown, or 0 for all. */
    readonly ordered_by: "shrunk" | "worst" | "mean" | "7d";
    /** Standard deviation of the true means of the judged pairs, percent per year; null for fewer than 8 with a standard error. */
    readonly tau: number | null;
    /** What the ten pairs with the largest first 15 days received in the 15 days after, each in the direction it had then, and what all did, percent per year; absent for ten pairs or fewer. */
    readonly held_out?: {
      /** Mean of the ten best. */
      readonly best: number;
      /** Mean of all. */
      readonly all: number;
      /** Number of pairs of which both halves are known. */
      readonly counted: number;
    } | undefined;
    /** Always true: the best rows are the best of the time they are judged by. */
    readonly chosen_after_the_fact: boolean;
  };
}

/** `carry funding backtest -o json`. */
export interface BacktestResult {
  /** What the hedge is, and of which time. */
  readonly inputs: {
    /** The long side. */
    readonly long: {
      /** Exchange, as listed; null if the listing names none. */
      readonly exchange: string | null;
      /** Market identifier, as listed. */
      readonly market_id: number;
      /** Symbol, as listed; null if the listing names none. */
      readonly symbol: string | null;
      /** Fee of a fill. */
      readonly fee: Quantity<"bps">;
      /** Leverage of the leg; null for an APR of the notional. */
      readonly leverage: number | null;
      /** Units of the asset in one unit of the market. */
      readonly multiplier: number;
    };
    /** The short side. */
    readonly short: {
      /** Exchange, as listed; null if the listing names none. */
      readonly exchange: string | null;
      /** Market identifier, as listed. */
      readonly market_id: number;
      /** Symbol, as listed; null if the listing names none. */
      readonly symbol: string | null;
      /** Fee of a fill. */
      readonly fee: Quantity<"bps">;
      /** Leverage of the leg; null for an APR of the notional. */
      readonly leverage: number | null;
      /** Units of the asset in one unit of the market. */
      readonly multiplier: number;
    };
    /** Start of the range (ISO 8601). */
    readonly start: string;
    /** End of the range (ISO 8601). */
    readonly end: string;
    /** Whether the archive was read. */
    readonly archive: boolean;
    /** Time of --as-of (ISO 8601). */
    readonly as_of: string | null;
    /** Notional of the larger side at entry. */
    readonly notional: Quantity<"usd">;
    /** Slippage of a fill. */
    readonly slippage: Quantity<"bps">;
    /** --hold; null without it. */
    readonly hold: Quantity<"hours"> | null;
    /** How missing events are treated: by default the longest stretch without one. */
    readonly gaps: "longest" | "refuse" | "allow";
  };
  /** The settlements after the entry, up to and including the exit. */
  readonly rows: readonly ({
    /** Time of the settlement (ISO 8601). */
    readonly time: string;
    /** The long side. */
    readonly long: {
      /** Funding of the leg, USD; null if unknown, absent if it does not settle. */
      readonly funding?: number | null | undefined;
    };
    /** The short side. */
    readonly short: {
      /** Funding of the leg, USD; null if unknown, absent if it does not settle. */
      readonly funding?: number | null | undefined;
    };
    /** Funding of both legs, USD; null if one of them is unknown. */
    readonly funding: number | null;
    /** Funding since the entry, USD; null where funding is. */
    readonly cumulative: number | null;
    /** Price PnL since the entry, USD; null without a mark price of each market. */
    readonly basis: number | null;
    /** Net PnL if the hedge ended here, USD; null where basis or cumulative is. */
    readonly net: number | null;
  })[];
  /** Figures of the whole time. */
  readonly totals: {
    /** Entry: the event that settles at this time is not paid. */
    readonly entry: {
      /** Time (ISO 8601). */
      readonly time: string;
      /** The long side. */
      readonly long: {
        /** Mark price of the market ÷ its multiplier. */
        readonly price: number;
        /** Age of that mark; 0 unless the markets never settle together, and this is not the slower one. */
        readonly mark_age_seconds: number;
      };
      /** The short side. */
      readonly short: {
        /** Mark price of the market ÷ its multiplier. */
        readonly price: number;
        /** Age of that mark; 0 unless the markets never settle together, and this is not the slower one. */
        readonly mark_age_seconds: number;
      };
    };
    /** Exit: the event that settles at this time is paid. */
    readonly exit: {
      /** Time (ISO 8601). */
      readonly time: string;
      /** The long side. */
      readonly long: {
        /** Mark price of the market ÷ its multiplier. */
        readonly price: number;
        /** Age of that mark; 0 unless the markets never settle together, and this is not the slower one. */
        readonly mark_age_seconds: number;
      };
      /** The short side. */
      readonly short: {
        /** Mark price of the market ÷ its multiplier. */
        readonly price: number;
        /** Age of that mark; 0 unless the markets never settle together, and this is not the slower one. */
        readonly mark_age_seconds: number;
      };
    };
    /** Days between entry and exit. */
    readonly days: number;
    /** Quantity of each leg, in units of the asset. */
    readonly quantity: number;
    /** Events between the first and last common time that are missing or unknown. */
    readonly holes: {
      /** The long side. */
      readonly long: {
        /** Number of the market. */
        readonly events: number;
      };
      /** The short side. */
      readonly short: {
        /** Number of the market. */
        readonly events: number;
      };
      /** Number of stretches without one. */
      readonly stretches: number;
      /** First time in the range at which a hedge can begin or end (ISO 8601). */
      readonly first: string;
      /** Last such time (ISO 8601). */
      readonly last: string;
    };
    /** The long side. */
    readonly long: {
      /** Funding of the leg, USD. Formula: carry explain funding. */
      readonly funding: Measure;
    };
    /** The short side. */
    readonly short: {
      /** Funding of the leg, USD. Formula: carry explain funding. */
      readonly funding: Measure;
    };
    /** Funding of both legs, USD. Formula: carry explain funding. */
    readonly funding: Measure;
    /** Funding of both legs per day, USD; null under 95 percent of the time. Formula: carry explain funding_per_day. */
    readonly funding_per_day: Measure;
    /** Price PnL of both legs at mark prices, USD. Formula: carry explain basis. */
    readonly basis: Measure;
    /** Fees of the four fills, USD. Formula: carry explain fees. */
    readonly fees: Measure;
    /** Slippage of the four fills, USD. Formula: carry explain slippage. */
    readonly slippage: Measure;
    /** funding + basis - fees - slippage, USD. Formula: carry explain net. */
    readonly net: Measure;
    /** Funding, percent per year of the notional or the margin. Formula: carry explain funding_apr. */
    readonly funding_apr: Measure;
    /** Net PnL, percent per year of the notional or the margin. Formula: carry explain net_apr. */
    readonly net_apr: Measure;
    /** Days after which the funding has earned fees and slippage. Formula: carry explain break_even_hold. */
    readonly break_even_hold: Measure;
    /** Largest fall of the cumulative funding below its peak, USD. Formula: carry explain drawdown. */
    readonly drawdown: Measure;
    /** Number of whole UTC days with funding above zero. Formula: carry explain days_above_zero. */
    readonly days_above_zero: Measure;
    /** Hedges of the length of --hold, one for each UTC day; absent without it. */
    readonly hold?: {
      /** Number of windows without a missing event. */
      readonly counted: number;
      /** Number of windows. */
      readonly of: number;
      /** Number of windows that do not overlap. */
      readonly independent: number;
      /** Funding of the windows, USD; null without one. */
      readonly funding: {
        /** Least of the windows, USD. */
        readonly least: number;
        /** First quartile by nearest rank, USD. */
        readonly lower: number;
        /** Median by nearest rank, USD. */
        readonly median: number;
        /** Third quartile by nearest rank, USD. */
        readonly upper: number;
        /** Most of the windows, USD. */
        readonly most: number;
      } | null;
      /** Net PnL of the windows, USD; null without one. */
      readonly net: {
        /** Least of the windows, USD. */
        readonly least: number;
        /** First quartile by nearest rank, USD. */
        readonly lower: number;
        /** Median by nearest rank, USD. */
        readonly median: number;
        /** Third quartile by nearest rank, USD. */
        readonly upper: number;
        /** Most of the windows, USD. */
        readonly most: number;
      } | null;
    } | undefined;
  };
  /** What the figures leave out. */
  readonly not_included: readonly string[];
}
