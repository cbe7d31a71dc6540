import type { Bound } from "../base/decimal-text.js";
import { isoTime } from "../base/time/moment.js";
import { POSITION_CATALOG, TOTALS } from "../figures/catalog/catalog.js";
import { verdictOf } from "../figures/catalog/causes.js";
import { grossNotional, groupsOf, marginToAddOf, netNotional } from "../figures/catalog/group.js";
import { LEG_CATALOG } from "../figures/catalog/leg.js";
import { CAUSES, type Cause, causeSpec } from "../figures/causes.js";
import { type Declared, type Fig, isFigure, type Need } from "../figures/figure.js";
import type { Group, LegOf, PositionOf } from "../figures/subjects.js";
import { DOUBTS, NOT_APPLICABLE, UNKNOWN } from "../figures/unknown.js";

/** What a name stands for: its value, or why there is none. A sum of a part may be a bound. */
export interface Reading {
  readonly value: unknown;
  readonly bound?: Bound | undefined;
  /** In a few words: `no performance`. */
  readonly unknown?: string | undefined;
}

/** A name that a rule can use. */
export interface Name<S> {
  readonly help: string;
  readonly needs: readonly Need[];
  /** Whether it is a number, which is no condition by itself. */
  readonly isNumber: boolean;
  readonly read: (of: S) => Reading;
  /** Of a list: the names of its elements, and these. */
  readonly list?: {
    readonly names: Names<never>;
    readonly of: (it: S) => readonly Subject[];
  };
}

/** The names that rules about a subject can use. */
export type Names<S> = Readonly<Record<string, Name<S>>>;

/** A figure that a rule reads is unknown, so that the rule is. */
export class UnknownFigure extends Error {
  override name = "UnknownFigure";
  constructor(
    readonly figure: string,
    readonly why: string,
  ) {
    super(`${figure}: ${why}`);
  }
}

/** What a rule is about, by its names. */
export interface Subject {
  /** Returns what a name stands for; undefined for no name of the subject. */
  readonly reading: (name: string) => Reading | undefined;
  /** Returns the elements of a list; undefined for another name. */
  readonly elements: (name: string) => readonly Subject[] | undefined;
  /** The values by name, read as they are used; reading an unknown one throws {@link UnknownFigure}. */
  readonly values: object;
}

/** Returns a subject of rules. @param prefix what stands before its names in messages: `legs.` */
export function subjectOf<S>(names: Names<S>, of: S, prefix = ""): Subject {
  const nameOf = (name: string) => (Object.hasOwn(names, name) ? names[name] : undefined);
  return {
    reading: (name) => nameOf(name)?.read(of),
    elements: (name) => nameOf(name)?.list?.of(of),
    values: new Proxy(names, {
      get(_, name) {
        if (typeof name === "symbol") return undefined;
        const reading = nameOf(name)?.read(of) ?? { value: null, unknown: "no such figure" };
        const { value, bound, unknown = bound && "only a bound is known" } = reading;
        if (unknown !== undefined) throw new UnknownFigure(prefix + name, unknown);
        return value;
      },
    }),
  };
}

function declared<S>(all: readonly Declared<S>[]): Names<S> {
  return Object.fromEntries(
    all.map((it) => [
      it.id,
      {
        help: it.spec.help,
        needs: it.spec.needs ?? [],
        isNumber: isFigure(it),
        read: (of: S) => (isFigure(it) ? figureReading(it, of) : factReading(it, it(of))),
      },
    ]),
  );
}

/** Reads a figure; a sum that lacks a part without being a bound is unknown. */
function figureReading<S>(it: Fig<S>, of: S): Reading {
  const { value, unknown, evidence } = it(of);
  const { bound, counted, of: all, doubts } = evidence;
  if (NOT_APPLICABLE.has(unknown)) return { value: null };
  // A leg that may be closed makes every figure of what is held doubtful, not a little less sure.
  if (doubts.includes("legs_unchecked")) return { value: null, unknown: DOUBTS.legs_unchecked[0] };
  if (value === null) return { value: null, unknown: unknown ? UNKNOWN[unknown][0] : "unknown" };
  const isPart = counted !== all && bound === undefined;
  return { value: value.toNumber(), bound, unknown: isPart ? `${counted} of ${all}` : undefined };
}

function factReading<S>({ spec }: Declared<S>, value: unknown): Reading {
  const isTime = "type" in spec && typeof spec.type === "string" && spec.type.startsWith("time");
  return { value: isTime && typeof value === "number" ? isoTime(value) : (value ?? null) };
}

function list<S, E>(help: string, names: Names<E>, of: (it: S) => readonly E[], prefix: string) {
  const elements = (it: S) => of(it).map((one) => subjectOf(names, one, prefix));
  return {
    help,
    needs: [], // what its elements need is that of the names used of them
    isNumber: false,
    read: (it: S) => ({ value: elements(it).map(({ values }) => values) }),
    list: { names, of: elements },
  };
}

const CAUSE_NAMES: Names<PositionOf> = Object.fromEntries(
  Object.keys(CAUSES).map((key) => [key, causeName(key as Cause)]),
);

function causeName(cause: Cause): Name<PositionOf> {
  return {
    help: causeSpec(cause).help,
    needs: ["funding"],
    isNumber: false,
    read(p) {
      const verdict = verdictOf(p, cause);
      if (verdict.is === "unknown") return { value: null, unknown: UNKNOWN[verdict.why][0] };
      return { value: verdict.is === "found" };
    },
  };
}

const LEG_NAMES: Names<LegOf> = declared<LegOf>([...LEG_CATALOG]);

/** Names of a rule about a position: its figures, the causes of status, and its held legs. */
export const POSITION_NAMES: Names<PositionOf> = {
  ...CAUSE_NAMES,
  ...declared(POSITION_CATALOG), // unhedged and imbalance are figures, and causes where they stand alone
  legs: list("Its held legs.", LEG_NAMES, ({ legs }: PositionOf) => legs, "legs."),
};

const EXCHANGE: Name<Group> = {
  help: "Name of the exchange.",
  needs: [],
  isNumber: false,
  read: ({ key }) => ({ value: key }),
};

/** Names of a rule about all open positions together: their sums, and those of each exchange. */
export const BOOK_NAMES: Names<Group> = {
  ...declared(TOTALS),
  exchanges: list(
    "What is held on each exchange.",
    { exchange: EXCHANGE, ...declared([grossNotional, netNotional, marginToAddOf]) },
    (book: Group) => groupsOf(book, "exchange"),
    "exchanges.",
  ),
};
