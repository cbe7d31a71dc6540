/** The statuses of a position that the interface has. A service may send others. */
export const STATUSES = ["open", "closed"] as const;

/** The sides of a leg that the interface has. */
export const SIDES = ["long", "short"] as const;

/** Reports whether the interface has a status. */
export function isStatus(word: string): word is (typeof STATUSES)[number] {
  return STATUSES.some((it) => it === word);
}

/** Reports whether the interface has a side. */
export function isSide(word: string): word is (typeof SIDES)[number] {
  return SIDES.some((it) => it === word);
}
