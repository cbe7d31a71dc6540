import { expect, it } from "vitest";
import { pairWithSources, withoutText } from "../../src/client/listing/items.js";

/** Returns the records of an answer, with their texts and without. */
function recordsOf(text: string) {
  const value = JSON.parse(text) as readonly unknown[];
  const items = pairWithSources(value, { text, value });
  return { items, plain: items.map(withoutText) };
}

it("gives a record the text that was sent, also where it does not hold it", () => {
  const texts = [
    '{"a":"1.50","b":8}',
    '{ "a": "1.50", "b": 8 }',
    '{"a":1.50}',
    '{"a":12345678901234567890}',
    '{"b":1,"1":2}',
    '{"a":"\\u00e9"}',
    '{"a":1,"a":2}',
    '{"a":1e2}',
    '{"a":-0}',
    "7",
    '"x"',
    "null",
  ];
  const { items, plain } = recordsOf(`[${texts.join(",")}]`);
  expect(plain.map(({ source }) => source)).toEqual(texts);
  expect(plain.map(({ value }) => value)).toEqual(items.map(({ value }) => value));
  expect(plain.map((it, at) => it !== items[at])).toEqual(
    texts.map((text) => ['{"a":"1.50","b":8}', "7", '"x"', "null"].includes(text)),
  );
  expect(plain.map(withoutText)).toEqual(plain);
});
