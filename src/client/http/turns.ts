/**
 * Waits until started requests are sent. undici checks an idle connection for one turn of the event
 * loop before it writes to it; work done before that would delay the request.
 */
export async function untilSent(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
