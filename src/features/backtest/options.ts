import { CHART_OPTION } from "../../command/chart.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { rangeOptions } from "../../command/times.js";
import { DEFAULT_DAYS } from "./pair-range.js";
import { TERMS_OPTIONS } from "./terms-options.js";

export const BACKTEST_OPTIONS = {
  ...rangeOptions(` (default: ${DEFAULT_DAYS}d before the end)`),
  ...TERMS_OPTIONS,
  chart: CHART_OPTION,
} as const satisfies OptionsData;

export type BacktestOptions = OptionsOf<typeof BACKTEST_OPTIONS>;
