import { KeyObject } from "node:crypto";
import { hashingSchemes, keySpecRules, keySpecs, type PublicKey } from "@tallystick/signing";
import {
  expectedError,
  givenObject,
  oneOf,
  optional,
  required,
  SchemaType,
  wireArray,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { isJsonObject } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { anything, bytes, micros, whole } from "./administration-types.js";

/** Who submits. */
export const submitter = givenObject("Submitter", {
  userId: optional(wireString),
  traceParent: optional(wireString),
  traceState: optional(wireString),
});

/** When a command is tried. */
export const dryRunAt = givenObject("DryRunAt", { at: optional(whole) });

/** A command that is to be signed; its form is read where its rules are. */
export const prepareSubmission = givenObject("PrepareSubmission", {
  submission: required(anything),
  hashingScheme: optional(oneOf(...hashingSchemes)),
  maxRecordTime: optional(micros),
});

const signature = givenObject("Signature", {
  format: required(
    oneOf("SIGNATURE_FORMAT_RAW", "SIGNATURE_FORMAT_DER", "SIGNATURE_FORMAT_CONCAT"),
  ),
  bytes: required(bytes),
  signedBy: required(wireString),
  algorithm: required(oneOf(...keySpecs.map((spec) => keySpecRules[spec].algorithm))),
});
const signatures = required(wireArray(signature));

const preparedMessage: SchemaType<never> = new SchemaType<never>("PreparedTransaction", {}, (u) =>
  isJsonObject(u) && isJsonObject(u["transaction"]) && isJsonObject(u["metadata"])
    ? // border: what `receivePrepared` has read
      right(u as never)
    : expectedError("a message, as `receivePrepared` reads it", u),
);

export const executeSubmission = givenObject("ExecuteSubmission", {
  prepared: required(
    givenObject("ReceivedPrepared", { bytes: required(bytes), message: required(preparedMessage) }),
  ),
  hashingScheme: required(oneOf(...hashingSchemes)),
  signatures: required(
    wireArray(givenObject("SignaturesOfParty", { party: required(wireString), signatures })),
  ),
  submission: required(
    givenObject("Submission", {
      userId: optional(wireString),
      submissionId: optional(wireString),
      deduplicationPeriod: optional(anything),
      minLedgerTimeAbs: optional(wireString),
      minLedgerTimeRel: optional(anything),
    }),
  ),
});

const publicKey: SchemaType<PublicKey> = new SchemaType<PublicKey>("PublicKey", {}, (u) =>
  isPublicKey(u) ? right(u) : expectedError("a key, as `publicKeyFrom` reads it", u),
);

const isPublicKey = (u: unknown): u is PublicKey =>
  isJsonObject(u) &&
  keySpecs.some((spec) => spec === u["keySpec"]) &&
  typeof u["fingerprint"] === "string" &&
  Reflect.get(u, "keyObject") instanceof KeyObject &&
  Reflect.get(u, "der") instanceof Uint8Array;

const participants = optional(wireArray(wireString));

export const generateTopology = givenObject("GenerateTopology", {
  partyHint: required(wireString),
  publicKey: required(publicKey),
  localParticipantObservationOnly: optional(wireBoolean),
  otherConfirmingParticipants: participants,
  observingParticipants: participants,
  confirmationThreshold: optional(whole),
  separateMappings: optional(wireBoolean),
});

const transactions = required(
  wireArray(givenObject("OnboardingTransaction", { transaction: required(bytes), signatures })),
);

/** A party with keys outside of the node. */
export const allocateExternalParty = givenObject("AllocateExternalParty", {
  transactions,
  multiHashSignatures: signatures,
  identityProviderId: optional(wireString),
  userId: optional(wireString),
  maxPartiesOfUser: optional(whole),
});

export const changePartyKeys = givenObject("ChangePartyKeys", {
  transactions,
  multiHashSignatures: signatures,
});
