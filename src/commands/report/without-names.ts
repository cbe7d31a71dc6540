import { portfolioId } from "../../figures/catalog/position.js";
import { Group, type Inputs, PositionOf } from "../../figures/subjects.js";

/**
 * Returns a book that can be passed on: positions are named by their asset, with a number where several have
 * the same, and portfolios by a number.
 */
export function withoutNames({ inputs: known, members }: Group): Group {
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
