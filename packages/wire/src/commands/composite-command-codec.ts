import { wireContractId, wirePartyId, wireUserId } from "../types/wire-ids.js";
import type { TypeOf } from "io-ts";
import { wireIdentifier } from "../types/wire-identifier.js";
import { wireEmptyNamed, wireIntegerMap, wireWrapped } from "../types/wire-kinds.js";
import {
  defaulted,
  optional,
  required,
  wireArray,
  wireBase64,
  wireInt32,
  wireInt64,
  wireJson,
  wireObject,
  wireString,
} from "../types/wire-type.js";
import { wireUnion } from "../types/wire-union.js";

const Field = wireObject("Field", {
  varint: optional(wireArray(wireInt64)),
  fixed64: optional(wireArray(wireInt64)),
  fixed32: optional(wireArray(wireInt32)),
  lengthDelimited: optional(wireArray(wireString)),
});

/**
 * Fields a protocol-buffer mapping did not know: checked in form, without meaning (specification
 * 2.1).
 */
export const JsUnknownFieldSet = wireObject("UnknownFieldSet", {
  fields: required(wireIntegerMap("Map_Int_Field", Field)),
});

/** A duration on the wire; both its parts must be there (specification 2.1). */
export const JsDuration = wireObject("Duration", {
  seconds: required(wireInt64),
  nanos: required(wireInt32),
  unknownFields: optional(JsUnknownFieldSet),
});
/** The decoded form of {@link JsDuration}. */
export type JsDuration = TypeOf<typeof JsDuration>;

/** Which earlier completions the change id is compared with, on the wire (specification 2.1). */
export const JsDeduplicationPeriod = wireUnion("DeduplicationPeriod", {
  DeduplicationDuration: wireWrapped("DeduplicationDuration", JsDuration),
  DeduplicationOffset: wireWrapped("DeduplicationOffset", wireInt64),
  Empty: wireEmptyNamed("Empty"),
});
/** The decoded form of {@link JsDeduplicationPeriod}. */
export type JsDeduplicationPeriod = TypeOf<typeof JsDeduplicationPeriod>;

/** One element of a composite command on the wire (specification 2.1). */
export const JsCommand = wireUnion("Command", {
  CreateCommand: wireObject("CreateCommand", {
    templateId: required(wireIdentifier),
    createArguments: required(wireJson),
  }),
  ExerciseCommand: wireObject("ExerciseCommand", {
    templateId: required(wireIdentifier),
    contractId: required(wireContractId),
    choice: required(wireString),
    choiceArgument: required(wireJson),
  }),
  ExerciseByKeyCommand: wireObject("ExerciseByKeyCommand", {
    templateId: required(wireIdentifier),
    contractKey: required(wireJson),
    choice: required(wireString),
    choiceArgument: required(wireJson),
  }),
  CreateAndExerciseCommand: wireObject("CreateAndExerciseCommand", {
    templateId: required(wireIdentifier),
    createArguments: required(wireJson),
    choice: required(wireString),
    choiceArgument: required(wireJson),
  }),
});
/** The decoded form of {@link JsCommand}. */
export type JsCommand = TypeOf<typeof JsCommand>;

/**
 * A disclosed contract on the wire (specification 2.1); an absent blob reads as empty and fails
 * validation.
 */
export const JsDisclosedContract = wireObject(
  "DisclosedContract",
  {
    createdEventBlob: defaulted(wireBase64, ""),
    templateId: optional(wireIdentifier),
    contractId: optional(wireContractId),
    synchronizerId: optional(wireString),
  },
  ["createdEventBlob"],
);
/** The decoded form of {@link JsDisclosedContract}. */
export type JsDisclosedContract = TypeOf<typeof JsDisclosedContract>;

/** A contract key to be loaded early, on the wire (specification 2.1). */
export const JsPrefetchContractKey = wireObject("PrefetchContractKey", {
  templateId: required(wireIdentifier),
  contractKey: required(wireJson),
  limit: optional(wireInt32),
});
/** The decoded form of {@link JsPrefetchContractKey}. */
export type JsPrefetchContractKey = TypeOf<typeof JsPrefetchContractKey>;

/**
 * The composite command as it travels (specification 2.1). Decoding settles the form only: kinds of
 * values, required fields, ranges of integers, Base64. Every further rule is in `validateCommands`.
 */
export const JsCommands = wireObject("JsCommands", {
  commands: required(wireArray(JsCommand)),
  commandId: required(wireString),
  actAs: required(wireArray(wirePartyId)),
  userId: optional(wireUserId),
  readAs: optional(wireArray(wirePartyId)),
  workflowId: optional(wireString),
  deduplicationPeriod: optional(JsDeduplicationPeriod),
  minLedgerTimeAbs: optional(wireString),
  minLedgerTimeRel: optional(JsDuration),
  submissionId: optional(wireString),
  disclosedContracts: optional(wireArray(JsDisclosedContract)),
  synchronizerId: optional(wireString),
  packageIdSelectionPreference: optional(wireArray(wireString)),
  prefetchContractKeys: optional(wireArray(JsPrefetchContractKey)),
  tapsMaxPasses: optional(wireInt32),
});
/** The decoded form of {@link JsCommands}. */
export type JsCommands = TypeOf<typeof JsCommands>;
