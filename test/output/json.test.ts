import { describe, expect, it } from "vitest";
import { BrokenPipeError } from "../../src/base/terminal/io.js";
import { writeJsonList, writeJsonOne, writeNdjson } from "../../src/output/formats/json.js";
import { memorySink, pagesOf, sourced } from "./memory-sink.js";

describe("a JSON list", () => {
  it("is one compact array in a pipe, written page by page", async () => {
    const sink = memorySink();
    await writeJsonList(pagesOf([{ a: 1 }, { a: 2 }], [], [{ a: 3 }]), sink);
    expect(sink.writes).toEqual(['[{"a":1},{"a":2}', ',{"a":3}', "]\n"]);
  });

  it("is indented on a terminal", async () => {
    const sink = memorySink(true);
    await writeJsonList(pagesOf<object>([{ a: 1 }, {}], [{ b: [2] }]), sink);
    expect(sink.text()).toBe(`${JSON.stringify([{ a: 1 }, {}, { b: [2] }], null, 2)}\n`);
  });

  it.each([true, false])("is [] when it is empty (terminal: %s)", async (terminal) => {
    const sink = memorySink(terminal);
    await writeJsonList(pagesOf([], []), sink);
    expect(sink.writes).toEqual(["[]\n"]);
  });

  it("keeps what the service sent, digit by digit", async () => {
    const sink = memorySink();
    const source = '{ "rate": 1.10, "id": 9007199254740993, "id": 1e309 }';
    await writeJsonList(
      (async function* () {
        yield [sourced({}, source)];
      })(),
      sink,
    );
    expect(sink.text()).toBe('[{"rate":1.10,"id":9007199254740993,"id":1e309}]\n');
  });

  it("stays unclosed when a later page fails", async () => {
    const sink = memorySink();
    const failure = new Error("connection lost");
    await expect(writeJsonList(pagesOf([1], failure), sink)).rejects.toBe(failure);
    expect(sink.text()).toBe("[1");
  });

  it("ends the line but not the array when it fails on a terminal", async () => {
    const sink = memorySink(true);
    await expect(writeJsonList(pagesOf([1], new Error("lost")), sink)).rejects.toThrow("lost");
    expect(sink.text()).toBe("[\n  1\n");
  });

  it("reports the first failure when the terminal goes away", async () => {
    const gone = new BrokenPipeError("gone");
    const sink = memorySink(true);
    const write = (text: string) =>
      sink.writes.length === 0 ? sink.write(text) : Promise.reject(gone);
    await expect(writeJsonList(pagesOf([1], [2]), { ...sink, write })).rejects.toBe(gone);
    expect(sink.text()).toBe("[\n  1");
  });

  it.each([true, false])("writes nothing when the first page fails (terminal: %s)", async (tty) => {
    const sink = memorySink(tty);
    await expect(writeJsonList(pagesOf(new Error("refused")), sink)).rejects.toThrow("refused");
    expect(sink.writes).toEqual([]);
  });

  it("cannot control a terminal, and is unchanged in a pipe", async () => {
    const item = { note: "\u202egnp.exe\u009b2J" };
    const [terminal, pipe] = [memorySink(true), memorySink()];
    await writeJsonList(pagesOf([item]), terminal);
    await writeJsonList(pagesOf([item]), pipe);
    expect(terminal.text()).toContain('"\\u202egnp.exe\\u009b2J"');
    expect(JSON.parse(terminal.text())).toEqual([item]);
    expect(pipe.text()).toBe(`[${JSON.stringify(item)}]\n`);
  });
});

describe("one JSON object", () => {
  it("is compact in a pipe and indented on a terminal", async () => {
    const [terminal, pipe] = [memorySink(true), memorySink()];
    await writeJsonOne(sourced({}, '{ "a": 1.0 }'), terminal);
    await writeJsonOne(sourced({}, '{ "a": 1.0 }'), pipe);
    expect(terminal.text()).toBe('{\n  "a": 1.0\n}\n');
    expect(pipe.text()).toBe('{"a":1.0}\n');
  });
});

describe("ndjson", () => {
  it("is one object a line, flushed page by page", async () => {
    const sink = memorySink();
    await writeNdjson(pagesOf([{ a: 1 }, { a: "x y" }], [], [{ a: 3 }]), sink);
    expect(sink.writes).toEqual(['{"a":1}\n{"a":"x y"}\n', '{"a":3}\n']);
  });

  it("puts on one line what was sent on several", async () => {
    const sink = memorySink();
    await writeNdjson(
      (async function* () {
        yield [sourced({}, '{\n  "a": 1.50\n}')];
      })(),
      sink,
    );
    expect(sink.text()).toBe('{"a":1.50}\n');
  });

  it("keeps the lines of the pages before a failure", async () => {
    const sink = memorySink(true);
    await expect(writeNdjson(pagesOf(["\u009b"], new Error("lost")), sink)).rejects.toThrow("lost");
    expect(sink.text()).toBe('"\\u009b"\n');
  });
});
