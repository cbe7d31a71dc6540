/** Reason for a missing or incomplete answer. */
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
 * Kind of a failure, for programs:
 * - `refused_request`: an argument, base URL or key that must not be sent. Nothing was sent.
 * - `proxy_setting`: HTTP_PROXY or HTTPS_PROXY is not the URL of a proxy. Nothing was sent.
 * - `missing_key`: the call needs an API key and there is none. Nothing was sent.
 * - `unauthorized`, `forbidden`, `not_found`, `rate_limited`: status 401, 403, 404, 429.
 * - `rejected`: any other status from 400 to 499.
 * - `service_failed`: a status of 500 or more.
 * - `unexpected_status`: any other status outside 2xx.
 * - `connection_<fault>`: the service could not be reached; see {@link ConnectionFault}.
 * - `truncated`, `not_http`, `body_too_large`, `headers_too_large`, `redirect`: the answer is
 *   incomplete, or must not be read or followed.
 * - `unexpected_answer`: the answer does not match the interface.
 * - `interrupted`: a listing was ended by its signal or by an error of a function passed in, such as
 *   `apiKey`; `cause` is that error or the signal's reason.
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
