import { groupBy } from "../../base/collections.js";
import type { Kind } from "../text/kind.js";
import type { MeasuredColumn } from "./sheet.js";

/** Columns that are dropped or kept together. */
interface Bundle {
  readonly columns: readonly MeasuredColumn[];
  /** Lowest priority of its columns; 0 is never dropped. */
  readonly priority: number;
  /** Whether it has only texts, ids or times, which are dropped before possible figures. */
  readonly isText: boolean;
}

const TEXTS: ReadonlySet<Kind> = new Set<Kind>(["text", "prose", "id", "time"]);

/**
 * Drops columns until the others fit, then restores dropped ones for which there is room. Texts are
 * dropped before figures, then the highest priority number, then the last column. A standard error is not
 * shown without its figure.
 * @param fits reports whether these columns fit
 */
export function columnsThatFit(
  all: readonly MeasuredColumn[],
  fits: (columns: readonly MeasuredColumn[]) => boolean,
): readonly MeasuredColumn[] {
  const droppable = bundlesOf(all).filter(({ priority }) => priority > 0);
  const gone = new Set<MeasuredColumn>();
  const kept = () => all.filter((column) => !gone.has(column));
  const dropped: Bundle[] = [];
  for (const bundle of droppable.sort(worthMore).reverse()) {
    if (fits(kept())) break;
    dropped.push(bundle);
    for (const column of bundle.columns) gone.add(column);
  }
  const isAlone = ({ key }: MeasuredColumn) =>
    key.endsWith(".se") && [...gone].some((it) => key === `${it.key}.se`);
  for (const { columns } of dropped.reverse()) {
    for (const column of columns) gone.delete(column);
    if (!fits(kept()) || columns.some(isAlone)) for (const column of columns) gone.add(column);
  }
  return kept().filter((column) => !isAlone(column));
}

/** Groups columns into bundles, in their order. */
function bundlesOf(all: readonly MeasuredColumn[]): Bundle[] {
  const groups = groupBy<MeasuredColumn, unknown>(all, (column) => column.group ?? column);
  return [...groups.values()].map((columns) => ({
    columns,
    priority: Math.min(...columns.map(({ priority }) => priority)),
    isText: columns.every(({ kind }) => TEXTS.has(kind)),
  }));
}

function worthMore(a: Bundle, b: Bundle): number {
  return Number(a.isText) - Number(b.isText) || a.priority - b.priority;
}
