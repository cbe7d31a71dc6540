import { expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type {
  Asset,
  FundingDay,
  FundingEvent,
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../../src/client/resources/records.js";
import type { RESOURCES } from "../../src/client/resources/registry.js";

type Records = (typeof RESOURCES)["assets" | "funding" | "positions"]["records"];
type Named<R, N extends string> = R extends { readonly [K in N]: { readonly schema: infer S } }
  ? z.output<S>
  : never;

it("the types of the records are those of the schemas", () => {
  expectTypeOf<Named<Records, "Asset">>().toEqualTypeOf<Asset>();
  expectTypeOf<Named<Records, "FundingDay">>().toEqualTypeOf<FundingDay>();
  expectTypeOf<Named<Records, "FundingEvent">>().toEqualTypeOf<FundingEvent>();
  expectTypeOf<Named<Records, "Leg">>().toEqualTypeOf<Leg>();
  expectTypeOf<Named<Records, "LegDetail">>().toEqualTypeOf<LegDetail>();
  expectTypeOf<Named<Records, "Performance">>().toEqualTypeOf<Performance>();
  expectTypeOf<Named<Records, "Position">>().toEqualTypeOf<Position>();
  expectTypeOf<Named<Records, "PositionDetail">>().toEqualTypeOf<PositionDetail>();
});
