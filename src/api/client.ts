import { type ConnectionOptions, connect } from "./connection.js";
import { type ListPositionsOptions, listPositions, type PositionPage } from "./list-positions.js";

/** The service, typed: one method a call. */
export interface Client {
  /** Positions of a portfolio, page by page. Needs a key. */
  listPositions(options: ListPositionsOptions): AsyncGenerator<PositionPage>;
}

export function createClient(options: ConnectionOptions): Client {
  const connection = connect(options);
  return {
    listPositions: (listOptions) => listPositions(connection, listOptions),
  };
}
