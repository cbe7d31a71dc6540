import { Readable, Writable } from "node:stream";
import type { Io } from "../../terminal/io.js";

/** Returns stdin and stdout as streams of Node. The reader of stdout may go: that ends the server. */
export function protocolStreams(io: Io): { input: Readable; output: Writable } {
  const stdin = io.stdin();
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      io.stdout.write(chunk).then(() => done(), done);
    },
  });
  return { input: stdin instanceof Readable ? stdin : new Readable().wrap(stdin), output };
}
