import { readable } from "../../base/safe-text.js";
import {
  type Declaration,
  declarationOf,
  SUBJECT_NAMES,
  SUBJECTS,
  type Subject,
} from "../../figures/catalog/all.js";
import { CAUSES, type CauseSpec, type Gravity } from "../../figures/causes.js";
import { type Declared, isFigure } from "../../figures/figure.js";
import { DOUBTS, UNKNOWN } from "../../figures/unknown.js";
import { FIGURE } from "../../run/screen/figure-field.js";
import { signText } from "../../run/screen/position-columns.js";
import { SETTING_NAMES, settingRow } from "../../run/settings/table.js";

/** What a word can be the name of. */
export const KINDS = [
  "figure",
  "fact",
  "cause",
  "sign",
  "setting",
  "unknown",
  "estimate",
  /** What json has of a figure besides its value. */
  "part",
] as const;

/** What is declared of one thing; what does not apply is absent. */
export interface Meaning extends Omit<Declaration, "values"> {
  readonly kind: (typeof KINDS)[number];
  /** What a figure or a fact is of. */
  readonly subject?: Subject;
  /** How grave a cause is. */
  readonly severity?: string;
  /** What the value of a cause is. */
  readonly worth?: string;
  /** The values that a fact has or a setting takes. */
  readonly values?: string | undefined;
  readonly default?: string | undefined;
  /** Environment variable of a setting. */
  readonly environment?: string | undefined;
}

const textsOf = (gravity: Gravity) =>
  [true, false].map((unicode) => readable(signText(gravity), { unicode }));

/** The five signs of screens, each first as it is where Unicode can be shown; programs get words instead. */
const SIGNS: readonly (readonly [texts: readonly string[], is: string])[] = [
  [textsOf("critical"), "The position can hurt today: a cause of severity critical."],
  [textsOf("warning"), "The position costs money: a cause of severity warning."],
  [
    textsOf("unknown"),
    "Something about the position is not known, so that nobody can say it is well.",
  ],
  [
    ["–", "-"],
    "Unknown: an input is missing. It is never zero; json has null, and why under `unknown`. Which and why: --why.",
  ],
  [
    ["~"],
    "An estimate, or a bound: what stands behind it is old, short or not complete. json has `estimate`. Which and why: --why.",
  ],
];

/** Returns everything that carry declares and names. */
function allMeanings(): Meaning[] {
  return [
    ...SUBJECT_NAMES.flatMap((subject) => SUBJECTS[subject].map((it) => declared(subject, it))),
    ...Object.entries<CauseSpec>(CAUSES).map(([name, { severity, help, worth }]) => {
      return { kind: "cause", name, help, severity, worth } as const;
    }),
    ...SIGNS.map(([[name = ""], help]) => ({ kind: "sign", name, help }) as const),
    ...SETTING_NAMES.map((name) => {
      const { help, allowed: values, fallback, env: environment } = settingRow(name);
      return { kind: "setting", name, help, values, default: fallback, environment } as const;
    }),
    ...Object.entries(UNKNOWN).map((it) => reason("unknown", it)),
    ...Object.entries(DOUBTS).map((it) => reason("estimate", it)),
    ...FIGURE.map(({ name, schema }) => {
      return { kind: "part", name, help: `Of a figure in json: ${schema?.description}` } as const;
    }),
  ];
}

function declared(subject: Subject, it: Declared<never>): Meaning {
  const { values, ...rest } = declarationOf(it);
  const list = values?.map((value) => value ?? "null").join(", ");
  return { kind: isFigure(it) ? "figure" : "fact", subject, ...rest, values: list };
}

/** Returns why a figure is unknown or an estimate: in the few words of a line at the foot, and as a sentence. */
function reason(
  kind: "unknown" | "estimate",
  [name, [brief, help]]: readonly [string, readonly [string, string]],
): Meaning {
  return { kind, name, heading: brief === name ? undefined : brief, help };
}

/** Headings of columns that show several figures, or one in another form, with the names of these. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  "±": ["next_7d_low", "next_7d_high", "rate_next_7d_low", "rate_next_7d_high"],
  "30d": ["run_30d"],
  "long/short": ["long", "short"],
  "nearest leg": ["away"],
  position: ["name"],
  why: ["cause"],
};

/** Returns a name as it is compared: `Net PnL`, `performance.net_pnl` and `net_pnl` are alike. */
function plain(name: string): string {
  const last = name.toLowerCase().replace(/[.]value$/, "");
  const own = last.slice(last.lastIndexOf(".") + 1);
  return own.replaceAll(/[\s_-]+/g, " ").trim() || name;
}

/** Returns all that a word is the name, the heading or the sign of. */
export function meaningsOf(word: string): Meaning[] {
  const sign = SIGNS.find(([texts]) => texts.includes(word))?.[0][0];
  const wanted = new Set([sign ?? plain(word), ...(TOGETHER[word.toLowerCase()] ?? []).map(plain)]);
  const isMeant = ({ name, heading = name }: Meaning) =>
    [name, heading].some((it) => wanted.has(plain(it)));
  return allMeanings().filter(isMeant);
}

/** Returns every name and heading, to find the nearest to a word that is none. */
export function knownWords(): string[] {
  const words = allMeanings().flatMap(({ name, heading = name }) => [name, heading]);
  return [...new Set([...words, ...Object.keys(TOGETHER)])];
}
