import type {
  ArgumentModel,
  CommandModel,
  DynamicKind,
  ValueModel,
  Word,
} from "../../run/completion-model.js";
import { findOption, type Line } from "./line.js";

/** Possible completions of a word. */
export interface Offer {
  readonly what: "commands" | "options" | "values" | "columns" | "orders";
  /** Text before each of the words in the word under the cursor. */
  readonly prefix: string;
  /** Text typed after the prefix; the words need not begin with it. */
  readonly typed: string;
  readonly words: readonly Word[];
  /** Whether file names are offered, too. */
  readonly files: boolean;
  /** Whether the words match case-insensitively. */
  readonly anyCase: boolean;
  /** Character that may follow one of the words in the same word. */
  readonly follows: "" | "," | ":";
}

/** Sources of values on a computer. */
export interface Lookup {
  /** Returns the values of a kind that begin with the typed text, case-insensitively. */
  readonly values: (kind: DynamicKind, typed: string, line: Line) => readonly Word[];
  /** Returns the paths that begin with the typed text. */
  readonly files: (typed: string) => readonly string[];
}

/** Input of an offer. */
export interface Offering {
  readonly line: Line;
  readonly lookup: Lookup;
  /** As in {@link Shell}. */
  readonly hasSuffixes: boolean;
}

const NOTHING: Offer = {
  what: "values",
  prefix: "",
  typed: "",
  words: [],
  files: false,
  anyCase: false,
  follows: "",
};

/** Returns the completions of the word under the cursor. */
export function offerFor(current: string, offering: Offering): Offer {
  const { line } = offering;
  if (line.pending?.value !== undefined) {
    return values(line.pending.value, { ...NOTHING, typed: current }, offering);
  }
  if (line.onlyOperands || !current.startsWith("-")) return operands(current, offering);
  const [, flag = "", equals = "", typed = ""] =
    /^(--[^=]*)(=)(.*)$/s.exec(current) ?? /^(-[^-])()(.+)$/s.exec(current) ?? [];
  if (flag === "") return options(current, line);
  const value = findOption(line, flag)?.value;
  if (value === undefined) return NOTHING;
  return values(value, { ...NOTHING, prefix: flag + equals, typed }, offering);
}

/** Offers operands; if none can follow, the options, even without a typed dash. */
function operands(typed: string, offering: Offering): Offer {
  const { command, operands, onlyOperands } = offering.line;
  if (operands.length === 0) {
    const words = commandWords(command, typed);
    if (words.length > 0) return { ...NOTHING, what: "commands", typed, words };
  }
  const argument = argumentAt(command.args, operands.length);
  if (argument !== undefined) {
    return values(argument.value, { ...NOTHING, typed }, offering, operands);
  }
  const isFull = operands.length === command.args.length;
  return isFull && typed === "" && !onlyOperands ? options(typed, offering.line) : NOTHING;
}

function argumentAt(args: readonly ArgumentModel[], place: number): ArgumentModel | undefined {
  const last = args.at(-1);
  return args[place] ?? (last?.variadic === true ? last : undefined);
}

/** Returns names; aliases only if no name begins with the typed text. */
function commandWords({ commands }: CommandModel, typed: string): Word[] {
  const names = commands.map(({ name, description }) => ({ value: name, description }));
  if (typed === "" || names.some(({ value }) => value.startsWith(typed))) return names;
  return commands.flatMap(({ name, aliases, description }) =>
    [name, ...aliases].map((value) => ({ value, description })),
  );
}

/** Offers the options that can still be given: each once, without excluded ones. */
function options(typed: string, { options, given }: Line): Offer {
  const words = new Map<string, Word>();
  for (const { name, flags, repeatable, excludes, description } of options) {
    if (given.has(name) && !repeatable) continue;
    if (excludes.some((it) => given.has(it))) continue;
    for (const flag of flags) {
      const isShort = !flag.startsWith("--");
      if (words.has(flag) || (isShort && typed === "")) continue;
      words.set(flag, { value: flag, description });
    }
  }
  return { ...NOTHING, what: "options", typed, words: [...words.values()] };
}

/** Offers the values of an option or argument for the word `at`, without the `others` that are given. */
function values(
  { source, list }: ValueModel,
  at: Offer,
  offering: Offering,
  others: readonly string[] = [],
): Offer {
  const { prefix, typed, earlier } = list ? splitList(at) : { ...at, earlier: [] };
  const given = [...others, ...earlier];
  const left = (words: readonly Word[]) => words.filter(({ value }) => !given.includes(value));
  const offer: Offer = { ...at, prefix, typed, follows: list ? "," : "" };
  const { line, lookup } = offering;
  switch (source.from) {
    case "free":
      return NOTHING;
    case "file":
      return { ...offer, files: true };
    case "columns":
      return {
        ...offer,
        what: "columns",
        words: left(line.command.columns.map((value) => ({ value }))),
      };
    case "sort":
      return sortKeys(offer, offering);
    case "words":
      return { ...offer, words: left(source.words) };
    case "hidden command":
      return { ...offer, words: left(lookup.values(source.kind, typed, line)), anyCase: true };
  }
}

const ORDERS: readonly Word[] = [
  { value: "asc", description: "smallest first" },
  { value: "desc", description: "largest first" },
];

/** Offers columns, and orders after a colon. */
function sortKeys(offer: Offer, { line, hasSuffixes }: Offering): Offer {
  const { prefix, typed } = offer;
  const colon = typed.lastIndexOf(":") + 1;
  if (colon > 0) {
    const after = { prefix: prefix + typed.slice(0, colon), typed: typed.slice(colon) };
    return { ...offer, ...after, what: "orders", words: ORDERS };
  }
  const words = line.command.columns.flatMap((key): Word[] => {
    if (hasSuffixes || key !== typed) return [{ value: key }];
    return [{ value: key }, ...ORDERS.map((it) => ({ ...it, value: `${key}:${it.value}` }))];
  });
  return { ...offer, what: "columns", words, follows: ":" };
}

/** Returns the last of values separated by commas, and the ones before it. */
function splitList({ prefix, typed }: Offer) {
  const start = typed.lastIndexOf(",") + 1;
  return {
    prefix: prefix + typed.slice(0, start),
    typed: typed.slice(start),
    earlier: typed.slice(0, start).split(","),
  };
}
