import { allCauses } from "../figures/catalog/causes.js";
import type { Ignored } from "../figures/engine/position/limits.js";
import { Group, type Inputs, PositionOf } from "../figures/subjects.js";
import type { Look } from "../output/text/look.js";
import type { ViewName } from "../run/output-options.js";
import type { AlertsOfRows } from "./alerts.js";
import { fitPage, type Page, type PageValues } from "./page.js";
import type { Round } from "./rounds.js";

/** What is chosen of a page, beside its rows. */
export interface PageChoice {
  readonly view: ViewName;
  readonly isWide: boolean;
}

/** What a screen shows of a round: its positions without acknowledged causes, and its pages, fitted once each. */
export class Shown {
  /** What is shown: without acknowledged causes. */
  readonly book: Group;
  /** Number of causes in the round that are acknowledged. */
  readonly acknowledged: number;
  readonly #pages = new Map<string, Promise<Page>>();
  /** The cells of its pages, by view and width. */
  readonly #values = new Map<string, PageValues>();

  /**
   * @param acknowledgedCauses causes that are left out
   * @param before the cells of the round before; none are compared if `isCompared` is false
   */
  constructor(
    readonly round: Round,
    readonly alerts: AlertsOfRows,
    readonly acknowledgedCauses: readonly Ignored[],
    private readonly before: ReadonlyMap<string, PageValues> = new Map(),
    private readonly isCompared = false,
  ) {
    const { all } = round.book;
    const isAny = acknowledgedCauses.length > 0;
    this.book = isAny ? without(all, acknowledgedCauses) : all;
    this.acknowledged = isAny ? countOf(all, acknowledgedCauses) : 0;
  }

  /** Returns what shows the round after it. */
  next(round: Round, alerts: AlertsOfRows, acknowledged: readonly Ignored[]): Shown {
    if (this.round.isPart) return new Shown(round, alerts, acknowledged);
    return new Shown(round, alerts, acknowledged, this.#values, true);
  }

  /** Returns what shows the same round with other causes acknowledged. */
  withAcknowledged(acknowledged: readonly Ignored[]): Shown {
    return new Shown(this.round, this.alerts, acknowledged, this.before, this.isCompared);
  }

  /** Returns what shows the same round without highlights, after a round that failed. */
  withoutHighlights(): Shown {
    return new Shown(this.round, this.alerts, this.acknowledgedCauses, this.#values);
  }

  /** Returns a page. @param look with the width of the table */
  page({ view, isWide }: PageChoice, look: Look): Promise<Page> {
    const set = `${view} ${look.width} ${isWide}`;
    const known = this.#pages.get(set);
    if (known !== undefined) return known;
    const page = fitPage({
      view,
      members: this.book.members,
      alerts: this.alerts,
      look,
      empty: this.round.book.empty,
      isWide,
      before: this.before.get(set),
      isCompared: this.isCompared,
    }).then((fitted) => {
      this.#values.set(set, fitted.values);
      return fitted;
    });
    this.#pages.set(set, page);
    return page;
  }
}

/** Returns a book without some of the causes of its positions. */
function without(
  { inputs: { limits, ...rest }, members }: Group,
  acknowledged: readonly Ignored[],
): Group {
  const inputs: Inputs = {
    ...rest,
    limits: { ...limits, ignore: [...limits.ignore, ...acknowledged] },
  };
  const touched = new Set(acknowledged.map(({ position }) => position));
  const all = members.map((p) =>
    touched.has(p.record.position_id) ? new PositionOf(inputs, p.record) : p,
  );
  return new Group(inputs, "", all);
}

function countOf({ members }: Group, acknowledged: readonly Ignored[]): number {
  const has = new Set(acknowledged.map(({ code, position }) => `${code} ${position}`));
  return members
    .filter(({ record }) => acknowledged.some(({ position }) => position === record.position_id))
    .flatMap((p) => allCauses(p).map(({ cause }) => `${cause} ${p.record.position_id}`))
    .filter((it) => has.has(it)).length;
}
