/** Appearance of text for people. */
export interface Look {
  readonly color: boolean;
  /** Width of the terminal in columns, at least 20; undefined without a limit. */
  readonly width: number | undefined;
  /** Height of the terminal in lines; undefined when it is not a terminal or the height is unknown. */
  readonly height?: number | undefined;
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** IANA name of the time zone for times; undefined for that of this machine. */
  readonly zone: string | undefined;
}
