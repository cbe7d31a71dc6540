import { program } from "virtual:program-model";
import { afterAll, describe, expect, it } from "vitest";
import { answer } from "../../../src/cli/completion/answer.js";
import { lookupOn } from "../../../src/cli/completion/lookup.js";
import { furnish, holding, store } from "../computer.js";

const computer = furnish();
afterAll(() => computer.remove());

interface Answer {
  readonly first: string;
  readonly rows: readonly (readonly string[])[];
}

/** Returns the answer to PowerShell after a line, of which it replaces the last word. */
function ask(line: string, replaced = line.split(" ").at(-1) ?? ""): Answer | undefined {
  const request = Buffer.from(`${replaced}\0${line}`).toString("base64");
  const lookup = lookupOn({ env: computer.env, platform: "linux", now: 0, directory: "/" });
  const text = answer(["1", "powershell", request], program, lookup);
  if (text === "") return undefined;
  expect(text).toMatch(/^[\w+/=]+$/);
  const [first = "", , ...lines] = Buffer.from(text, "base64").toString().split("\n");
  return { first, rows: lines.slice(0, -1).map((it) => it.split("\t")) };
}

const inserted = (line: string, replaced?: string) => ask(line, replaced)?.rows.map(([it]) => it);

describe("what PowerShell is answered", () => {
  it("is what is inserted, what is listed, and what is shown beside it", () => {
    expect(ask("carry pos")).toEqual({
      first: "carry 1",
      rows: [["positions", "positions", "hedged positions of a portfolio"]],
    });
    expect(ask("carry positions list --output=nd")?.rows).toEqual([
      ["--output=ndjson", "--output=ndjson", "--output=ndjson"],
    ]);
  });

  it("is chosen in either case of the letters", () => {
    expect(inserted("carry POS")).toEqual(["positions"]);
    expect(inserted("carry positions list --asset bt")).toEqual(["BTC"]);
  });

  it("is the end of a word where PowerShell keeps its beginning", () => {
    expect(inserted("carry positions list --output=nd", "nd")).toEqual(["ndjson"]);
    expect(inserted("carry positions list --status open,c", "c")).toEqual(["closed"]);
    expect(ask("carry positions list --status open,c", "c")?.rows[0]?.[1]).toBe("open,closed");
    expect(inserted("carry positions list --sort apr:", "")).toEqual(["asc", "desc"]);
  });

  it("is a whole word where it keeps something else", () => {
    expect(inserted("carry positions list --output=nd", "x")).toEqual(["--output=ndjson"]);
  });

  it.each(["'nd", '"nd', "‘nd", "“nd", "„nd"])("is to be quoted where it was: %s", (typed) => {
    expect(ask(`carry positions list --output ${typed}`)).toEqual({
      first: "carry 1 quoted",
      rows: [["ndjson", "ndjson", "ndjson"]],
    });
  });

  it("takes no blank between quotes for the end of a word", () => {
    expect(inserted("carry --query 'a b' positions li")).toEqual(["list"]);
    expect(inserted('carry --query "a b" positions li')).toEqual(["list"]);
    expect(inserted("carry --query “a b” positions li")).toEqual(["list"]);
  });

  it("is every word behind a blank, and the commands behind the program's name", () => {
    expect(inserted("carry positions ", "")?.slice(0, 3)).toEqual(["list", "get", "rotate"]);
    expect(inserted("carry ", "")).toContain("positions");
    expect(inserted("C:\\Tools\\carry.cmd pos")).toEqual(["positions"]);
  });

  it("is nothing where the names of files are to be offered", () => {
    expect(ask("carry positions list --cursor x")).toBeUndefined();
    expect(ask("carry zz")).toBeUndefined();
  });

  it("has letters of every script in it", () => {
    store(computer.home, holding(["ÉTH", "币安人生"], "’é’"));
    expect(ask("carry positions list --asset 币")?.rows).toEqual([["币安人生", "币安人生", "’é’"]]);
    expect(inserted("carry positions list --asset é")).toEqual(["ÉTH"]);
  });
});
