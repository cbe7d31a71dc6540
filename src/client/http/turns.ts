/**
 * Waits until requests that were begun are on the wire. undici watches an idle connection for a turn
 * of the event loop before it writes to it, and then sends; whatever is worked on before that holds
 * the request up for as long.
 */
export async function untilSent(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
