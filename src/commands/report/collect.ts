import { ArchiveError } from "../../archive/directory.js";
import { UsageError } from "../../base/usage-error.js";
import { loadBook } from "../../book/load-book.js";
import { withLooks } from "../../book/looks/looks.js";
import { name, portfolioId } from "../../figures/catalog/position.js";
import { gapsBetween } from "../../figures/period/gaps.js";
import { periodsOf } from "../../figures/period/periods.js";
import { Group, type Inputs, PositionOf } from "../../figures/subjects.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import type { ReportData } from "../../serve/report/html.js";

/**
 * Collects a report.
 * @param redact whether positions and portfolios have neither names nor ids
 * @throws the errors of listing positions; other failures are reported and returned
 */
export async function collectReport(
  context: Context,
  redact: boolean,
): Promise<{ readonly data: ReportData; readonly failure: Failure | undefined }> {
  const needs = new Set(["funding", "pool"] as const);
  const loaded = await loadBook(context, { needs, hasWeeks: true });
  const book = redact ? withoutNames(loaded.all) : loaded.all;
  const { list } = await context.portfolios();
  return {
    failure: loaded.failure,
    data: {
      book,
      portfolios: list.map((it) => it.portfolio ?? it.portfolio_id),
      lost: loaded.lost.length,
      isWhole: loaded.failure === undefined,
      past: await pastOf(context, redact ? nameIn(book) : undefined),
    },
  };
}

/** Returns what was made between the looks of 30 days. @param nameOf default: the names of positions */
async function pastOf(
  context: Context,
  nameOf?: (positionId: string, asset: string) => string,
): Promise<ReportData["past"]> {
  try {
    const found = await withLooks(context, {}, {}, async ({ looks, nameOf: own }) => ({
      ...(await periodsOf(gapsBetween(looks()), "day")),
      nameOf: nameOf ?? own,
    }));
    return found ?? "no looks";
  } catch (error) {
    // Without a home directory there is no place for one.
    if (error instanceof UsageError) return "no looks";
    if (!(error instanceof ArchiveError)) throw error;
    context.messages.warning("PART_FAILED", `net PnL over time is left out: ${error.message}`);
    return "not readable";
  }
}

/** Returns the names that positions of a book have; others have that of their asset. */
function nameIn({ members }: Group): (positionId: string, asset: string) => string {
  const names = new Map(members.map((p) => [p.record.position_id, name(p)]));
  return (id, asset) => names.get(id) ?? asset;
}

/**
 * Returns a book that can be passed on: positions are named by their asset, with a number where several have
 * the same, and portfolios by a number.
 */
function withoutNames({ inputs: known, members }: Group): Group {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { asset, position_id: id } of members.map(({ record }) => record)) {
    const count = (counts.get(asset) ?? 0) + 1;
    counts.set(asset, count);
    names.set(id, count === 1 ? asset : `${asset} #${count}`);
  }
  const portfolios = [...new Set(members.map(portfolioId))];
  const inputs: Inputs = {
    ...known,
    nameOf: ({ position_id: id, asset }) => names.get(id) ?? asset,
    ownerOf: (id) => {
      const at = portfolios.indexOf(known.ownerOf(id).portfolio_id);
      return { portfolio_id: null, portfolio: `portfolio ${at + 1}` };
    },
  };
  const unnamed = members.map(({ record }) => new PositionOf(inputs, record));
  return new Group(inputs, "", unnamed);
}
