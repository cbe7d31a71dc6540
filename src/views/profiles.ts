import type { Column, View } from "../output/table/column.js";
import { pairsSection } from "../output/table/page.js";

/** A profile as listed. Contains no secrets. */
export interface ProfileSummary {
  readonly profile: string;
  /** True for the profile used when none is named. */
  readonly current: boolean;
  readonly base_url: string | null;
  readonly portfolio: string | null;
  /** profile, command or environment; null without a key. */
  readonly key_source: string | null;
  /** Displayable part of the key. */
  readonly key: string | null;
}

/** A profile with the result of a request made with its key. */
export interface AuthStatus extends Omit<ProfileSummary, "profile"> {
  readonly profile: string | null;
  /** Result of the request, such as `ok` or `key refused`; null if none was sent. */
  readonly outcome: string | null;
  readonly detail: string;
  readonly hint: string | null;
}

/** A setting of a profile. */
export interface SettingRow {
  readonly setting: string;
  readonly value: string | null;
  /** option, environment, profile or default; null if it is not set. */
  readonly origin: string | null;
  /** Name of the option, variable or profile. */
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

/** View of the profiles. */
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

/** View of the status of the profiles' keys. */
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
 * View of the settings of a profile.
 * @param resolved true to show the source of each
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
