import type { ValueKind } from "../base/value-kind.js";
import { UUID } from "./kinds.js";
import { PORTFOLIO_NAME } from "./portfolio-name.js";

/** A family of settings: a profile has any number of them, each with a name of its own. */
export interface Family extends ValueKind<unknown> {
  /** Description for help. */
  readonly help: string;
  /** What stands for the name: `command` in `columns.<command>`. */
  readonly called: string;
  /** Form of the name; default: letters, digits, `_` and `-`. */
  readonly name?: RegExp;
}

/** Names of columns, separated by commas; `+` before a name accepts it before any record has it. */
export const COLUMN_NAMES: ValueKind<readonly string[]> = {
  parse(text) {
    const names = text.split(",").map((name) => name.trim());
    return names.every((name) => /^\+?[^\s+]\P{Cc}*$/u.test(name)) ? names : undefined;
  },
  allowed: "names of columns, separated by commas",
  suggest: "columns",
  commas: true,
};

/** Every family of settings, by the part of its keys before the dot. */
export const FAMILIES = {
  columns: {
    help: "columns of the tables of a command, unless --columns or --wide is given",
    called: "command",
    ...COLUMN_NAMES,
  },
  view: {
    help: "columns of carry list --view <name>, for its table and its csv",
    called: "name",
    ...COLUMN_NAMES,
  },
  portfolios: {
    help: "name of a portfolio, which --portfolio accepts",
    called: "name",
    name: PORTFOLIO_NAME,
    ...UUID,
  },
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;

/** Key of a setting of a family: `columns.list`. */
export type NamedKey = `${FamilyName}.${string}`;

/** The families as help names them: `columns.<command>`. */
export const FAMILY_KEYS = Object.entries(FAMILIES).map(([name, it]) => `${name}.<${it.called}>`);

/** Reports whether a text is the key of a setting of a family. */
export function isNamedKey(text: string): text is NamedKey {
  const [, family = "", name = ""] = /^([a-z]+)\.(.+)$/.exec(text) ?? [];
  if (!Object.hasOwn(FAMILIES, family)) return false;
  const { name: form = /^[a-z0-9][\w-]{0,63}$/i }: Family = FAMILIES[family as FamilyName];
  return form.test(name);
}

/** Returns the family of a key. */
export function familyOf(key: NamedKey): Family {
  return FAMILIES[key.slice(0, key.indexOf(".")) as FamilyName];
}

/** Returns the settings of a family in a profile: their text by name. */
export function namedIn(family: FamilyName, profile: object): ReadonlyMap<string, string> {
  const own = Object.entries(profile).flatMap(([key, text]) =>
    isNamedKey(key) && key.startsWith(`${family}.`) && typeof text === "string"
      ? [[key.slice(family.length + 1), text] as const]
      : [],
  );
  return new Map(own);
}
