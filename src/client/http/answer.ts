/**
 * An answer of any status. The body of a 2xx answer is complete and decompressed; otherwise it is
 * what could be read of its first 64 kB.
 */
export interface HttpAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names; values of repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Final URL, after redirects. */
  readonly url: URL;
}

/** Reports whether a status is 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
