import { BOTH_SIDES, type BySide } from "../../analytics/market/by-side.js";
import { UsageError } from "../../base/usage-error.js";
import { type FormatContext, formatCell, IN_UTC, timeText } from "../../output/text/format.js";
import type { Refusal } from "./figures.js";

type Markets = BySide<string>;
type RefusalOf<W extends Refusal["why"]> = Extract<Refusal, { readonly why: W }>;

/** Explains why there is no backtest. */
export function refused(
  refusal: Refusal,
  markets: Markets,
  look: FormatContext = IN_UTC,
): UsageError {
  switch (refusal.why) {
    case "too_few":
      return tooFew(refusal, markets);
    case "no_instants":
      return noInstants(refusal, markets, look);
    case "holes":
      return holes(refusal, markets);
    case "prices":
      return prices(refusal, markets, look);
  }
}

function tooFew({ side, events }: RefusalOf<"too_few">, markets: Markets): UsageError {
  const market = markets[side];
  return events === 0
    ? new UsageError(
        `${market} has no settled funding in this range`,
        "choose another range with --start and --end",
      )
    : new UsageError(
        `${market} has one settled event in this range: how often it settles is unknown`,
        "choose a longer range with --start",
      );
}

function noInstants(
  { instants, spans: of }: RefusalOf<"no_instants">,
  markets: Markets,
  look: FormatContext,
): UsageError {
  const spans = BOTH_SIDES.map((side) => {
    const [from, to] = [of[side].first, of[side].last].map((time) => timeText(time, look));
    return `${markets[side]} settled from ${from} to ${to}`;
  });
  const times = instants === 0 ? "no time" : "only one time";
  return new UsageError(
    `${times} in this range has a mark price of both ${markets.long} and ${markets.short}: ${spans.join(", ")}`,
    "choose a range that both markets cover with --start and --end",
  );
}

function holes({ holes: { events, stretches } }: RefusalOf<"holes">, markets: Markets): UsageError {
  const counts = BOTH_SIDES.map((side) => `${events[side]} of ${markets[side]}`);
  return new UsageError(
    `events are missing, conflict, or have no rate or mark price: ${counts.join(", ")}`,
    `leave out --gaps for the longest of ${stretches} stretches without a gap, or use --gaps allow`,
  );
}

function prices(
  { ratio, entry }: RefusalOf<"prices">,
  markets: Markets,
  look: FormatContext,
): UsageError {
  const times = formatCell("quantity", ratio.round(6).toFixed(), look);
  return new UsageError(
    `${markets.short} costs ${times} times ${markets.long} at ${timeText(entry.time, look)}: one unit of them is not the same`,
    "name the units of the asset in one unit of a market with --multiplier-long or --multiplier-short, such as 1000 for 1000PEPE",
  );
}
