import { Digits } from "../json-digits.js";
import { parseInstant } from "./instant.js";

/** Values of `--time`: ISO 8601 in UTC, seconds since the epoch, or as sent. */
export const TIME_FORMS = ["iso", "epoch", "sent"] as const;
export type TimeForm = (typeof TIME_FORMS)[number];

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Returns plain data with each ISO 8601 date-time of it (UTC without an offset) in another form: `iso`
 * with a `Z` and a fraction only where there is one, `epoch` as a number of seconds. Fractions keep
 * their digits; dates and anything else stay as they are.
 */
export function withTimesAs(form: TimeForm, data: unknown): unknown {
  if (form === "sent") return data;
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return timeAs(form, value) ?? value;
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value?.constructor !== Object) return value; // also Digits
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
  };
  return visit(data);
}

function timeAs(form: "iso" | "epoch", text: string): string | number | Digits | undefined {
  const [, second, fraction = "", offset = "Z"] = DATE_TIME.exec(text) ?? [];
  if (second === undefined) return undefined;
  const time = parseInstant(`${second.replace(" ", "T")}${offset}`);
  if (Number.isNaN(time)) return undefined;
  const digits = fraction.replace(/0+$/, "");
  const rest = digits === "" ? "" : `.${digits}`;
  if (form === "iso") return new Date(time).toISOString().replace(".000Z", `${rest}Z`);
  return rest === "" || time < 0 ? time / 1000 : new Digits(`${time / 1000}${rest}`);
}
