import { Transform } from "node:stream";
import { BOUNDS } from "../base/bounds.js";

const LINE_FEED = 0x0a;

/**
 * Returns a stream that passes on each line as a whole, and leaves out lines longer than a message may be.
 * @param onTooLong called for each, as soon as it is too long
 * @param atEnd called when all was written; what it is given ends the stream
 */
export function boundedFrames(onTooLong: () => void, atEnd: (end: () => void) => void): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    const wasTooLong = size > BOUNDS.agent.frameBytes;
    size += part.length;
    if (size <= BOUNDS.agent.frameBytes) parts.push(part);
    else if (!wasTooLong) {
      parts = [];
      onTooLong();
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, from) + 1 || chunk.length;
        const part = chunk.subarray(from, end);
        const isEnd = part.at(-1) === LINE_FEED;
        add(part);
        if (isEnd) {
          if (parts.length > 0) this.push(Buffer.concat(parts));
          parts = [];
          size = 0;
        }
        from = end;
      }
      done();
    },
    // What was written is read in this turn of the event loop.
    flush: (done) => void setImmediate(() => atEnd(done)),
  });
}
