import { Big } from "big.js";
import { expect, it } from "vitest";
import { statusOf } from "../../../src/analytics/portfolio/status.js";
import { briefHead } from "../../../src/views/position/status-head.js";
import { criteria, sound } from "../../analytics/position/judged.js";
import { HOUR } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";

it("The head of a watch says how many legs are in the next funding", () => {
  const status = statusOf([sound()], () => undefined, criteria());
  const pays = { value: new Big("1.87"), unit: "usd", counted: 1, of: 2 } as const;
  const next = { time: NOW + HOUR, about: false, pays };
  const look = { color: false, unicode: true, width: 80, now: NOW, zone: "UTC" };
  const texts = briefHead(status, next, look).map(({ text }) => text);
  expect(texts.at(-1)).toBe("next 13:00Z +1.87 (1 of 2 legs)");
});
