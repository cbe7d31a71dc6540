/** A login was not stored because the service did not confirm it. Its cause determines its kind. */
export class LoginRefusedError extends Error {
  override name = "LoginRefusedError";
  constructor(
    message: string,
    readonly hint: string,
    /** The failed request. */
    override readonly cause: unknown,
  ) {
    super(message, { cause });
  }
}
