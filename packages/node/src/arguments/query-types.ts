import {
  expectedError,
  givenFormats,
  givenObject,
  optional,
  required,
  SchemaType,
  wholeNumber,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
  wireUnion,
} from "@tallystick/wire";
import { isJsonObject } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { whole } from "./administration-types.js";

/** The longest that a timer can wait; milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Time limit for something; milliseconds. */
export const duration: SchemaType<number> = wholeNumber(0, longestTimer);

/** A function that is called back. */
export const callback: SchemaType<never> = new SchemaType<never>("function", {}, (u) =>
  // border: what it takes and gives is not known
  typeof u === "function" ? right(u as never) : expectedError("a function", u),
);

/** A template: that it is one of the ledger is seen where it is looked up. */
export const template: SchemaType<never> = new SchemaType<never>("template", {}, (u) =>
  isJsonObject(u) && u["kind"] === "template" && typeof u["name"] === "string"
    ? // border: what it describes is not known
      right(u as never)
    : expectedError("a template, as `template(...)` makes it", u),
);

const signal: SchemaType<AbortSignal> = new SchemaType<AbortSignal>("AbortSignal", {}, (u) =>
  u instanceof AbortSignal ? right(u) : expectedError("an AbortSignal", u),
);

const { eventFormat, transactionFormat, updateFormat } = givenFormats;

const following = { follow: optional(wireBoolean), idleTimeoutMs: optional(duration) };

export const completionsQuery = givenObject("CompletionsQuery", {
  userId: optional(wireString),
  parties: required(wireArray(wireString)),
  beginExclusive: required(whole),
  ...following,
});

export const updatesQuery = givenObject("UpdatesQuery", {
  beginExclusive: required(whole),
  endInclusive: optional(whole),
  updateFormat: required(updateFormat),
  descendingOrder: optional(wireBoolean),
  ...following,
});

export const updatesPageQuery = givenObject("UpdatesPageQuery", {
  beginOffsetExclusive: optional(whole),
  endOffsetInclusive: optional(whole),
  maxPageSize: optional(whole),
  updateFormat: required(updateFormat),
  descendingOrder: optional(wireBoolean),
  pageToken: optional(wireString),
});

export const activeContractsQuery = givenObject("ActiveContractsQuery", {
  activeAtOffset: required(whole),
  eventFormat: required(eventFormat),
  continuationToken: optional(wireString),
});

export const activeContractsPageQuery = givenObject("ActiveContractsPageQuery", {
  activeAtOffset: optional(whole),
  eventFormat: required(eventFormat),
  maxPageSize: optional(whole),
  pageToken: optional(wireString),
});

export const transactionQuery = givenObject("TransactionQuery", {
  at: required(wireUnion("TransactionPlace", { offset: whole, updateId: wireString })),
  transactionFormat: required(transactionFormat),
});

export const updateQuery = givenObject("UpdateQuery", {
  at: required(
    wireUnion("UpdatePlace", { offset: whole, updateId: wireString, transactionHash: wireString }),
  ),
  updateFormat: required(updateFormat),
});

export const contractEventsQuery = givenObject("ContractEventsQuery", {
  contractId: required(wireString),
  eventFormat: required(eventFormat),
});

export const contractQuery = givenObject("ContractQuery", {
  contractId: required(wireString),
  queryingParties: required(wireArray(wireString)),
});

const reader = { by: optional(wireString), signal: optional(signal) };

/** For whom something is read; what else such an object has is not for the ledger. */
export const readFor = wireObject("ReadFor", reader);

/** For whom something is read, part by part. */
export const readInParts = wireObject("ReadInParts", { ...reader, take: required(callback) });

const texts = wireArray(wireString);

const partyOrParties = new SchemaType<string | ReadonlyArray<string>>(
  "party or parties",
  {},
  (u) => {
    if (typeof u === "string") return right(u);
    return Array.isArray(u) ? texts.read(u) : expectedError("a party id, or an array of them", u);
  },
);

/** Who submits commands of templates. */
export const submitAs = givenObject("SubmitAs", {
  actAs: required(partyOrParties),
  readAs: optional(texts),
  commandId: optional(wireString),
  userId: optional(wireString),
  workflowId: optional(wireString),
});

/** Which contracts of a template. */
export const activeAt = givenObject("ActiveAt", {
  party: optional(partyOrParties),
  at: optional(whole),
});

/** Whose contract. */
export const seenBy = givenObject("SeenBy", { party: optional(partyOrParties) });

/** From where on contracts are followed. */
export const followFrom = givenObject("FollowFrom", {
  party: optional(partyOrParties),
  after: optional(whole),
  until: optional(whole),
});
