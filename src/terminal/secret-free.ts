import type { Secrets } from "../base/secrets.js";
import type { Sink } from "./io.js";

/** Returns a sink that replaces the secrets in text. */
export function withoutSecrets(sink: Sink, secrets: Secrets): Sink {
  return {
    get isTTY() {
      return sink.isTTY;
    },
    get columns() {
      return sink.columns;
    },
    get rows() {
      return sink.rows;
    },
    onResize: (listener) => sink.onResize?.(listener) ?? (() => {}),
    write: (data) => sink.write(typeof data === "string" ? secrets.redact(data) : data),
  };
}
