import type { Io } from "./io.js";

/** Enough for whatever is meant to be one line. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads what is piped into stdin to its end, without the line end that closes it.
 * @throws the signal's reason when the process is asked to end meanwhile
 */
export async function readPiped({ stdin, signal }: Io): Promise<string> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const text = await Promise.race([readAll(stdin), interrupted]);
  return text.replace(/\r?\n$/, "");
}

async function readAll(stdin: AsyncIterable<string | Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    chunks.push(buffer);
    if (bytes > MAX_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
