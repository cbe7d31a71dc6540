import type { PositionDetail } from "../client/resources/position.js";
import { POSITION_CATALOG } from "../figures/catalog/catalog.js";
import { allCauses } from "../figures/catalog/causes.js";
import { name } from "../figures/catalog/position.js";
import type { Ignored } from "../figures/engine/position/limits.js";
import { isFigure } from "../figures/figure.js";
import { PositionOf } from "../figures/subjects.js";
import { renderPage, textSection } from "../output/table/page.js";
import { formatCell, timeText } from "../output/text/format.js";
import type { Look } from "../output/text/look.js";
import { whySection } from "../run/screen/foot.js";
import { whyOf } from "../run/screen/why.js";
import { SPANS } from "./acknowledged.js";
import type { Brush } from "./brush.js";
import { type LogEntry, logLines } from "./events.js";
import type { WatchState } from "./keys.js";
import type { Page } from "./page.js";
import type { Shown } from "./shown.js";
import type { RoundStatus } from "./status-lines.js";

/** What is known of a full position: the last answer, and why the last request failed. */
export interface Detail {
  readonly value?: PositionDetail;
  readonly failure?: string;
}

/** What a screen is drawn from, besides what the user has chosen. */
export interface FrameSource extends RoundStatus {
  readonly shown: Shown;
  readonly log: readonly LogEntry[];
  /** Last message; undefined without one. */
  readonly notice: string | undefined;
  /** Returns what is known of a full position. */
  readonly detailOf: (id: string) => Detail;
  /** Name of the profile. */
  readonly name: string;
  /** Current time, milliseconds since the epoch. */
  readonly time: number;
  /** Whether keys can be pressed. */
  readonly hasKeyboard: boolean;
  /** Whether it is the only frame, which has no keys. */
  readonly isOnce: boolean;
}

/** A cause that can be acknowledged, and until when; `never` takes it back. */
export interface Entry {
  readonly code: Ignored["code"];
  /** Milliseconds since the epoch; undefined until the cause clears. */
  readonly until: number | undefined | "never";
  readonly text: string;
}

/** The lines of what covers a table; in a list of causes what each line stands for. */
export interface SheetText {
  readonly lines: readonly string[];
  readonly entries?: readonly Entry[];
}

/** Returns what covers the table; undefined for nothing. */
export async function sheetOf(
  state: WatchState,
  source: FrameSource,
  page: Page,
  look: Look,
  brush: Brush,
): Promise<SheetText | undefined> {
  const { sheet } = state;
  const said = (text: string) => ({ lines: brush.paragraph({ text }) });
  const plain = (texts: readonly string[]) => texts.map((text) => brush.line([{ text }]));
  switch (sheet?.of) {
    case undefined:
      return undefined;
    case "help":
      return { lines: [...helpLines(page, brush), ...(await doubtLines(page, source, look))] };
    case "events": {
      const lines = logLines(source.log, source.time, look.zone, brush);
      return lines.length === 0 ? said("Nothing has happened since the watch began.") : { lines };
    }
    case "sort":
      return { lines: plain(orders(page, state)) };
    case "acknowledge": {
      const p = positionIn(source, sheet.id);
      const entries = p === undefined ? [] : entriesFor(p, source, look);
      if (entries.length === 0) return said("No cause to acknowledge.");
      return { lines: plain(entries.map(({ text }) => text)), entries };
    }
    case "position": {
      const p = positionIn(source, sheet.id);
      if (p === undefined) return said("The position is not listed any more.");
      return { lines: await positionLines(p, source.detailOf(sheet.id), look) };
    }
  }
}

function positionIn({ round }: FrameSource, id: string): PositionOf | undefined {
  return round.book.all.members.find(({ record }) => record.position_id === id);
}

/** Returns a position as `carry get` shows it; until the full one is there, what the list has of it. */
async function positionLines(
  p: PositionOf,
  { value: detail, failure }: Detail,
  look: Look,
): Promise<string[]> {
  const { positionPage } = await import("../run/screen/position-page.js");
  const { performance } = p.record;
  const record = detail && { ...detail, ...(performance !== undefined && { performance }) };
  const whole = record === undefined ? p : new PositionOf(p.inputs, record);
  const state = failure ?? (detail === undefined ? "asking for its funding by leg…" : "");
  const sections = [...positionPage(whole), ...(state === "" ? [] : [textSection(state, "label")])];
  return (await renderPage(sections, look)).replace(/\n+$/, "").split("\n");
}

/** Returns the orders that a page can have: first that of its view, then its columns. */
function orders({ view }: Page, { sorts, view: name }: WatchState): string[] {
  const sort = sorts[name];
  const headers = view.defaults.table.map((key) => {
    const header = view.columns.find((it) => it.key === key)?.header.trim() ?? key;
    if (key !== sort?.key) return header;
    return sort.descending
      ? `${header}, descending: ascending`
      : `${header}, ascending: descending`;
  });
  return ["as carry list orders it", ...headers];
}

/** Returns what can be acknowledged of a position. */
function entriesFor(p: PositionOf, { shown }: FrameSource, look: Look): Entry[] {
  const { now } = p.inputs;
  return allCauses(p).flatMap((found): Entry[] => {
    const code = found.cause;
    const said = whyOf(p, found).text;
    const own = shown.acknowledgedCauses.find(
      (it) => it.code === code && it.position === p.record.position_id,
    );
    if (own !== undefined) {
      const end = own.until === undefined ? "it clears" : timeText(own.until, look);
      return [{ code, until: "never", text: `${said} · acknowledged until ${end}: take it back` }];
    }
    return SPANS.map((span) => {
      const length =
        span === undefined ? "until it clears" : `for ${formatCell("age", span, look)}`;
      const until = span === undefined ? undefined : now + span;
      return { code, until, text: `${said} · ${length}` };
    });
  });
}

/** The keys and what they do, in lines of at most 60 columns. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["up down PgUp PgDn", "move the cursor; also j k"],
  ["Home, End", "the first, the last; also g G"],
  ["Enter, Esc", "open the position, come back"],
  ["1-5, Tab", "Now, PnL, Funding, Risk, Next"],
  ["/", "filter by name, exchange, symbol, cause"],
  ["o", "sort by a column; again: the other way"],
  ["x, w", "group by exchange, the other columns"],
  ["a", "acknowledge a cause for a time"],
  ["e, R", "the events so far, refresh now"],
  ["q, Ctrl-C, Ctrl-Z", "quit, quit, return to the shell"],
];

const ABOUT = [
  "Figures that changed since the last round are highlighted for one round; small changes are not. New rows are highlighted as a whole.",
  "While a round is late or has failed, the last figures stay, with how old they are and why.",
];

/** Returns the keys, and the columns that do not fit. */
function helpLines({ dropped }: Page, brush: Brush): string[] {
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const left = dropped.length === 0 ? [] : [`Left out at this width: ${dropped.join(", ")}`];
  return [
    ...KEYS.map(([keys, what]) =>
      brush.line([{ text: keys.padEnd(widest), tone: "heading" }, { text: what }], "   "),
    ),
    "",
    ...[...left, ...ABOUT].flatMap((text) => brush.paragraph({ text, tone: "label" })),
  ];
}

/** Returns which of the shown figures are estimates or unknown, and why, after an empty line. */
async function doubtLines(
  { shown }: Page,
  { shown: { book } }: FrameSource,
  look: Look,
): Promise<string[]> {
  const figures = POSITION_CATALOG.filter(isFigure).filter(({ id }) => shown.includes(id));
  const text = await whySection(book.members, figures, name).render(look);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.length === 0 ? [] : ["", ...lines];
}
