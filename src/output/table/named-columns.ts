/** A column, as far as a list of columns names it. */
export interface NamedColumn {
  readonly key: string;
  /** Heading in a table. */
  readonly header?: string;
  /** Whether it is what a figure rests on. */
  readonly isDetail?: boolean;
}

/** Returns the names of columns for a list of them. */
export function namedColumns(columns: readonly NamedColumn[]): string[] {
  return columns.filter(({ isDetail }) => isDetail !== true).map(({ key }) => key);
}
