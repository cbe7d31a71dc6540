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
    /** Requests for what an answer of settled events may lack, each older than the last. */
    older: 100,
    /** Unreadable records of an answer; one with more is refused. */
    unreadable: 10_000,
  },
  /** What a bucket answers. */
  bucket: {
    /** Characters of an XML document; a page of a thousand names takes a fifth. */
    xmlLength: 2 * MIB,
    /** Elements of an XML document; a page of a listing has ten for each of a thousand objects. */
    xmlElements: 50_000,
    /** Attributes of an element; S3 uses none but namespaces. */
    xmlAttributes: 16,
    /** Levels of an XML document; lists and errors of S3 are three levels deep. */
    xmlNesting: 16,
    /** Pages of a listing, of usually a thousand objects each. */
    pages: 2_000,
    /** Objects of a listing. */
    objects: 200_000,
    /** Bytes of the name of an object, as S3 has it. */
    nameBytes: 1_024,
    /** Characters of all names of a listing: 80 for each object. */
    namesLength: 16 * MIB,
  },
  /** A file of an archive. */
  archive: {
    /** Bytes of an object of a bucket; a month of 5,000 hourly markets is below 64 MiB. */
    objectBytes: 128 * MIB,
    /** Bytes of a file of rows in a directory; ten million events have 100 MB. */
    rowsBytes: 1024 * MIB,
    /** Bytes of any other file in a directory, such as carry-archive.json. */
    otherBytes: MIB,
    /** Rows of a file. */
    fileRows: 20_000_000,
    /** Bytes of a file of rows without compression. */
    fileContentBytes: 4096 * MIB,
    /** Rows that are read at once; carry writes 20,000 together, DuckDB 122,880, Polars 262,144. */
    groupRows: 262_144,
    /** Bytes of those rows without compression. */
    groupContentBytes: 64 * MIB,
    /** Bytes of the texts of a column of those rows, which may share a few long ones. */
    groupTextBytes: 1024 * MIB,
    /** The record at the end of a file; ten values and 100 bytes for a column of 20,000 rows. */
    footer: { bytes: 4 * MIB, values: 400_000, nesting: 16, textBytes: 8 * KIB },
    /** The record before a page; its texts are the smallest and the largest of the page. */
    pageHeader: { values: 100, nesting: 8, textBytes: 8 * KIB },
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
  /** What `carry mcp` reads from its client. */
  agent: {
    /** Bytes of a message; the longest arguments of a tool take a few hundred. */
    frameBytes: MIB,
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
