import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { Catalog } from "../packages/catalog.js";
import type { Json } from "../values/json.js";
import { numericFromText } from "../values/numeric.js";
import type { DrawnHolding } from "./drawn-transaction.js";

/** The interfaces of holdings in the token standard, the newest first. */
export const holdingInterfaces = [
  "#splice-api-token-holding-v2:Splice.Api.Token.HoldingV2:Holding",
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding",
] as const;

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

/**
 * Reads contracts as holdings, by the code of their templates: the view of the newest interface
 * that a template implements. What is no holding, or has no code in the catalog, gives undefined.
 */
export const holdingReader = (
  catalog: Pick<Catalog, "interfacesMatching" | "interfacesOf" | "interfaceView">,
): ((contract: {
  readonly templateId: string;
  readonly payload: Json;
}) => DrawnHolding | undefined) => {
  const known = holdingInterfaces.flatMap((reference) => {
    const ids = catalog.interfacesMatching(reference);
    return isRight(ids) ? ids.right.slice(0, 1) : [];
  });
  return ({ templateId, payload }) => {
    const own = catalog.interfacesOf(templateId);
    const interfaceId = known.find((each) => own.includes(each));
    if (interfaceId === undefined) return undefined;
    const view = catalog.interfaceView(interfaceId, templateId, payload);
    return isLeft(view) ? undefined : holdingInView(view.right);
  };
};
