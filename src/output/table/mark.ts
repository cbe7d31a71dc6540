/** A sign beside a value, with its explanation. */
export interface Mark {
  readonly sign: string;
  readonly meaning: string;
}

/** Marks after a figure: none, one or several. */
export type Marks = Mark | readonly Mark[] | undefined;

function asMarks(marks: Marks): readonly Mark[] {
  if (marks === undefined) return [];
  return "sign" in marks ? [marks] : marks;
}

/** Joins the signs of all marks. */
export function signsOf(marks: Marks): string {
  return asMarks(marks)
    .map(({ sign }) => sign)
    .join("");
}

/** Collects marks, each once. */
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
