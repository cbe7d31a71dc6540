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
import { POSITION_ID, SOME_TEXT } from "../../command/kinds.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { nearestTo } from "../../output/text/nearest.js";
import { AUDIT, auditRows, auditView } from "./audit-record.js";
import { explainedJson, wordView } from "./record.js";

/** Names of `AUDITS`, which is loaded later. */
export const AUDITED = [
  ...(["24h", "3d", "7d", "30d"] as const satisfies readonly RunWindow[]).map((it) => `run_${it}`),
  ...["funding_24h", "funding_7d", "funding_30d", "unhedged", "imbalance", "net_pnl", "apr"],
  ...["break_even", "basis", "se", "distance", "worst_week"],
];

export const explain = defineCommand({
  description:
    "Explain a figure, a column, a mark, a reason or a state: what it is, its formula, unit and base, when it is –, and what is left out. With a position, print the inputs of a figure of it (events with rate, mark price, quantity and amount) and the steps to its value, so that a second person can add it up by hand",
  args: {
    word: {
      kind: { ...SOME_TEXT, choices: [...AUDITED, ...OUTLOOK_STATES, ...REASON_CODES] },
      help: `a name in json or of a table, a mark such as '~', a reason or a state; to be audited, one of ${AUDITED.join(", ")}`,
    },
    position: {
      kind: POSITION_ID,
      optional: true,
      help: "position whose figure is audited: its asset, SUI.1a9f, or the first characters of its id",
    },
  },
  options: { portfolio: { setting: "portfolio" }, stale: { setting: "stale" } },
  views: () => [wordView(), auditView()],
  examples: [
    { line: "carry explain eaten_by_basis", what: "what a column is, and its formula" },
    { line: "carry explain '~'", what: "what a mark says" },
    { line: "carry explain run_7d AVAX", what: "every event of a figure, and their sum" },
    { line: "carry explain run_7d AVAX -o csv", what: "the same for a spreadsheet" },
  ],
  async run(context, { args: { word, position } }, { allSchemas, allCommands }) {
    return position === undefined
      ? explainWord(context, word, { allSchemas, allCommands })
      : audit(context, word, position);
  },
});

async function explainWord(
  context: Context,
  word: string,
  { allSchemas, allCommands }: Pick<TreeAccess, "allSchemas" | "allCommands">,
): Promise<undefined> {
  await (await printerOf(context)).check(wordView());
  const { readEntries } = await import("./entries.js");
  const { fieldsOf, headersOf } = await import("./schema-fields.js");
  const { knownWords, meaningsOf } = await import("./words.js");
  const entries = readEntries();
  const fields = await fieldsOf(await allSchemas());
  const headers = headersOf(await allCommands());
  const meanings = meaningsOf(word, entries, fields, headers.get(word.toLowerCase()));
  if (meanings.length === 0) {
    const near = nearestTo(word, [...knownWords(entries, fields), ...headers.keys()]);
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

async function audit(context: Context, figure: string, name: string): Promise<ExitCode> {
  const known = figure.replaceAll(/[- ]/g, "_").toLowerCase();
  if (!AUDITED.includes(known)) throw notAudited(figure);
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  await (await printerOf(context)).check(auditView());
  const { openPositions } = await import("../../portfolio/positions/open-positions.js");
  const { marketsOf, recentFunding } = await import("../../portfolio/funding/recent-funding.js");
  const { AUDITS } = await import("./audits/all-audits.js");
  const client = await context.client(CONCURRENCY);
  const { positions, failure } = await openPositions(context, client, [name]);
  const [position] = positions;
  const auditOf = AUDITS[known];
  if (position === undefined || auditOf === undefined) return exitCodeOf(failure);
  const now = client.serviceNow();
  const { signal } = context.io;
  const funding = /^(run|funding|break|se|worst|distance)/.test(known)
    ? await recentFunding(context, positions, now, { client, signal, named: marketsOf(positions) })
    : undefined;
  const historyOf = funding?.historyOf ?? (() => undefined);
  const audited = { ...auditOf(position, { historyOf, now, staleMs }), figure: known, position };
  await printComputed(context, {
    json: () => AUDIT.json(audited),
    rows: auditRows(audited),
    view: auditView(audited),
  });
  return exitCodeOf(gravestOf([failure, funding?.failure]));
}

function notAudited(figure: string): UsageError {
  const near = nearestTo(figure, AUDITED);
  return new UsageError(
    `explain: ${figure} is not audited for a position`,
    `${near === undefined ? "" : `did you mean ${near}? `}audited are ${AUDITED.join(", ")}; without a position, any word is explained`,
  );
}
