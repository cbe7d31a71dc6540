const [STOP, TRUE, FALSE, BYTE, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 6, 7, 8, 9, 12];

/** What a record may have: values, levels of nesting, and bytes of a text. */
export interface RecordBounds {
  readonly values: number;
  readonly nesting: number;
  readonly textBytes: number;
}

/**
 * Checks a record in Thrift's compact protocol (a footer or a page header) before hyparquet reads it, which
 * accepts lengths, nesting and numbers of any size.
 * @returns where the record ends
 * @throws {Error} when it exceeds its bounds, or does not end before `end`
 */
export function endOfRecord(
  bytes: Uint8Array,
  start: number,
  end: number,
  bounds: RecordBounds,
): number {
  let at = start;
  let left = bounds.values;
  const pass = (length: number): number => {
    if (length > end - at) throw new Error("it has a record that does not end");
    at += length;
    return bytes[at - 1] ?? 0;
  };
  const number = (mostBytes: number): number => {
    let value = 0;
    for (let count = 0; count < mostBytes; count++) {
      const byte = pass(1);
      value += (byte & 0x7f) * 2 ** (7 * count);
      if (byte < 0x80) return value;
    }
    throw new Error("it has a number that is too long");
  };
  const element = (type: number, depth: number): void => {
    if (left-- === 0) throw new Error(`it has a record of more than ${bounds.values} values`);
    if (type === STRUCT) struct(depth + 1);
    else if (type === LIST) list(depth + 1);
    else if (type === BINARY) {
      const length = number(5);
      if (length > bounds.textBytes)
        throw new Error(`it has a text of ${length} bytes in a record`);
      pass(length);
    } else if (type === DOUBLE) pass(8);
    else if (type > BYTE && type <= I64) number(type === I64 ? 10 : 5);
    else pass(1);
  };
  const list = (depth: number): void => {
    assertDepth(depth);
    const head = pass(1);
    const length = head >> 4 === 15 ? number(5) : head >> 4;
    for (let count = 0; count < length; count++) element(head & 15, depth);
  };
  const struct = (depth: number): void => {
    assertDepth(depth);
    for (let head = pass(1); (head & 15) !== STOP; head = pass(1)) {
      if (head >> 4 === 0) number(5);
      if ((head & 15) !== TRUE && (head & 15) !== FALSE) element(head & 15, depth);
    }
  };
  const assertDepth = (depth: number): void => {
    if (depth > bounds.nesting)
      throw new Error(`it has a record nested deeper than ${bounds.nesting}`);
  };
  struct(1);
  return at;
}
