/** A request that is answered with an error body; `status` is the HTTP status. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 400: a parameter is invalid. */
export function invalid(message: string): Refusal {
  return new Refusal(400, "VALIDATION_ERROR", message);
}

/** 404: not found. */
export function notFound(what: string): Refusal {
  return new Refusal(404, "NOT_FOUND", `${what} not found`);
}
