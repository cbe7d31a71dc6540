import { countsOf, gravityOf, type Result, VERDICTS, worthOf } from "../../alerts/judge.js";
import { type Rule, SCOPES } from "../../alerts/rule.js";
import { asset, name, portfolio, portfolioId, positionId } from "../../figures/catalog/position.js";
import { causeSpec, GRAVITIES } from "../../figures/causes.js";
import { answer, each, type Fields, group, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { inSentence } from "../../output/text/format.js";
import { counted } from "../../output/text/words.js";
import { headLine, joined } from "../../run/screen/heading.js";
import { signText, toneOf } from "../../run/screen/position-columns.js";

/** What a check found. */
export interface Checked {
  /** The service's time, milliseconds since the epoch. */
  readonly now: number;
  /** File of the rules; undefined for the built-in ones. */
  readonly path: string | undefined;
  readonly rules: readonly Rule[];
  /** Number of open positions. */
  readonly positions: number;
  readonly results: readonly Result[];
}

const ofPosition = <V>(of: (p: NonNullable<Result["position"]>) => V) => {
  return ({ position }: Result) => (position === undefined ? null : of(position));
};
const tone = (it: Result) => toneOf(gravityOf(it));

/** A result; a table names the cause first. */
const RESULT: Fields<Result> = [
  plain("rule", "text", "Name of the rule.", {
    of: ({ rule }) => rule.name,
    header: "  rule",
    tone,
    isWhole: true,
    priority: 0,
    texts: (it) => [`${signText(gravityOf(it)).padEnd(1)} ${it.rule.name}`],
  }),
  plain("name", "text|null", "Short name of the position; null for a rule about the book.", {
    of: ofPosition(name),
    header: "position",
    isWhole: true,
    priority: 0,
    value: ({ position }) => (position === undefined ? "book" : name(position)),
  }),
  plain("position_id", "text|null", "Identifier of the position.", ofPosition(positionId)),
  plain("asset", "text|null", "Asset of the position.", ofPosition(asset)),
  plain("portfolio", "text|null", "Name of its portfolio.", ofPosition(portfolio)),
  plain("portfolio_id", "text|null", "Identifier of its portfolio.", ofPosition(portfolioId)),
  plain("scope", SCOPES, "What the rule is about.", ({ rule }) => rule.scope),
  plain("severity", GRAVITIES, "How grave it is: that of the rule.", ({ rule }) => rule.severity),
  plain(
    "result",
    VERDICTS,
    "unknown: a figure that it needs is unknown, which is no pass.",
    (it) => {
      return it.verdict;
    },
  ),
  plain("worth", "number|null", "What the cause is worth, else the size of the position, USD.", {
    of: (it) => worthOf(it).value,
    header: "worth",
    kind: "size",
    priority: 1,
    texts: (it) => {
      const text = inSentence("size", worthOf(it).value?.toFixed());
      return [isDaily(it) ? `${text}/d` : text];
    },
  }),
  plain("is_daily", "flag", "Whether that is USD a day.", isDaily),
  plain("figures", "object", "Figures that a condition names; null where unknown.", (it) =>
    Object.fromEntries(it.figures.map((one) => [one.name, one.value])),
  ),
  own("missing", "texts", "Figures without which it is unknown."),
  own("error", "text?", "Why a condition could not be applied, if not for a missing figure."),
  own("why", "text", "Why it failed or is unknown, in words; empty where it passed.", {
    header: "why",
    kind: "prose",
    priority: 0,
    tone,
  }),
];

function isDaily({ found }: Result): boolean {
  return found !== undefined && causeSpec(found.cause).isDaily === true;
}

interface RuleCount {
  readonly rule: Rule;
  readonly results: readonly Result[];
}

const COUNTS: Fields<{ readonly results: readonly Result[] }> = VERDICTS.map((verdict) =>
  plain(verdict, "count", `Number of results that are ${verdict}.`, ({ results }) => {
    return countsOf(results)[verdict];
  }),
);

const RULE: Fields<RuleCount> = [
  plain("name", "text", "Name of the rule.", ({ rule }) => rule.name),
  plain("scope", SCOPES, "What it is about.", ({ rule }) => rule.scope),
  plain("severity", GRAVITIES, "How grave it is.", ({ rule }) => rule.severity),
  plain("when", "text", "A cause of status, or a condition.", ({ rule }) => rule.when),
  ...COUNTS,
];

const ROWS =
  "Results: failed ones first, then unknown ones; the gravest, then those worth most first.";

/** `check`. */
export const CHECK = answer<Checked>("check", [
  group("inputs", "What the results rest on.", [
    plain("service_time", "time", "Time of the service.", ({ now }) => now),
    plain("rules", "text|null", "File of the rules; null for the causes of status.", ({ path }) => {
      return path;
    }),
  ]),
  each("rows", ROWS, ({ results }) => results, RESULT),
  group("totals", "Numbers of results.", [
    own("positions", "count", "Number of open positions."),
    ...COUNTS,
    each("rules", "The rules, in their order.", byRule, RULE),
  ]),
]);

function byRule({ rules, results }: Checked): RuleCount[] {
  return rules.map((rule) => ({ rule, results: results.filter((it) => it.rule === rule) }));
}

/** Returns the view of results. @param checked undefined before anything is fetched */
export function checkView(checked?: Checked): View<Result> {
  return viewOf(RESULT, {
    empty: checked?.positions === 0 ? "No open positions." : "Every rule passed.",
    ...(checked && { head: () => [headSection(checked)] }),
  });
}

/** `2 failed · 1 unknown · 235 passed · 17 rules · 14 open positions` */
function headSection({ results, rules, positions }: Checked) {
  const counts = countsOf(results);
  const verdicts = VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`);
  const of = [counted(rules.length, "rule"), counted(positions, "open position")];
  return headLine(joined(...verdicts, ...of), "", "heading");
}
