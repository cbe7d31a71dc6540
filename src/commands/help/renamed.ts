/** Commands that were removed, with what replaces them; CHANGELOG.md has the same table. */
export const RENAMED: Readonly<Record<string, string>> = {
  "positions history": "positions pnl --by snapshot",
  "funding market-history": "funding history --listed",
};
