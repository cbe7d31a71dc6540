/** A login was not stored, since the service did not confirm it. What it means is what its cause means. */
export class LoginRefusedError extends Error {
  override name = "LoginRefusedError";
  constructor(
    message: string,
    readonly hint: string,
    /** What the service, or the way to it, said. */
    override readonly cause: unknown,
  ) {
    super(message, { cause });
  }
}
