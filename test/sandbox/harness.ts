import { onTestFinished } from "vitest";
import * as z from "zod/mini";
import {
  type Position,
  type PositionDetail,
  positions,
} from "../../src/client/resources/position.js";
import { positionSummary } from "../../src/client/resources/position-schema.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOON = Date.parse("2026-03-10T12:00:25Z");

const page = z.object({
  data: z.array(positionSummary),
  next_cursor: z.nullable(z.string()),
});

export interface Clock {
  time: number;
}

export interface TestSandbox extends Sandbox {
  readonly clock: Clock;
  get(path: string, key?: string | null): Promise<Response>;
  body(path: string): Promise<unknown>;
  data(path: string): Promise<Record<string, unknown>[]>;
  list(query?: string): Promise<z.infer<typeof page>>;
  walk(query: string, between?: () => void): Promise<Position[]>;
  detail(id: string): Promise<PositionDetail>;
}

/** Starts a sandbox for one test, with a clock that only the test moves. */
export async function sandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const clock: Clock = { time: NOON };
  const running = await startSandbox({ now: () => clock.time, ...options });
  onTestFinished(() => running.close());

  const get = (path: string, key: string | null = running.apiKey): Promise<Response> =>
    fetch(running.url + path, { headers: key === null ? {} : { authorization: `Bearer ${key}` } });
  const body = async (path: string): Promise<unknown> => (await get(path)).json();
  const list = async (query = ""): Promise<z.infer<typeof page>> =>
    page.parse(await body(`/v1/portfolios/${running.portfolioId}/positions?${query}`));

  const walk = async (query: string, between: () => void = () => {}): Promise<Position[]> => {
    const all: Position[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? query : `${query}&cursor=${cursor}`;
      const { data, next_cursor } = await list(next);
      all.push(...data);
      cursor = next_cursor;
      between();
    } while (cursor !== null);
    return all;
  };

  return {
    ...running,
    clock,
    get,
    body,
    data: async (path) =>
      z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(await body(path)).data,
    list,
    walk,
    detail: async (id) =>
      z
        .object({ data: positions.records.PositionDetail.schema })
        .parse(await body(`/v1/positions/${id}`)).data,
  };
}

/** Returns status and error code of an answer, as one string. */
export async function refusal(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const { code, message } = z
    .strictObject({ code: z.string(), message: z.string().check(z.minLength(1)) })
    .parse(await response.json());
  return message === "" ? "" : `${response.status} ${code}`;
}
