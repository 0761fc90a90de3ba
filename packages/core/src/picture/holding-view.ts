import { isRight } from "fp-ts/lib/Either.js";
import { numericFromText } from "../values/numeric.js";
import type { DrawnHolding } from "./drawn-transaction.js";

/** The interfaces of holdings in the token standard, the newest first. */
export const holdingInterfaces = [
  "#splice-api-token-holding-v2:Splice.Api.Token.HoldingV2:Holding",
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding",
] as const;

/**
 * What to ask a ledger for, one after the other, as it refuses interfaces that it does not know:
 * both, the older one alone, none.
 */
export const holdingRequests: ReadonlyArray<ReadonlyArray<string>> = [
  holdingInterfaces,
  holdingInterfaces.slice(1),
  [],
];

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** A holding from its view in either version, as JSON; undefined for a view of something else. */
export const holdingInView = (view: unknown): DrawnHolding | undefined => {
  const owner = field(view, "owner") ?? field(field(view, "account"), "owner");
  const instrument = field(view, "instrumentId");
  const [admin, id, amount] = [
    field(instrument, "admin"),
    field(instrument, "id"),
    field(view, "amount"),
  ];
  const units = numericFromText(typeof amount === "string" ? amount : "");
  if (typeof admin !== "string" || typeof id !== "string" || !isRight(units)) return undefined;
  const lock = field(view, "lock");
  const isLocked = typeof lock === "object" && lock !== null;
  return {
    ...(typeof owner === "string" ? { owner } : {}),
    admin,
    id,
    units: units.right,
    isLocked,
  };
};
