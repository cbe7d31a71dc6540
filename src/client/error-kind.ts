/** Why no answer, or not all of one, was had. */
export type ConnectionFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "reset"
  | "timeout"
  | "tls"
  | "proxy"
  | "resources";

/**
 * What went wrong, for programs to decide by:
 * - `refused_request`: an argument, base URL or key that must not be sent. Nothing was sent.
 * - `proxy_setting`: HTTP_PROXY or HTTPS_PROXY does not name a proxy. Nothing was sent.
 * - `missing_key`: the call needs an API key and there is none. Nothing was sent.
 * - `unauthorized`, `forbidden`, `not_found`, `rate_limited`: status 401, 403, 404, 429.
 * - `rejected`: any other status from 400 to 499.
 * - `service_failed`: a status of 500 or more.
 * - `unexpected_status`: any other status that is no success.
 * - `connection_<fault>`: the service could not be reached, by {@link ConnectionFault}.
 * - `truncated`, `not_http`, `body_too_large`, `headers_too_large`, `redirect`: what came is not a
 *   whole answer, or not one that may be read.
 * - `unexpected_answer`: the answer does not match the interface.
 * - `interrupted`: a listing was ended by its signal or by a function that was passed in, such as
 *   `apiKey`; `cause` is what that threw.
 */
export type CarryErrorKind =
  | "refused_request"
  | "proxy_setting"
  | "missing_key"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "rejected"
  | "service_failed"
  | "unexpected_status"
  | `connection_${ConnectionFault}`
  | "truncated"
  | "not_http"
  | "body_too_large"
  | "headers_too_large"
  | "redirect"
  | "unexpected_answer"
  | "interrupted";
