import {
  type Command,
  invalidArgument,
  isJsonObject,
  type LedgerError,
  type Submission,
  type SubmittedDeduplication,
} from "@tallystick/core";
import { type Either, isLeft, left, orElse, right } from "fp-ts/lib/Either.js";
import { wireContractId, wirePartyId, wireUserId } from "../types/wire-ids.js";
import type { TypeOf } from "io-ts";
import { pathText } from "../types/path-text.js";
import { type DecodeError, SchemaType, type WireReadable } from "../types/schema-type.js";
import { wireIdentifier } from "../types/wire-identifier.js";
import { wireInstantText } from "../types/wire-instant.js";
import { wireEmptyNamed, wireIntegerMap, wireWrapped } from "../types/wire-kinds.js";
import {
  expectedError,
  wireArray,
  wireBase64,
  wireInt32,
  wireInt64,
  wireJson,
  wireMapped,
  wireObject,
  wireString,
  within,
} from "../types/wire-type.js";
import { defaulted, optional, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";

const Field = wireObject("Field", {
  varint: optional(wireArray(wireInt64)),
  fixed64: optional(wireArray(wireInt64)),
  fixed32: optional(wireArray(wireInt32)),
  lengthDelimited: optional(wireArray(wireString)),
});

/** Unknown fields of a protocol buffer: only their form is checked (specification 2.1). */
export const JsUnknownFieldSet = wireObject("UnknownFieldSet", {
  fields: required(wireIntegerMap("Map_Int_Field", Field)),
});

/** A duration on the wire; a public node's clients may leave out what is 0. */
export const JsDuration = wireObject(
  "Duration",
  {
    seconds: defaulted(wireInt64, 0),
    nanos: defaulted(wireInt32, 0),
    unknownFields: optional(JsUnknownFieldSet),
  },
  ["seconds", "nanos"],
);
/** The decoded form of {@link JsDuration}. */
export type JsDuration = TypeOf<typeof JsDuration>;

const DeduplicationUnion = wireUnion("DeduplicationPeriod", {
  DeduplicationDuration: wireWrapped("DeduplicationDuration", JsDuration),
  DeduplicationOffset: wireWrapped("DeduplicationOffset", wireInt64),
  Empty: wireEmptyNamed("Empty"),
});

/** The deduplication period of the wire as that of a submission. */
export const deduplicationOf = (js: TypeOf<typeof DeduplicationUnion>): SubmittedDeduplication => {
  if ("DeduplicationDuration" in js)
    return { kind: "duration", duration: js.DeduplicationDuration.value };
  return "DeduplicationOffset" in js
    ? { kind: "offset", offset: js.DeduplicationOffset.value }
    : { kind: "empty" };
};

/** Which earlier completions the change id is compared with, on the wire (specification 2.1). */
const JsDeduplicationPeriod = wireMapped(DeduplicationUnion, deduplicationOf);

/** The kinds of commands, by the keys that they have on the wire. */
const commandKinds = {
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
};

const JsCommandUnion = wireUnion("Command", commandKinds);

const commandOf = (js: TypeOf<typeof JsCommandUnion>): Command => {
  if ("CreateCommand" in js) return { kind: "CreateCommand", ...js.CreateCommand };
  if ("ExerciseCommand" in js) return { kind: "ExerciseCommand", ...js.ExerciseCommand };
  return "ExerciseByKeyCommand" in js
    ? { kind: "ExerciseByKeyCommand", ...js.ExerciseByKeyCommand }
    : { kind: "CreateAndExerciseCommand", ...js.CreateAndExerciseCommand };
};

/** One element of a composite command on the wire (specification 2.1), read as a command. */
export const JsCommand = wireMapped(JsCommandUnion, commandOf);

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
/** A contract key to be loaded early, on the wire (specification 2.1). */
export const JsPrefetchContractKey = wireObject("PrefetchContractKey", {
  templateId: required(wireIdentifier),
  contractKey: required(wireJson),
  limit: optional(wireInt32),
});
const submissionFields = (
  command: WireReadable<Command>,
  period: WireReadable<SubmittedDeduplication>,
) => ({
  commands: required(wireArray(command)),
  commandId: required(wireString),
  actAs: required(wireArray(wirePartyId)),
  userId: optional(wireUserId),
  readAs: optional(wireArray(wirePartyId)),
  workflowId: optional(wireString),
  deduplicationPeriod: optional(period),
  minLedgerTimeAbs: optional(wireInstantText),
  minLedgerTimeRel: optional(JsDuration),
  submissionId: optional(wireString),
  disclosedContracts: optional(wireArray(JsDisclosedContract)),
  synchronizerId: optional(wireString),
  packageIdSelectionPreference: optional(wireArray(wireString)),
  prefetchContractKeys: optional(wireArray(JsPrefetchContractKey)),
  tapsMaxPasses: optional(wireInt32),
});

/**
 * The composite command on the wire (specification 2.1), read as a submission. Decoding checks the
 * form only: kinds of values, required fields, ranges of integers, Base64. Every further rule is in
 * `validateSubmission`.
 */
export const JsCommands = wireObject(
  "JsCommands",
  submissionFields(JsCommand, JsDeduplicationPeriod),
);

const wrongKind = (kinds: ReadonlyArray<string>, found: unknown): Either<DecodeError, never> =>
  orElse((error: DecodeError) => within("kind", error))(
    expectedError(`one of ${kinds.join(", ")}`, found),
  );

const commandKindNames = Object.keys(commandKinds);

/** A command as programs build it, maybe without a type checker. */
const CommandValue = new SchemaType<Command>("Command", {}, (u) => {
  const kind = isJsonObject(u) ? u["kind"] : undefined;
  return typeof kind === "string" && commandKindNames.includes(kind)
    ? JsCommand.read({ [kind]: u })
    : wrongKind(commandKindNames, kind);
});

const DeduplicationValue = new SchemaType<SubmittedDeduplication>(
  "DeduplicationPeriod",
  {},
  (u) => {
    const { kind, duration, offset } = isJsonObject(u) ? u : {};
    switch (kind) {
      case "duration":
        return JsDeduplicationPeriod.read({ DeduplicationDuration: { value: duration } });
      case "offset":
        return JsDeduplicationPeriod.read({ DeduplicationOffset: { value: offset } });
      case "empty":
        return right({ kind });
      default:
        return wrongKind(["duration", "offset", "empty"], kind);
    }
  },
);

const SubmissionValue = wireObject(
  "Submission",
  submissionFields(CommandValue, DeduplicationValue),
);

/**
 * Checks the form of a submission as programs build it, maybe without a type checker. Left
 * INVALID_ARGUMENT, which names the field.
 */
export const readSubmission = (given: unknown): Either<LedgerError, Submission> => {
  const read = SubmissionValue.read(given);
  if (!isLeft(read)) return read;
  const { path, reason } = read.left;
  return left(invalidArgument(reason, path.length === 0 ? undefined : pathText(path)));
};
