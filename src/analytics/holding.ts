/** How long ago an ISO 8601 time was, in milliseconds; a time without an offset is UTC. */
export function ageOf(time: string, now: number): number {
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time);
  return now - Date.parse(hasOffset ? time : `${time}Z`);
}

/** How long a position has been held, in milliseconds: until it was closed, or until now. */
export function heldMs(
  position: { readonly opened_at: string; readonly closed_at: string | null },
  now: number,
): number {
  const held = ageOf(position.opened_at, now);
  return position.closed_at === null ? held : held - ageOf(position.closed_at, now);
}
