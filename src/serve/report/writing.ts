import { Big } from "big.js";
import { type Figure, PERCENT, percentOf } from "../../base/decimal.js";
import { grossNotional } from "../../figures/catalog/group.js";
import type { FigureSpec, Unit } from "../../figures/figure.js";
import type { Q } from "../../figures/measure.js";
import type { Group } from "../../figures/subjects.js";
import type { Plot } from "../../output/chart/plot.js";
import { inSentence, timeText } from "../../output/text/format.js";
import type { Kind } from "../../output/text/numbers.js";
import { isEstimate, kindOf } from "../../run/screen/figure-field.js";

/** Units of amounts, which a redacted page shows as percentages. */
const AMOUNTS: ReadonlySet<Unit> = new Set(["usd", "usd_per_day"]);

/** How a page writes what it shows: amounts in USD, or redacted in percent of the gross notional of the book. */
export class Writing {
  readonly #gross: Figure;

  constructor(
    book: Group,
    readonly isRedacted: boolean,
    /** IANA name of the time zone; undefined for that of this machine. */
    readonly zone: string | undefined,
  ) {
    this.#gross = grossNotional(book).value;
  }

  /** What amounts are in. */
  get named(): string {
    return this.isRedacted ? "% of gross notional" : "USD";
  }

  /** Writes a figure: `~` before an estimate, `–` for one that is unknown. */
  figure({ value, evidence }: Q, spec: FigureSpec): string {
    const text = this.value(value, spec);
    return value !== null && text !== UNKNOWN && isEstimate(evidence) ? `~${text}` : text;
  }

  /** Writes the value of a figure alone. */
  value(value: Figure, spec: FigureSpec): string {
    const { unit, signed = false } = spec;
    if (AMOUNTS.has(unit)) return this.amount(value, kindOf(spec), signed);
    const isHidden = this.isRedacted && unit === "quantity";
    return inSentence(kindOf(spec), isHidden ? null : value?.toFixed(), signed);
  }

  /** Writes US dollars. */
  amount(usd: Figure, kind: Kind = "size", signed = false): string {
    if (!this.isRedacted) return inSentence(kind, usd?.toFixed(), signed);
    const percent = percentOf(usd, this.#gross);
    if (percent === null || percent.eq(0) || percent.abs().gte(1)) {
      return inSentence("percent", percent?.toFixed(), signed);
    }
    const small = inSentence("rate", percent.times(PERCENT).toFixed());
    return signed ? small : small.replace(/^\+/, "");
  }

  /** Returns a plot of US dollars in the unit of drawn amounts. */
  plot(plot: Plot): Plot {
    if (!this.isRedacted) return plot;
    const drawn = (usd: number | null) =>
      usd === null ? null : (percentOf(new Big(usd), this.#gross)?.toNumber() ?? null);
    const series = plot.series.map(({ label, points }) => ({
      label,
      points: points.map((it) => ({ ...it, value: drawn(it.value) })),
    }));
    const title = plot.title.replace(/, USD$/, `, ${this.named}`);
    return { ...plot, title, unit: "percent", series };
  }

  /** Writes a time. @param at milliseconds since the epoch */
  time(at: number): string {
    return timeText(at, { unicode: true, zone: this.zone });
  }
}

const UNKNOWN = "–";
