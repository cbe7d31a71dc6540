/** A set of files for mutation tests, with the tests of them; paths from the root of the repository. */
export interface MutantSet {
  readonly files: readonly string[];
  readonly quick: readonly string[];
  readonly thorough: readonly string[];
}

export const SETS: Readonly<Record<string, MutantSet>>;
