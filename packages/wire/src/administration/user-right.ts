import { wirePartyId } from "../types/wire-ids.js";
import { type LedgerError, type UserRight, invalidArgument } from "@tallystick/core";
import {
  type DecodeError,
  type SchemaDefinitions,
  SchemaType,
  type WireReadable,
} from "../types/schema-type.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { expectedError, referenceTo, wireArray, wireObject, within } from "../types/wire-type.js";
import { always, defaulted, optional, required } from "../types/wire-field.js";
import { unionSentence } from "../types/decode-sentence.js";
import { wireUnion } from "../types/wire-union.js";
import { nullableInSchema, wireEmpty, wireEmptyNamed, wireWrapped } from "../types/wire-kinds.js";

const unknownKind =
  "unknown kind of right - check that the Ledger API version of the server is recent enough";

const partyOf = (name: string) =>
  wireWrapped(name, wireObject(`${name}1`, { party: defaulted(wirePartyId, "") }, ["party"]));

const partyKinds = {
  CanActAs: partyOf("CanActAs"),
  CanExecuteAs: partyOf("CanExecuteAs"),
  CanReadAs: partyOf("CanReadAs"),
};

const plainKinds = [
  "CanExecuteAsAnyParty",
  "CanReadAsAnyParty",
  "IdentityProviderAdmin",
  "ParticipantAdmin",
] as const;

type PartyKind = keyof typeof partyKinds;

const isPartyKind = (key: string): key is PartyKind => Object.hasOwn(partyKinds, key);
const plainKind = (key: string) => plainKinds.find((kind) => kind === key);

const plain = wireWrapped("any plain kind", wireEmpty);

const readKind = (key: string, value: unknown): Either<DecodeError, UserRight | undefined> => {
  if (isPartyKind(key)) {
    const decoded = partyKinds[key].read(value);
    return isLeft(decoded)
      ? within(key, decoded.left)
      : right({ kind: key, party: decoded.right.value.party });
  }
  const named = plainKind(key);
  if (named === undefined && key !== "Empty")
    return expectedError("a known kind of right", key, unionSentence);
  const decoded = named === undefined ? wireEmpty.read(value) : plain.read(value);
  if (isLeft(decoded)) return within(key, decoded.left);
  return right(named === undefined ? undefined : { kind: named });
};

const kinds: ReadonlyArray<readonly [string, WireReadable<unknown>]> = [
  ...Object.entries(partyKinds),
  ...plainKinds.map((kind) => [kind, wireWrapped(kind, wireEmptyNamed(`${kind}1`))] as const),
  ["Empty", wireEmptyNamed("Empty8")],
];

const kindSchema = {
  oneOf: kinds.map(([key, type]) => ({
    type: "object",
    title: key,
    required: [key],
    properties: { [key]: referenceTo(type) },
  })),
};

const kindDefinitions: SchemaDefinitions = {
  Kind: kindSchema,
  ...Object.fromEntries(kinds.flatMap(([, { definitions }]) => Object.entries(definitions))),
};

/**
 * The kind of a right (ledger-api 9.3). Published clients put several kinds into one object, so
 * each of its keys counts as a right; an object without one, or with Empty, decodes to no right and
 * is validated later.
 */
const RightKind = new SchemaType<ReadonlyArray<UserRight>>(
  "Kind",
  kindSchema,
  (u) => {
    const decoded = wireObjectKeys(u);
    if (isLeft(decoded)) return decoded;
    const rights: UserRight[] = [];
    for (const [key, value] of decoded.right) {
      const each = readKind(key, value);
      if (isLeft(each)) return each;
      if (each.right !== undefined) rights.push(each.right);
    }
    return right(rights);
  },
  kindDefinitions,
);

const wireObjectKeys = (u: unknown): Either<DecodeError, ReadonlyArray<[string, unknown]>> =>
  typeof u === "object" && u !== null && !Array.isArray(u)
    ? right(Object.entries(u))
    : expectedError("an object with the kind of the right as its key", u);

/** Rights as requests carry them. */
export const RightsWire = wireArray(wireObject("Right", { kind: optional(RightKind) }));

const party = { party: required(wirePartyId) };
const ofParty = wireWrapped("any kind of a party", wireObject("PartyOfRight", party));

const RightKindAnswer = wireUnion("RightKindAnswer", {
  CanActAs: ofParty,
  CanExecuteAs: ofParty,
  CanExecuteAsAnyParty: plain,
  CanReadAs: ofParty,
  CanReadAsAnyParty: plain,
  IdentityProviderAdmin: plain,
  ParticipantAdmin: plain,
});

// an answer has one kind, yet the published schema is that of requests
const RightAnswerWire = wireObject("Right", {
  kind: always(
    nullableInSchema(new SchemaType("Kind", kindSchema, RightKindAnswer.read, kindDefinitions)),
  ),
});

/** Rights as answers carry them. */
export const RightAnswersWire = wireArray(RightAnswerWire);

type RightWire = { readonly kind?: ReadonlyArray<UserRight> };

/** The rights a request names, without validation. */
export const rightsNamed = (rights: ReadonlyArray<RightWire>): ReadonlyArray<UserRight> =>
  rights.flatMap(({ kind }) => kind ?? []);

/**
 * The rights a request names. Left INVALID_ARGUMENT for a right without a kind or a party
 * (ledger-api 3.4).
 */
export const rightsFromWire = (
  rights: ReadonlyArray<RightWire>,
): Either<LedgerError, ReadonlyArray<UserRight>> => {
  const all: UserRight[] = [];
  for (const [index, { kind }] of rights.entries()) {
    if (kind === undefined || kind.length === 0)
      return left({ ...invalidArgument(unknownKind), field: `rights[${index}].kind` });
    all.push(...kind);
  }
  return right(all);
};

/** A right in its wire form. */
export const rightToWire = (given: UserRight): TypeOf<typeof RightAnswerWire> => {
  switch (given.kind) {
    case "CanActAs":
      return { kind: { CanActAs: { value: { party: given.party } } } };
    case "CanExecuteAs":
      return { kind: { CanExecuteAs: { value: { party: given.party } } } };
    case "CanReadAs":
      return { kind: { CanReadAs: { value: { party: given.party } } } };
    case "CanExecuteAsAnyParty":
      return { kind: { CanExecuteAsAnyParty: { value: {} } } };
    case "CanReadAsAnyParty":
      return { kind: { CanReadAsAnyParty: { value: {} } } };
    case "IdentityProviderAdmin":
      return { kind: { IdentityProviderAdmin: { value: {} } } };
    case "ParticipantAdmin":
      return { kind: { ParticipantAdmin: { value: {} } } };
  }
};
