import type { Position } from "../../client/resources/position.js";
import type { Column, View } from "../../output/table/column.js";
import { type OwnerOf, portfolioColumn } from "../row-fields.js";
import type { PositionRow } from "./position-row.js";

/** Returns a view of positions with their portfolios. @param isShown whether it shows them by default */
export function withPortfolio(
  view: View<Position, PositionRow>,
  ownerOf: OwnerOf,
  isShown: boolean,
): View<Position, PositionRow> {
  const own = ({ position }: PositionRow) => ownerOf(position.position_id);
  const name = { ...portfolioColumn(own), raw: (row: PositionRow) => own(row).portfolio };
  const id: Column<PositionRow> = {
    ...{ key: "portfolio_id", header: "portfolio id", kind: "id", priority: 9 },
    value: (row) => own(row).portfolio_id,
  };
  const columns = [...view.columns, name, id];
  const { table, wide = table, csv = table } = view.defaults;
  const beside = (keys: readonly string[]) =>
    keys.flatMap((key) => (key === "handle" ? [key, name.key] : [key]));
  return {
    ...{ ...view, columns },
    ...(isShown && {
      defaults: { table: beside(table), wide: beside(wide), csv: [...csv, name.key, id.key] },
    }),
    get empty() {
      return view.empty;
    },
  };
}
