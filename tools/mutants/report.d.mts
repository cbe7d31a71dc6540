interface Place {
  readonly line: number;
  readonly column: number;
}

/** The part of a report of Stryker that is used. */
export interface MutantReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly replacement: string;
          readonly location: { readonly start: Place; readonly end: Place };
        }[];
      }
    >
  >;
}

export function scoreOf(report: MutantReport): string;
export function survivorsOf(report: MutantReport): string[];
export function withoutSurvivors(report: MutantReport): MutantReport;
