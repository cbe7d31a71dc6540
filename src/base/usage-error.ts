/** The command line asks for something that cannot be: told before anything is sent. */
export class UsageError extends Error {
  override name = "UsageError";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
