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

/** 401: the key is missing or unknown. */
export function unauthorized(): Refusal {
  return new Refusal(401, "UNAUTHORIZED", "API key missing or invalid", {
    "www-authenticate": "Bearer",
  });
}

/** 403: the key does not grant the scope. */
export function forbidden(): Refusal {
  return new Refusal(403, "FORBIDDEN", "API key lacks the required scope");
}

/** 404: not found. */
export function notFound(what: string): Refusal {
  return new Refusal(404, "NOT_FOUND", `${what} not found`);
}

/** 405: only GET is supported. */
export function notAllowed(): Refusal {
  return new Refusal(405, "METHOD_NOT_ALLOWED", "only GET is allowed", { allow: "GET" });
}
