import { createHash } from "node:crypto";
import {
  type Int64,
  int64From,
  type LedgerEvent,
  type Numeric,
  numericFromText,
  type Sha256,
} from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** SHA-256 of a text. */
export const sha256: Sha256 = (text) => createHash("sha256").update(text).digest("hex");

const fingerprint = `1220${"ab".repeat(32)}`;

/** The full id of a party. */
export const partyOf = (hint: string): string => `${hint}::${fingerprint}`;

/** Parties hosted in every test: the DSO, three users, a provider and a validator. */
export const [dso, alice, bob, carol, provider, validator] = [
  partyOf("DSO"),
  partyOf("alice"),
  partyOf("bob"),
  partyOf("carol"),
  partyOf("provider"),
  partyOf("validator"),
];

/** The synchronizer of every test. */
export const synchronizerId = `local::${fingerprint}`;

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000_000;

/** A minute in microseconds. */
export const minute = 60_000_000;

/** A day in microseconds. */
export const day = 86_400_000_000;

/** A Numeric from its text; tests write only valid ones. */
export const cc = (shown: string): Numeric => {
  const read = numericFromText(shown);
  if (isLeft(read)) throw new Error(`${shown}: ${read.left.reason}`);
  return read.right;
};

/** An Int64; tests write only valid ones. */
export const int = (value: number | bigint): Int64 => rightOf(int64From(value));

/** What a result must have come to. */
export const rightOf = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** What every journal here begins with: an identity, the usual parties and some more. */
export const foundation = (parties: ReadonlyArray<string>): ReadonlyArray<LedgerEvent> => [
  {
    type: "LedgerInitialized",
    participantId: `node::${fingerprint}`,
    synchronizerId,
    recordTime: start,
  },
  ...[dso, alice, bob, carol, provider, validator, ...parties].map(
    (party): LedgerEvent => ({
      type: "PartyAllocated",
      party,
      annotations: {},
      identityProviderId: "",
      recordTime: start,
    }),
  ),
];
