import type { RunWindow } from "../../analytics/funding/run.js";
import { OUTLOOK_STATES } from "../../analytics/funding/state-names.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import { REASON_CODES } from "../../base/reason-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand, type TreeAccess } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { MARKET, POSITION_ID, SOME_TEXT } from "../../command/kinds.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { atServiceTime } from "../../command/times.js";
import { nearestTo } from "../../output/text/nearest.js";
import { type Audited, auditJson, auditRows, auditView } from "./audit-record.js";
import { explainedJson, wordView } from "./record.js";

const RUNS = (["24h", "3d", "7d", "30d"] as const satisfies readonly RunWindow[]).map(
  (it) => `run_${it}`,
);

/** Names of `AUDITS` and of `PAIR_AUDITS`, which are loaded later. */
export const AUDITED = {
  position: [
    ...RUNS,
    ...["funding_24h", "funding_7d", "funding_30d", "unhedged", "imbalance", "net_pnl", "apr"],
    ...["break_even", "basis", "se", "distance", "worst_week"],
  ],
  pair: [...RUNS, "basis", "se", "worst_week"],
} as const;

export const explain = defineCommand({
  description:
    "Explain a figure, a column, a mark, a reason or a state: what it is, its formula, unit and base, when it is –, and what is left out. With a position, or the two markets of a pair, print the inputs of a figure of it (events with rate, mark price, quantity and amount) and the steps to its value, so that a second person can add it up by hand",
  args: {
    word: {
      kind: { ...SOME_TEXT, choices: [...AUDITED.position, ...OUTLOOK_STATES, ...REASON_CODES] },
      help: `a name in json or of a table, a mark such as '~', a reason or a state; to be audited, one of ${AUDITED.position.join(", ")}; of a pair, one of ${AUDITED.pair.join(", ")}`,
    },
    position: {
      kind: POSITION_ID,
      optional: true,
      help: "position whose figure is audited: its asset, SUI.1a9f, or the first characters of its id; or the long market of a pair",
    },
    short: {
      kind: MARKET,
      optional: true,
      help: "short market of a pair: binance:BTCUSDT, BTC/binance, or its id",
    },
  },
  options: { portfolio: { setting: "portfolio" }, stale: { setting: "stale" } },
  views: () => [wordView(), auditView()],
  examples: {
    "carry explain eaten_by_basis": "what a column is, and its formula",
    "carry explain '~'": "what a mark says",
    "carry explain run_7d AVAX": "every event of a figure, and their sum",
    "carry explain run_7d AVAX -o csv": "the same for a spreadsheet",
    "carry explain run_30d 1 4": "the spread of 30 days, long on 1 and short on 4",
  },
  async run(context, { args: { word, position, short } }, { allSchemas, allCommands }) {
    if (position === undefined) return explainWord(context, word, { allSchemas, allCommands });
    return short === undefined
      ? auditPosition(context, word, position)
      : auditPair(context, word, [position, short]);
  },
});

async function explainWord(
  context: Context,
  word: string,
  { allSchemas, allCommands }: Pick<TreeAccess, "allSchemas" | "allCommands">,
): Promise<undefined> {
  await (await printerOf(context)).check(wordView());
  const { readEntries } = await import("./entries.js");
  const { fieldsOf, headersOf, ruleFields } = await import("./schema-fields.js");
  const { knownWords, meaningsOf } = await import("./words.js");
  const entries = readEntries();
  const named = { fields: await fieldsOf(await allSchemas()), rules: await ruleFields() };
  const headers = headersOf(await allCommands());
  const meanings = meaningsOf(word, entries, named, headers.get(word.toLowerCase()));
  if (meanings.length === 0) {
    const near = nearestTo(word, [...knownWords(entries, named), ...headers.keys()]);
    throw new UsageError(
      `explain: nothing is called "${word}"`,
      near === undefined
        ? "names are those of json (`carry schema`), of columns, marks, reasons and states"
        : `did you mean \`carry explain ${near.includes(" ") ? `'${near}'` : near}\`?`,
    );
  }
  const explained = { figure: word, meanings };
  await printComputed(context, {
    json: () => explainedJson(explained),
    rows: explained.meanings,
    view: wordView(explained),
  });
  return undefined;
}

async function auditPosition(context: Context, figure: string, name: string): Promise<ExitCode> {
  const known = auditedName(figure, "position");
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  await (await printerOf(context)).check(auditView());
  const { openPositions } = await import("../../portfolio/positions/open-positions.js");
  const { marketsOf, recentFunding } = await import("../../portfolio/funding/recent-funding.js");
  const { AUDITS } = await import("./audits/all-audits.js");
  const client = await context.client(CONCURRENCY);
  const { positions, failure } = await openPositions(context, client, { names: [name] });
  const [position] = positions;
  const auditOf = AUDITS[known];
  if (position === undefined || auditOf === undefined) return exitCodeOf(failure);
  const now = client.serviceNow();
  const { signal } = context.io;
  const funding = /^(run|funding|break|se|worst|distance)/.test(known)
    ? await recentFunding(context, positions, now, { client, signal, named: marketsOf(positions) })
    : undefined;
  const historyOf = funding?.historyOf ?? (() => undefined);
  const audit = auditOf(position, { historyOf, now, staleMs });
  await printAudit(context, { ...audit, figure: known, position });
  return exitCodeOf(gravestOf([failure, funding?.failure]));
}

async function auditPair(
  context: Context,
  figure: string,
  names: readonly [long: string, short: string],
): Promise<ExitCode | undefined> {
  const known = auditedName(figure, "pair");
  await (await printerOf(context)).check(auditView());
  const { fetchPair } = await import("../../portfolio/markets/compared-markets.js");
  const { RUN_HISTORY_MS } = await import("../../analytics/funding/shown-runs.js");
  const { PAIR_AUDITS } = await import("./audits/pair.js");
  const pair = await atServiceTime(context, (now) => {
    const start = now - RUN_HISTORY_MS;
    const range = { start, end: now, rhythmFrom: start };
    return fetchPair(context, "explain", names, range, false);
  });
  if (typeof pair === "number") return pair;
  const audit = PAIR_AUDITS[known]?.(pair);
  if (audit !== undefined) {
    await printAudit(context, { ...audit, figure: known, markets: pair.markets });
  }
  return undefined;
}

function printAudit(context: Context, audited: Audited): Promise<void> {
  return printComputed(context, {
    json: () => auditJson(audited),
    rows: auditRows(audited),
    view: auditView(audited),
  });
}

/** @throws {UsageError} for a figure that is not audited */
function auditedName(figure: string, of: keyof typeof AUDITED): string {
  const known = figure.replaceAll(/[- ]/g, "_").toLowerCase();
  const all: readonly string[] = AUDITED[of];
  if (all.includes(known)) return known;
  const near = nearestTo(figure, all);
  throw new UsageError(
    `explain: ${figure} is not audited for a ${of}`,
    `${near === undefined ? "" : `did you mean ${near}? `}audited are ${all.join(", ")}; without a ${of}, any word is explained`,
  );
}
