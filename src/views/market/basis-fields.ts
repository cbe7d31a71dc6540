import type { PairBasis } from "../../analytics/market/pair-basis.js";
import { type Field, group, type Look, plain } from "../../output/record.js";
import { figure } from "../measure-fields.js";

const NOW =
  "Short over long, percent: at fresh mark prices of what is held, else at the last common settlement.";
const INSTANTS =
  "Instants of 30 days at which both settled with a mark price; under 20 nothing is known.";

/** Returns the basis of a pair over 30 days as an object of figures. @param look columns of the figure `now` */
export function basisField<T>(of: (it: T) => PairBasis, look?: Look<T>): Field<T> {
  const now = (it: T) => of(it).now;
  return group("basis", "Basis of the pair over the last 30 days.", [
    figure("now", NOW, look ? { of: now, ...look } : now),
    figure("mean", "Mean of the instants, percent.", (it) => of(it).mean),
    figure("percentile", "Share of the instants at or below it, percent.", (it) => {
      return of(it).percentile;
    }),
    figure("daily_sd", "Standard deviation of its changes within a day, points.", (it) => {
      return of(it).dailySd;
    }),
    figure("half_life", "Time in which half of a deviation is gone, days.", (it) => {
      return of(it).halfLife;
    }),
    figure("worst_week", "Greatest rise within 7 days, points: against the holder.", (it) => {
      return of(it).worstWeek;
    }),
    plain("instants", "count", INSTANTS, (it) => of(it).instants),
  ]);
}
