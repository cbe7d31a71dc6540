import { describe, expect, it } from "vitest";
import { createMessages } from "../../src/output/text/messages.js";
import { memorySink } from "./memory-sink.js";

async function said(text: string, isTTY: boolean): Promise<string> {
  const sink = memorySink(isTTY);
  const messages = createMessages(sink, {
    quiet: false,
    verbose: false,
    color: false,
    asJson: async () => false,
  });
  messages.note("LIMIT", text);
  await messages.flush();
  return sink.text();
}

describe("a note", () => {
  const text = `left out at this width: ${"long price, ".repeat(8)}age`;

  it("is broken between words on a terminal", async () => {
    const lines = (await said(text, true)).trimEnd().split("\n");
    expect(lines.map((line) => line.length)).toEqual([77, 51]);
    expect(lines.join(" ")).toBe(`note: ${text}`);
  });

  it("leaves a word whole that is longer than a line, so that it can be copied", async () => {
    const cursor = "x".repeat(100);
    expect(await said(`go on with --cursor ${cursor} later`, true)).toBe(
      `note: go on with --cursor\n${cursor}\nlater\n`,
    );
  });

  it("keeps a command in backticks in one piece", async () => {
    const command = "`carry profile set base-url <value> --profile main`";
    expect(await said(`${"x".repeat(40)} do ${command}, then go on`, true)).toBe(
      `note: ${"x".repeat(40)} do\n${command}, then go on\n`,
    );
  });

  it("is one line where no terminal reads it", async () => {
    expect(await said(text, false)).toBe(`note: ${text}\n`);
  });
});
