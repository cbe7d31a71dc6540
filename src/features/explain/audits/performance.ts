import { Big } from "big.js";
import { capitalDaysByApr, halfOfEntry, PERCENT_DAYS } from "../../../analytics/funding/apr.js";
import type { RunInputs } from "../../../analytics/funding/run-legs.js";
import { runsOf } from "../../../analytics/funding/shown-runs.js";
import { worstWeekOf } from "../../../analytics/market/worst-week.js";
import { breakEvenAt, breakEvenOf } from "../../../analytics/position/break-even.js";
import { decimal, type Figure, sumOf } from "../../../base/decimal.js";
import { ratioOf } from "../../../base/whole.js";
import type { Position } from "../../../client/resources/position.js";
import { type Audit, type AuditStep, given, step } from "./audit.js";

/** Audits the net PnL of the service against its parts. */
export function auditNetPnl({ performance }: Position): Audit {
  const value = decimal(performance?.net_pnl ?? null);
  const parts = {
    "funding PnL": decimal(performance?.funding_pnl ?? null),
    "realized price PnL": decimal(performance?.spread_pnl.realized ?? null),
    "unrealized price PnL": decimal(performance?.spread_pnl.unrealized ?? null),
    "fees paid": decimal(performance?.fees.paid ?? null),
    "exit fees": decimal(performance?.fees.estimated_exit ?? null),
  };
  const signed = Object.entries(parts).map(([name, amount]) =>
    name.includes("fees") ? (amount?.times(-1) ?? null) : amount,
  );
  const sum = sumOf(signed);
  const difference = sum && (value?.minus(sum) ?? null);
  return {
    inputs: [
      ...Object.entries(parts).map(([name, amount]) => given(name, amount)),
      given("net PnL of the service", value),
    ],
    steps: [
      step("sum of the parts", "funding + realized + unrealized - fees paid - exit fees", sum),
      step("difference", "net PnL of the service - sum of the parts", difference),
    ],
    value: { value, unit: "usd" },
  };
}

/** Audits the APR since opening: the capital that it implies, beside half the entry notional. */
export function auditApr(position: Position): Audit {
  const { performance } = position;
  const [net, apr, days] = [
    decimal(performance?.net_pnl ?? null),
    decimal(performance?.apr ?? null),
    decimal(performance?.duration_days ?? null),
  ];
  const capitalDays = net && apr && capitalDaysByApr(net, apr);
  const capital = capitalDays && days?.gt(0) === true ? ratioOf(capitalDays, days) : null;
  const half = halfOfEntry(position) ?? null;
  const steps: AuditStep[] = [
    step("capital × days", `net PnL × ${PERCENT_DAYS} ÷ APR`, capitalDays ?? null),
    step("capital", "capital × days ÷ days", capital),
    step("half the entry notional", "Σ quantity × open price ÷ 2", half),
    step("APR", `net PnL × ${PERCENT_DAYS} ÷ (capital × days), as sent`, apr),
  ];
  const inputs = [
    given("net PnL", net),
    given("days held", days),
    given("APR of the service", apr),
  ];
  return {
    inputs,
    steps,
    value: { value: apr, unit: "percent_per_year", base: "service_capital" },
  };
}

/** Audits the days to break-even at the funding of the last 7 days. */
export function auditBreakEven(position: Position, inputs: RunInputs): Audit {
  const net = decimal(position.performance?.net_pnl ?? null);
  const runs = runsOf(position, inputs);
  const found = breakEvenOf(net, runs);
  const days: Figure = found.kind === "in" || found.kind === "back" ? found.days : null;
  const window = "rate" in found ? (found.rate?.window ?? "7d") : "7d";
  const run = runs[window].perDay;
  const [month, worst] = [runs["30d"].perDay, worstWeekOf(position, inputs)];
  const week = worst.value === null ? null : ratioOf(worst.value, new Big(7));
  const paced = (pace: Figure) => breakEvenAt(net, { value: pace })?.days ?? null;
  return {
    inputs: [
      given("net PnL", net),
      given(`run_${window}`, run.value),
      given("run_30d", month.value),
      given("worst_week", worst.value),
    ],
    steps: [
      step("case", "net PnL below zero or not, run above zero or not", found.kind),
      step("days", `|net PnL ÷ run_${window}|`, days),
      step("days at the pace of 30 days", "|net PnL ÷ run_30d|", paced(month.value)),
      step(
        "days at the pace of the worst week",
        "|net PnL ÷ (worst_week ÷ 7)|; – for never",
        paced(week),
      ),
    ],
    value: { value: days, unit: "days", asOf: run.asOf, about: window === "24h" || undefined },
  };
}
