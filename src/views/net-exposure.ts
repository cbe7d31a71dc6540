import { isOpposed, type NetExposure, type NetSide } from "../analytics/portfolio/net-exposure.js";
import type { Totals } from "../analytics/portfolio/totals.js";
import type { Position } from "../client/resources/position.js";
import { each, type Field, own, plain } from "../output/record.js";
import { firstLines, firstOf } from "../output/text/first-of.js";
import { inSentence } from "../output/text/format.js";
import { sum } from "./measure-fields.js";

type Netted = Pick<Totals, "exposures" | "isNet">;

/** `--net`. */
export const NET: Field<Netted> = plain("net", "flag", "--net.", ({ isNet }) => isNet === true);

const NETTED = "Net quantity at the mean mark of the larger side, USD; signed.";
const ids = ({ positions }: NetSide) => positions.map(({ position_id: id }) => id);

/** What is unhedged of each asset. */
export const UNHEDGED_BY_ASSET = each<Netted, NetExposure>(
  "unhedged_by_asset",
  "What the positions of an asset leave unhedged together, the largest amount first.",
  ({ exposures }) => exposures,
  [
    own("asset", "text", "Asset symbol."),
    plain("long_positions", "texts", "Positions that are longer than short.", ({ long }) =>
      ids(long),
    ),
    plain("short_positions", "texts", "Positions that are shorter.", ({ short }) => ids(short)),
    plain("long_quantity", "number", "What the former are longer, in units of the asset.", (it) => {
      return it.long.quantity;
    }),
    plain("short_quantity", "number", "What the latter are shorter.", (it) => it.short.quantity),
    plain("net_quantity", "number", "The difference.", ({ netQuantity }) => netQuantity),
    sum("unhedged", NETTED, ({ unhedged }) => unhedged),
  ],
);

/**
 * Returns a line for each asset that is unhedged long in one position and short in another:
 * `ETH: 8 long unhedged in ETH.1a9f against 5 short in ETH.2bfd: net 3 long = 11,220.00 USD (--net)`.
 * With `--net` it ends with `(netted)`.
 * @param most number of assets in a single line; default: each has its own
 */
export function netLines(
  { exposures, isNet }: Netted,
  nameOf: (position: Position) => string,
  most?: number,
): string[] {
  const opposed = exposures.filter(isOpposed);
  const lines = opposed.map((it) => `${lineOf(it, nameOf)} ${isNet ? "(netted)" : "(--net)"}`);
  if (isNet === true && lines.length === 0)
    return ["--net: no asset is unhedged long in one position and short in another"];
  return most === undefined || lines.length === 0
    ? firstLines(lines)
    : [firstOf(lines, most, "; ")];
}

function lineOf(
  { asset, long, short, netQuantity, unhedged }: NetExposure,
  nameOf: (position: Position) => string,
): string {
  const side = ({ positions }: NetSide) => firstOf(positions.map(nameOf), 2);
  const { value, counted, of } = unhedged;
  const word = netQuantity.eq(0) ? "" : netQuantity.gt(0) ? " long" : " short";
  const net = `${inSentence("quantity", netQuantity.abs().toFixed())}${word}`;
  const known = counted === of ? "" : `, ${counted} of ${of} positions`;
  return [
    `${asset}: ${inSentence("quantity", long.quantity.toFixed())} long unhedged in ${side(long)}`,
    ` against ${inSentence("quantity", short.quantity.toFixed())} short in ${side(short)}`,
    `: net ${net} = ${inSentence("usd", value?.abs().toFixed())} USD${known}`,
  ].join("");
}
