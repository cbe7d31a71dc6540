/** A terminal emulator for full-screen views: positions of text, and the modes in use. */
export interface VirtualTerminal {
  feed(data: string): void;
  resize(columns: number, rows: number): void;
  /** Visible lines, without trailing blanks. */
  lines(): string[];
  /** Visible text. */
  text(): string;
  /** Parts of the visible text that are bold and underlined; headings are underlined alone. */
  highlighted(): string[];
  /** Whether the alternate buffer is shown, the cursor is hidden, or wrapping is off. */
  readonly taken: boolean;
  readonly bells: number;
  /** Texts of notifications (OSC 9), oldest first. */
  readonly notifications: readonly string[];
  /** Number of synchronized updates. */
  readonly frames: number;
  /** Number of characters written beyond the edge while wrapping is off. */
  readonly overflows: number;
}

interface Cell {
  readonly character: string;
  readonly isHighlighted: boolean;
}

type Grid = Cell[][];

const ESCAPE = "\u001b";
const TOKEN = new RegExp(
  `${ESCAPE}\\[([?0-9;]*)([@-~])|${ESCAPE}\\]9;([^\u0007]*)\u0007|${ESCAPE}[^[\\]]|(${ESCAPE}(?:\\[[?0-9;]*|\\][^\u0007]*)?$)|([^])`,
  "gu",
);

/** Creates a terminal of a size, for characters one column wide. */
export function createVirtualTerminal(columns: number, rows: number): VirtualTerminal {
  const buffers = { main: [] as Grid, other: [] as Grid };
  const modes = new Map([
    ["?1049", false],
    ["?25", true],
    ["?7", true],
    ["?2026", false],
  ]);
  let size = { columns, rows };
  let at = { row: 0, column: 0 };
  let mainAt = at;
  let style = { bold: false, underlined: false };
  let rest = "";
  const notifications: string[] = [];
  let bells = 0;
  let frames = 0;
  let overflows = 0;
  const grid = () => (modes.get("?1049") === true ? buffers.other : buffers.main);

  const newLine = () => {
    if (at.row < size.rows - 1) at.row++;
    else grid().shift();
  };
  const put = (character: string) => {
    if (character === "\u0007") bells++;
    else if (character === "\r") at.column = 0;
    else if (character === "\n") newLine();
    else if (character >= " ") write(character);
  };
  const write = (character: string) => {
    if (at.column === size.columns) {
      if (modes.get("?7") === true) {
        at.column = 0;
        newLine();
      } else {
        at.column--;
        overflows++;
      }
    }
    grid()[at.row] ??= [];
    const line = grid()[at.row] ?? [];
    for (let column = line.length; column < at.column; column++) line[column] = BLANK;
    line[at.column++] = { character, isHighlighted: style.bold && style.underlined };
  };
  const switchBuffer = (other: boolean) => {
    if (other) {
      mainAt = at;
      buffers.other = [];
    }
    at = { ...mainAt };
  };
  const setModes = (words: string, on: boolean) => {
    for (const [index, word] of words.split(";").entries()) {
      const mode = index === 0 ? word : `?${word}`;
      if (!modes.has(mode)) throw new Error(`a mode that is not known here: ${mode}`);
      if (mode === "?2026" && !on && modes.get(mode) === true) frames++;
      if (mode === "?1049" && on !== modes.get(mode)) switchBuffer(on);
      modes.set(mode, on);
    }
  };
  const control = (words: string, final: string) => {
    const [first = 0, second = 0] = words.split(";").map(Number);
    switch (final) {
      case "H":
        at = {
          row: Math.min(size.rows, Math.max(1, first)) - 1,
          column: Math.min(size.columns, Math.max(1, second)) - 1,
        };
        break;
      case "G":
        at.column = Math.min(size.columns, Math.max(1, first)) - 1;
        break;
      case "K":
        grid()[at.row]?.splice(Math.min(at.column, size.columns - 1));
        break;
      case "J":
        grid().splice(first === 2 ? 0 : at.row);
        break;
      case "m":
        for (const code of words.split(";").map(Number)) {
          if (code === 0) style = { bold: false, underlined: false };
          if (code === 1 || code === 22) style = { ...style, bold: code === 1 };
          if (code === 4 || code === 24) style = { ...style, underlined: code === 4 };
        }
        break;
      case "h":
      case "l":
        setModes(words, final === "h");
        break;
      default:
        throw new Error(`a control sequence that is not known here: ${words}${final}`);
    }
  };
  const rowsSeen = () =>
    Array.from({ length: size.rows }, (_, row) => (grid()[row] ?? []).slice(0, size.columns));
  return {
    feed(data) {
      const text = rest + data;
      rest = "";
      for (const [, words = "", final, notification, unfinished, character] of text.matchAll(
        TOKEN,
      )) {
        if (notification !== undefined) notifications.push(notification);
        else if (unfinished !== undefined) rest = unfinished;
        else if (final !== undefined) control(words, final);
        else if (character !== undefined) put(character);
      }
    },
    resize(columns, rows) {
      size = { columns, rows };
      at = { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };
    },
    lines: () => rowsSeen().map(textOf),
    text: () => rowsSeen().map(textOf).join("\n").trimEnd(),
    highlighted: () => rowsSeen().flatMap(highlightedOf),
    get taken() {
      return modes.get("?1049") === true || modes.get("?25") !== true || modes.get("?7") !== true;
    },
    get bells() {
      return bells;
    },
    notifications,
    get frames() {
      return frames;
    },
    get overflows() {
      return overflows;
    },
  };
}

const BLANK: Cell = { character: " ", isHighlighted: false };

function textOf(cells: readonly Cell[]): string {
  return cells
    .map(({ character }) => character)
    .join("")
    .trimEnd();
}

function highlightedOf(cells: readonly Cell[]): string[] {
  return cells
    .map(({ character, isHighlighted }) => (isHighlighted ? character : "\n"))
    .join("")
    .split("\n")
    .filter((piece) => piece !== "");
}
