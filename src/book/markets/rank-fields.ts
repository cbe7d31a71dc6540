import { toDecimal } from "../../base/decimal.js";

/** Rank of an undocumented field among the fields of its record. */
export interface FieldRank {
  /** See {@link Column.priority}. */
  readonly priority: number;
  /** Equal for both sides of a pair, such as `long.exchange` and `short.exchange`. */
  readonly group: string | undefined;
}

/** Matches names of numeric fields about earnings. */
const EARNS = /(^|[._])(apr|apy|rate|spread|yield|carry|basis|pnl|profit|annuali[sz]ed)([._]|$)/i;
/** Matches names of text fields that identify the subject of a record. */
const WHERE = /(^|[._])(asset|coin|currency|exchange|venue|long|short|buy|sell|side)$/i;
const WHAT = /(^|[._])(symbol|ticker|instrument|market|pair|name)$/i;
/** Matches a side of a pair as a word of a field's name. */
const SIDES = [/(?<=^|[._])(long|short)(?=[._]|$)/i, /(?<=^|[._])(buy|sell)(?=[._]|$)/i];

const TIERS = 4;

/**
 * Ranks fields by name and type of value: rates, spreads and APRs; assets, exchanges and sides;
 * symbols; then the rest. Keeps the order within a rank. The first is never dropped.
 * @param valuesOf returns the values of a field, without missing ones
 */
export function rankFields(
  names: readonly string[],
  valuesOf: (name: string) => readonly unknown[],
): ReadonlyMap<string, FieldRank> {
  const ranked = names
    .map((name, index) => ({ name, rank: tierOf(name, valuesOf) * names.length + index }))
    .sort((a, b) => a.rank - b.rank);
  const groups = groupsOf(names);
  return new Map(
    ranked.map(({ name }, priority) => [name, { priority, group: groups.get(name) }] as const),
  );
}

function tierOf(name: string, valuesOf: (name: string) => readonly unknown[]): number {
  const isNumber = () => valuesOf(name).every((value) => toDecimal(value) !== undefined);
  if (EARNS.test(name)) return isNumber() ? 0 : TIERS - 1;
  if (WHERE.test(name)) return isNumber() ? TIERS - 1 : 1;
  if (WHAT.test(name)) return isNumber() ? TIERS - 1 : 2;
  return TIERS - 1;
}

/** Groups fields whose names differ only in the side. */
function groupsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const sharing = new Map<string, string[]>();
  for (const name of names) {
    const common = SIDES.reduce((text, side, at) => text.replace(side, `<${at}>`), name);
    if (common !== name) sharing.set(common, [...(sharing.get(common) ?? []), name]);
  }
  const groups = new Map<string, string>();
  for (const [common, members] of sharing) {
    if (members.length > 1) for (const name of members) groups.set(name, common);
  }
  return groups;
}
