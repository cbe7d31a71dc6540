/**
 * One answer, whatever its status. The body of a success is whole and decompressed; of the others it
 * is what came of its first 64 kB.
 */
export interface HttpAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names; a header sent several times is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
}

/** Tells whether a status is 2xx: of those the body matters, of all others the status alone. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
