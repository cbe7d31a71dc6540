import type { Io } from "./io.js";

/** Maximum number of bytes read where one line is expected. */
const MAX_LINE_BYTES = 64 * 1024;

/**
 * Reads stdin to its end, or until it exceeds `maxBytes`, without the final line end.
 * @throws the signal's reason when it is aborted meanwhile
 */
export async function readPiped({ stdin, signal }: Io, maxBytes = MAX_LINE_BYTES): Promise<string> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const text = await Promise.race([readAll(stdin(), maxBytes), interrupted]);
  return text.replace(/\r?\n$/, "");
}

async function readAll(stdin: AsyncIterable<string | Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    chunks.push(buffer);
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
