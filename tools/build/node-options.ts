const NAME = Buffer.from("NODE_OPTIONS");

/* V8's snapshot contains the name as well, after its length, and is protected by a checksum. */
const LENGTH = Buffer.from([NAME.length, 0, 0, 0]);

/**
 * Returns a Node binary that ignores the variable NODE_OPTIONS, whose options could load code into
 * `carry` or make it fail. Node 20 and 22 have no setting for this, so the name of the variable is
 * emptied, and no variable has an empty name. A linker may share the name with a message that ends in
 * it (` is not allowed in NODE_OPTIONS`, which only an option in the variable causes), so every C
 * string that ends in the name is changed.
 * @throws {Error} when the binary contains no such string
 */
export function withoutNodeOptions(binary: Buffer): Buffer {
  const patched = Buffer.from(binary);
  let count = 0;
  for (let at = binary.indexOf(NAME); at >= 0; at = binary.indexOf(NAME, at + 1)) {
    const isEnd = binary[at + NAME.length] === 0;
    const isInSnapshot = binary.subarray(Math.max(0, at - LENGTH.length), at).equals(LENGTH);
    if (!isEnd || isInSnapshot) continue;
    patched[at] = 0;
    count++;
  }
  if (count === 0) throw new Error("the Node binary does not contain the name NODE_OPTIONS");
  return patched;
}
