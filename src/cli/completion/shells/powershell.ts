import type { Offer } from "../offer.js";
import { answerOf, beginning, described, type Request, type Shell } from "./shell.js";

/** Quotes of PowerShell, which accepts curly ones, too. */
const SINGLE = "'\u2018-\u201b";
const DOUBLE = '"\u201c-\u201e';
const QUOTES = new RegExp(`[${SINGLE}${DOUBLE}]`, "g");
const WORDS = new RegExp(
  `(?:[${DOUBLE}][^${DOUBLE}]*[${DOUBLE}]?|[${SINGLE}][^${SINGLE}]*[${SINGLE}]?|[^\\s${SINGLE}${DOUBLE}])+`,
  "g",
);

/**
 * Parses the request of PowerShell: the replaced word and the line up to the cursor, separated by a
 * zero byte, in base64. Request and answer are in base64, since no version passes arguments and output
 * of a program unchanged in all cases: empty ones are dropped, quotes lost, non-ASCII letters garbled,
 * and `carry.cmd` would interpret `&`.
 */
function read([request = ""]: readonly string[]): Request | undefined {
  const [replaced, line] = Buffer.from(request, "base64").toString().split("\0");
  if (replaced === undefined || line === undefined) return undefined;
  const raw = line.match(WORDS) ?? [];
  const last = raw.length > 1 && !/\s$/.test(line) ? (raw.pop() ?? "") : "";
  const current = withoutQuotes(last);
  const kept = current.endsWith(withoutQuotes(replaced))
    ? current.length - withoutQuotes(replaced).length
    : 0;
  const isQuoted = last.search(QUOTES) === 0;
  return {
    before: raw.slice(1).map(withoutQuotes),
    current,
    after: [],
    write: (offer) => write(offer, kept, isQuoted),
  };
}

export const powershell: Shell = { hasSuffixes: false, read };

/**
 * Formats a line per word: the inserted text, the listed one and the description. Without words,
 * PowerShell offers file names.
 */
function write(offer: Offer, kept: number, isQuoted: boolean): string {
  const rows = beginning(offer, true).flatMap((word) => {
    const whole = offer.prefix + word.value;
    const inserted = whole.slice(kept);
    return inserted === "" ? [] : [`${inserted}\t${whole}\t${described(word) || whole}`];
  });
  if (rows.length === 0) return "";
  return Buffer.from(answerOf([isQuoted ? "quoted" : ""], "", rows)).toString("base64");
}

function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTES, "");
}
