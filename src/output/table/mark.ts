/** What has to be known of a value, in one character. */
export interface Mark {
  readonly sign: string;
  readonly meaning: string;
}

/** What stands behind a figure: nothing, a mark or several. */
export type Marks = Mark | readonly Mark[] | undefined;

export function asMarks(marks: Marks): readonly Mark[] {
  if (marks === undefined) return [];
  return "sign" in marks ? [marks] : marks;
}

/** The signs of all, one behind the other. */
export function signsOf(marks: Marks): string {
  return asMarks(marks)
    .map(({ sign }) => sign)
    .join("");
}

/** Marks by what they say, each once. */
export interface Legend {
  add(marks: Marks): void;
  all(): Mark[];
}

export function createLegend(): Legend {
  const marks = new Map<string, Mark>();
  return {
    add(some) {
      for (const mark of asMarks(some)) marks.set(`${mark.sign} ${mark.meaning}`, mark);
    },
    all: () => [...marks.values()],
  };
}
