/** One answer, whatever its status, with its body whole and decompressed. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; a header sent several times is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
}
