/** How and where a text for a person is shown. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal, at least 20; undefined where nothing limits the width. */
  readonly width: number | undefined;
  /** Lines of the terminal; undefined where it is none or does not say. */
  readonly height?: number | undefined;
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA name of the zone that times are shown in; undefined for the zone of this machine. */
  readonly zone: string | undefined;
}
