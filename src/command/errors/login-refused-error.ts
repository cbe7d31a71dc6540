/** A login was not stored because the service did not confirm it. Its cause determines its kind. */
export class LoginRefusedError extends Error {
  override name = "LoginRefusedError";
  constructor(
    message: string,
    readonly hint: string,
    /** The failed request. */
    override readonly cause: unknown,
    /** The base URL at which the service confirms the other answers, where that is another one. */
    readonly baseUrl?: string,
  ) {
    super(message, { cause });
  }
}
