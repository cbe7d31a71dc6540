const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Bounds of input from others. None depends on what an input says of itself; what exceeds one is refused
 * before it takes the memory or the time.
 */
export const BOUNDS = {
  /** An answer of the service. */
  service: {
    /** Bytes of a body, before and after decompression: a page of 500 positions is below 1 MiB. */
    bodyBytes: 16 * MIB,
    /** Bytes of a body outside 2xx, where the status matters most. */
    asideBytes: 64 * KIB,
    /** Bytes of the headers, as in Node's own HTTP client; real ones are below 1 kB. */
    headerBytes: 16 * KIB,
    /**
     * Values in a body: ten thousand records of thirty fields. The largest page of positions has
     * about a tenth; a value may take 500 bytes of memory until it is printed.
     */
    values: 300_000,
    /** Levels of nesting; the interface has five. Protects the stack. */
    nesting: 100,
    /** Pages in a row without anything new, after which a listing does not advance. */
    stalePages: 100,
    /** Pages of a listing; one of a million positions has at most 10,000 of the usual sizes. */
    pages: 100_000,
    /** Requests for what an answer of settled events lacks, each older or later than the last. */
    cutOff: 100,
    /** Unreadable records of an answer; one with more is refused. */
    unreadable: 10_000,
  },
  /** A file of an archive. */
  archive: {
    /** Bytes of a file; ten million events have 100 MB. */
    fileBytes: 1024 * MIB,
    /** Bytes of a row group without compression; the texts of one have at most 24 MiB, or are of one row. */
    groupBytes: 256 * MIB,
  },
  /** A file of this computer. */
  file: {
    /** Bytes of a file that the user names. */
    named: 256 * MIB,
    /** Bytes of a file that carry keeps for itself. */
    own: 32 * MIB,
    /** Bytes of the configuration. */
    configuration: 16 * MIB,
    /** Bytes of a file with a key, of at most 4,096. */
    key: 64 * KIB,
  },
  /** What the command of `api-key-command` prints. */
  keyCommand: {
    /** Bytes of each of its streams. A key has at most 4,096. */
    outputBytes: MIB,
  },
  /** Text that is shown. */
  shown: {
    /** Combining marks on a character. */
    marks: 8,
    /** Characters of a name in a report. */
    name: 64,
  },
  /** Text that messages quote. */
  quoted: {
    /** Characters of a message of the service. */
    message: 500,
    /** Characters of what a bucket or a command says. */
    aside: 300,
    /** Characters of a name or value, such as that of a header. */
    value: 40,
  },
} as const;
