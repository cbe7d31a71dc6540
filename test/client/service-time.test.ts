import { expect, it } from "vitest";
import { createServiceTime } from "../../src/client/service-time.js";
import { NOW } from "../support/now.js";

const MINUTE = 60_000;

/** A clock of a service that notes what it says of both clocks. */
function clock(acceptClock = false) {
  const said: number[] = [];
  const of = createServiceTime({
    now: () => NOW,
    acceptClock,
    onApart: ({ service, local }) => void said.push(service - local),
  });
  const answer = (status: number, ahead: number) =>
    of.learn({ status, headers: { date: new Date(NOW + ahead).toUTCString() } });
  return { ...of, said, answer };
}

it("is this computer's, moved by the difference to the first 2xx answer", () => {
  const { now, isKnown, said, answer } = clock();
  expect([now(), isKnown()]).toEqual([NOW, false]);
  answer(200, 2 * MINUTE);
  answer(200, -5 * MINUTE);
  expect([now(), isKnown()]).toEqual([NOW + 2 * MINUTE, true]);
  expect(said).toEqual([2 * MINUTE]);
});

it("learns nothing from the Date of a gateway's 502 or another status outside 2xx", () => {
  const { now, isKnown, said, answer } = clock();
  for (const status of [502, 404, 304, 429]) answer(status, 90 * MINUTE);
  expect([now(), isKnown(), said]).toEqual([NOW, false, []]);
  answer(206, -MINUTE);
  expect(now()).toBe(NOW - MINUTE);
});

it("is doubted from more than an hour apart, unless it is accepted", () => {
  for (const [ahead, accepts, isDoubted] of [
    [60 * MINUTE, false, false],
    [60 * MINUTE + 1000, false, true],
    [-61 * MINUTE, false, true],
    [-61 * MINUTE, true, false],
  ] as const) {
    const { now, doubted, said, answer } = clock(accepts);
    answer(200, ahead);
    expect([now(), doubted() !== undefined]).toEqual([NOW + ahead, isDoubted]);
    expect(said).toHaveLength(accepts ? 0 : 1);
  }
});
