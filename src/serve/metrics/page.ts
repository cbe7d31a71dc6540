import type { Result } from "../../alerts/judge.js";
import { visible } from "../../base/safe-text.js";
import { POSITION_CATALOG, TOTALS } from "../../figures/catalog/catalog.js";
import { causesOf } from "../../figures/catalog/causes.js";
import { grossNotional, groupsOf } from "../../figures/catalog/group.js";
import { CAUSES, type Cause, causeSpec } from "../../figures/causes.js";
import { type Declared, type Fig, isFigure } from "../../figures/figure.js";
import { Group, type LegOf, performanceOf } from "../../figures/subjects.js";
import { type Family, family, figureFamilies, gauge, type Labels, type Valued } from "./family.js";

/** Content of a page of metrics. */
export interface MetricsPage {
  /** Undefined if the positions could not be listed. */
  readonly book: Group | undefined;
  /** Whether the portfolio was fetched, and the key was not refused for any part of it. */
  readonly isUp: boolean;
  /** Number of parts that could not be fetched. */
  readonly missing: number;
  /** Time of the page, milliseconds since the epoch. */
  readonly now: number;
  /** Results of the rules of a file; none without one. */
  readonly results: readonly Result[];
}

const SUMS = figuresIn(TOTALS);
const OF_POSITION = figuresIn(POSITION_CATALOG);

function figuresIn<S>(all: readonly Declared<S>[]): Fig<S>[] {
  return all.filter((it): it is Fig<S> => isFigure(it));
}

/** Returns the metrics of a page: every figure of the book and of each position; an unknown one is absent. */
export function pageFamilies(page: MetricsPage): Family[] {
  const { book, results } = page;
  if (book === undefined) return stateFamilies(page);
  const { record } = book.inputs.pool();
  const positions = book.members.map((p) => {
    const { position_id: position, asset } = p.record;
    return [{ position, asset }, p] as const;
  });
  return [
    ...stateFamilies(page),
    ...counts(book),
    ...figureFamilies("", SUMS, [[{}, book]]),
    gauge("next_7d_ranges_held", "Ranges of last week that held.", record?.held),
    gauge("next_7d_ranges", "Such ranges of last week.", record?.of),
    family("exchange_notional_usd", "Notional of the held legs, USD.", exchangeValues(book)),
    ...ruleFamilies(results),
    family(
      "position_attention_reasons",
      "Causes for attention.",
      positions.map(([labels, p]) => [labels, causesOf(p).length]),
    ),
    ...figureFamilies("position_", OF_POSITION, positions),
  ];
}

/** Returns the metrics about the fetch of the portfolio. */
function stateFamilies({ isUp, missing, now }: MetricsPage): Family[] {
  return [
    gauge(
      "up",
      "1 if the portfolio was fetched, 0 if the key was refused for a part of it.",
      Number(isUp),
    ),
    gauge("missing_parts", "Legs of positions, funding of markets not fetched.", missing),
    gauge(
      "last_success_timestamp_seconds",
      "Time at which the portfolio was last fetched.",
      isUp ? now / 1000 : undefined,
    ),
  ];
}

/** Returns the notional on each exchange and side. */
function exchangeValues(book: Group): Valued[] {
  return groupsOf(book, "exchange").flatMap(({ inputs, key: exchange, members, hasLeg }) =>
    ["long", "short"].map((side): Valued => {
      const isOn = (leg: LegOf) => hasLeg(leg) && leg.record.side === side;
      const { value } = grossNotional(new Group(inputs, exchange, members, isOn));
      return [{ exchange, side }, value];
    }),
  );
}

function counts({ members }: Group): Family[] {
  const times = members.flatMap((p) => performanceOf(p).evidence.asOf ?? []);
  const all = members.map((p) => causesOf(p).map(({ cause }) => cause));
  const has = (cause: Cause) => all.filter((own) => own.includes(cause)).length;
  const isKnown = (cause: Cause) => causeSpec(cause).severity !== "unknown";
  const causes = Object.keys(CAUSES) as Cause[];
  const counted = (some: readonly Cause[]) =>
    some.map((cause): [Labels, number] => [{ reason: cause }, has(cause)]);
  const withAny = (test: (cause: Cause) => boolean) => all.filter((own) => own.some(test)).length;
  return [
    gauge("open_positions", "Open positions.", members.length),
    gauge(
      "as_of_timestamp_seconds",
      "Time of the oldest performance.",
      times.length === 0 ? undefined : Math.min(...times) / 1000,
    ),
    gauge(
      "attention_positions",
      "Positions with a cause that can hurt or costs money.",
      withAny(isKnown),
    ),
    gauge(
      "not_judged_positions",
      "Positions of which something is unknown.",
      withAny((it) => !isKnown(it)),
    ),
    family("attention_reasons", "Positions that have a cause.", counted(causes.filter(isKnown))),
    family(
      "not_judged_reasons",
      "Positions with something unknown.",
      counted(causes.filter((it) => !isKnown(it))),
    ),
  ];
}

function ruleFamilies(results: readonly Result[]): Family[] {
  const names = new Set(results.map(({ rule }) => rule.name));
  const each = (wanted: Result["verdict"]) =>
    [...names].map((rule): [Labels, number] => {
      const own = results.filter((it) => it.rule.name === rule && it.verdict === wanted);
      return [{ rule: visible(rule) }, own.length];
    });
  return [
    family("rule_failed", "Positions for which a rule failed.", each("failed")),
    family("rule_unknown", "Positions for which a rule is unknown.", each("unknown")),
  ];
}
