import {
  expectedError,
  givenByKind,
  givenObject,
  optional,
  required,
  SchemaType,
  wireArray,
  wireBoolean,
  wireMap,
  wireString,
  wholeNumber,
} from "@tallystick/wire";
import {
  timestampMaxMicros,
  timestampMinMicros,
  type UserRight,
  type VettingChange,
} from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";

/** Any whole number: what it may be is a rule of each function. */
export const whole: SchemaType<number> = wholeNumber(Number.MIN_SAFE_INTEGER);

/** Microseconds since the Unix epoch within Daml's years. */
export const micros: SchemaType<bigint> = new SchemaType<bigint>(
  "microseconds",
  { type: "integer", minimum: Number(timestampMinMicros), maximum: Number(timestampMaxMicros) },
  (u) => {
    const exact = Number.isSafeInteger(u) ? BigInt(Number(u)) : u;
    return typeof exact === "bigint" && exact >= timestampMinMicros && exact <= timestampMaxMicros
      ? right(exact)
      : expectedError("whole microseconds since 1970 in the years 1 to 9999, as a bigint", u);
  },
);

const yes: SchemaType<true> = new SchemaType<true>("true", {}, (u) =>
  u === true ? right(u) : expectedError("true", u),
);

/** Anything: it is read where it is used. */
export const anything: SchemaType<never> = new SchemaType<never>("anything", {}, (u) =>
  // border: nothing is said of it
  right(u as never),
);

/** Bytes; not a proxy of an array of them. */
export const bytes: SchemaType<Uint8Array> = new SchemaType<Uint8Array>("bytes", {}, (u) =>
  ArrayBuffer.isView(u) && u instanceof Uint8Array ? right(u) : expectedError("a Uint8Array", u),
);

const annotations = wireMap(wireString);
const texts = wireArray(wireString);

const ofParty = { party: required(wireString) };

const userRight: SchemaType<UserRight> = givenByKind("UserRight", {
  CanActAs: ofParty,
  CanReadAs: ofParty,
  CanExecuteAs: ofParty,
  CanReadAsAnyParty: {},
  CanExecuteAsAnyParty: {},
  ParticipantAdmin: {},
  IdentityProviderAdmin: {},
});

export const userRights = wireArray(userRight);

export const requestedBy = givenObject("RequestedBy", {
  userId: required(wireString),
  participantAdmin: required(wireBoolean),
  identityProviderId: required(wireString),
});

/** The context that a change of rights is checked with. */
export const rightsContext = givenObject("RightsContext", {
  identityProviderId: optional(wireString),
  by: optional(requestedBy),
});

export const allocateParty = givenObject("AllocateParty", {
  partyIdHint: optional(wireString),
  annotations: optional(annotations),
  identityProviderId: optional(wireString),
  synchronizerId: optional(wireString),
  userId: optional(wireString),
  maxPartiesOfUser: optional(whole),
});

export const updateParty = givenObject("UpdateParty", {
  party: required(wireString),
  updateMask: required(texts),
  annotations: required(annotations),
  resourceVersion: required(wireString),
  identityProviderId: required(wireString),
  isLocal: required(wireBoolean),
});

export const createUser = givenObject("CreateUser", {
  userId: required(wireString),
  primaryParty: optional(wireString),
  isDeactivated: optional(wireBoolean),
  annotations: optional(annotations),
  identityProviderId: optional(wireString),
  primaryPartyAuthentication: optional(wireBoolean),
  rights: optional(userRights),
  once: optional(yes),
});

export const updateUser = givenObject("UpdateUser", {
  userId: required(wireString),
  primaryParty: required(wireString),
  isDeactivated: required(wireBoolean),
  annotations: required(annotations),
  identityProviderId: required(wireString),
  primaryPartyAuthentication: required(wireBoolean),
  updateMask: required(texts),
  resourceVersion: required(wireString),
});

export const identityProviderConfig = givenObject("IdentityProviderConfig", {
  identityProviderId: required(wireString),
  issuer: required(wireString),
  jwksUrl: required(wireString),
  isDeactivated: required(wireBoolean),
  audience: required(wireString),
});

export const updateIdentityProvider = givenObject("UpdateIdentityProvider", {
  config: required(identityProviderConfig),
  updateMask: required(texts),
});

const packages = required(
  wireArray(
    givenObject("PackageReference", {
      packageId: required(wireString),
      packageName: required(wireString),
      packageVersion: required(wireString),
    }),
  ),
);
const vettingChange: SchemaType<VettingChange> = givenByKind("VettingChange", {
  vet: {
    packages,
    validFromInclusive: optional(micros),
    validUntilExclusive: optional(micros),
  },
  unvet: { packages },
});

export const updateVetting = givenObject("UpdateVetting", {
  changes: required(wireArray(vettingChange)),
  dryRun: required(wireBoolean),
  expectedSerial: optional(whole),
  allowUnvettedDependencies: required(wireBoolean),
});

export const pageQuery = givenObject("PageQuery", {
  after: required(wireString),
  limit: required(whole),
  identityProviderId: optional(wireString),
});

export const partiesQuery = givenObject("PartiesQuery", {
  after: required(wireString),
  limit: required(whole),
  identityProviderId: optional(wireString),
  prefix: optional(wireString),
});
