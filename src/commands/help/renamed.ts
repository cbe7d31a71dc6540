/** Commands that were removed, with what replaces them; CHANGELOG.md has the same table. */
export const RENAMED: Readonly<Record<string, string>> = {
  "positions history": "positions pnl --by snapshot",
  "funding market-history": "funding history --listed",
};

/** Options that were removed, with what replaces them where a command has that. */
export const RENAMED_OPTIONS: Readonly<Record<string, string>> = { "--max-holes": "--max-gaps" };
