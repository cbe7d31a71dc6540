import type { Column, View } from "../output/table/column.js";
import { pairsSection } from "../output/table/page.js";

/** A profile as it is listed. Nothing in it is secret. */
export interface ProfileSummary {
  readonly profile: string;
  /** The one that commands use when none is named. */
  readonly current: boolean;
  readonly base_url: string | null;
  readonly portfolio: string | null;
  /** profile, command, environment; null when there is no key. */
  readonly key_source: string | null;
  /** What may be shown of the key. */
  readonly key: string | null;
}

/** A profile, and what its key could reach. */
export interface AuthStatus extends Omit<ProfileSummary, "profile"> {
  readonly profile: string | null;
  /** What a request met, such as `ok` or `key refused`; null when none was sent. */
  readonly outcome: string | null;
  readonly detail: string;
  readonly hint: string | null;
}

/** One setting of a profile. */
export interface SettingRow {
  readonly setting: string;
  readonly value: string | null;
  /** option, environment, profile or default; null when it is set nowhere. */
  readonly origin: string | null;
  /** The option, variable or profile that has it. */
  readonly from: string | null;
}

const column = <Row>(key: keyof Row & string, header: string, priority: number): Column<Row> => ({
  key,
  header,
  kind: "text",
  priority,
  value: (row) => row[key],
});

const currentColumn = <Row extends { readonly current: boolean }>(): Column<Row> => ({
  key: "current",
  header: "use",
  kind: "text",
  priority: 0,
  value: ({ current }) => (current ? "*" : ""),
});

const summaryColumns: readonly Column<ProfileSummary>[] = [
  currentColumn(),
  column("profile", "profile", 0),
  column("base_url", "base URL", 1),
  column("portfolio", "portfolio", 4),
  column("key_source", "key from", 3),
  column("key", "key", 2),
];

/** How profiles are listed. */
export const profilesView: View<ProfileSummary> = {
  rows: (profile) => [profile],
  columns: summaryColumns,
  defaults: {
    table: summaryColumns.map(({ key }) => key),
    csv: summaryColumns.map(({ key }) => key),
  },
  empty: "No profiles; `carry auth login` makes one.",
};

const statusColumns: readonly Column<AuthStatus>[] = [
  currentColumn(),
  column("profile", "profile", 0),
  column("base_url", "base URL", 2),
  column("portfolio", "portfolio", 6),
  column("key_source", "key from", 4),
  column("key", "key", 3),
  column("outcome", "outcome", 0),
  column("detail", "what it could reach", 5),
  column("hint", "hint", 7),
];

/** How the keys of profiles are doing. */
export const authStatusView: View<AuthStatus> = {
  rows: (status) => [status],
  columns: statusColumns,
  defaults: {
    table: ["current", "profile", "base_url", "key_source", "key", "outcome", "detail"],
    csv: statusColumns.map(({ key }) => key),
  },
  page: (status) => [
    pairsSection([
      {
        label: "profile",
        kind: "text",
        value: status.current ? `${status.profile} (in use)` : status.profile,
      },
      { label: "base URL", kind: "text", value: status.base_url },
      { label: "portfolio", kind: "text", value: status.portfolio },
      { label: "key from", kind: "text", value: status.key_source },
      { label: "key", kind: "text", value: status.key },
      { label: "outcome", kind: "text", value: status.outcome },
      { label: "reach", kind: "text", value: status.detail },
      ...(status.hint === null
        ? []
        : [{ label: "hint", kind: "text" as const, value: status.hint }]),
    ]),
  ],
  empty: "No profiles; `carry auth login` makes one.",
};

/**
 * How the settings of a profile are listed.
 * @param resolved where each comes from is shown too
 */
export function settingsView(resolved: boolean): View<SettingRow> {
  const columns = [
    column<SettingRow>("setting", "setting", 0),
    column<SettingRow>("value", "value", 0),
    column<SettingRow>("origin", "origin", 0),
    column<SettingRow>("from", "from", 1),
  ];
  const all = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: resolved ? all : ["setting", "value"], csv: all },
    empty: "Nothing is set in this profile.",
  };
}
