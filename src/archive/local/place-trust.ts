import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { UnfitFileError } from "../../storage/system-error.js";
import { distrust, faultOf, type Group, groupOf, othersMayWrite } from "../../storage/trust.js";

/** Modes of what is created in an archive. */
export interface Modes {
  readonly file: number;
  readonly directory: number;
}

/**
 * Judges the directory of an archive and those in it, once each: others cannot change a trusted one.
 * @param isNamed whether the user has named the directory; only then may a group share it
 */
export function createPlaceTrust(root: string, isNamed: boolean) {
  const judged = new Set<string>();
  let group: Group | undefined;
  const judge = (directory: string): string | undefined => {
    if (judged.has(directory)) return undefined;
    if (directory === root && isNamed) group = groupOf(root);
    const stats = statSync(directory, { throwIfNoEntry: false });
    const fault = distrust(directory, group);
    if (fault !== undefined || stats === undefined) return fault;
    // A sticky directory is no place for an archive, though files of the caller are safe in it.
    if (othersMayWrite(stats, group)) return `${directory} can be changed by other users`;
    judged.add(directory);
    return undefined;
  };
  const judgeBoth = (directory: string) => judge(root) ?? judge(directory);
  return {
    follows: true,
    fault: (path: string, stats: Stats) =>
      judgeBoth(dirname(path)) ??
      faultOf(path, stats, group) ??
      (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
        ? distrust(path, group)
        : undefined),
    /**
     * Ensures that only the caller, root and the archive's group can write to a directory, existing or not.
     * @throws {UnfitFileError}
     */
    check(directory: string): void {
      const fault = judgeBoth(directory);
      if (fault !== undefined) throw new UnfitFileError("trust", fault);
    },
    /** Returns 0600 and 0700, with the bits of the group that shares the archive. */
    modes(): Modes {
      const bits = group?.bits ?? 0;
      return { file: 0o600 | (bits & 0o060), directory: 0o700 | (bits && 0o2000 | bits) };
    },
  };
}
