import * as t from "io-ts";
import { ExternalSubmissionCodec } from "./external-submission-codec.js";
import { StoredSubmission } from "./stored-submission.js";

// a number that means a text, see string-table.ts
const reference = t.number;
const references = t.array(reference);

/** A create node as it is in the journal. */
export const StoredCreate = t.intersection([
  t.type({
    kind: t.literal("create"),
    templateId: reference,
    packageName: reference,
    payload: t.unknown,
    signatories: references,
  }),
  t.partial({
    hash: t.string,
    contractId: t.string,
    observers: references,
    key: t.type({ value: t.unknown, maintainers: references }),
  }),
]);
/** A create node as it is in the journal. */
export type StoredCreate = t.TypeOf<typeof StoredCreate>;

/** An exercise node as it is in the journal. */
export const StoredExercise = t.intersection([
  t.type({
    kind: t.literal("exercise"),
    contractId: reference,
    templateId: reference,
    packageName: reference,
    choice: reference,
    argument: t.unknown,
    actingParties: references,
    result: t.unknown,
    signatories: references,
  }),
  t.partial({
    interfaceId: reference,
    consuming: t.literal(true),
    lastDescendantNodeId: t.number,
    observers: references,
    choiceObservers: references,
  }),
]);
/** An exercise node as it is in the journal. */
export type StoredExercise = t.TypeOf<typeof StoredExercise>;

const form = t.union([
  t.literal("create"),
  t.literal("exercise"),
  t.literal("exerciseByKey"),
  t.literal("createAndExercise"),
]);

/**
 * A committed transaction as it is in the journal; docs/journal-format.md says what each field
 * means and when it is absent.
 */
export const StoredTransaction = t.intersection([
  StoredSubmission,
  t.type({
    seed: t.string,
    strings: t.array(t.string),
    actAs: references,
    nodes: t.array(t.union([StoredCreate, StoredExercise])),
  }),
  t.partial({
    updateId: t.string,
    effectiveAt: t.number,
    readAs: references,
    packagePreference: references,
    disclosedContracts: t.array(t.type({ contractId: reference, blobDigest: t.string })),
    commandForms: t.array(form),
    external: ExternalSubmissionCodec,
  }),
]);
/** A committed transaction as it is in the journal. */
export type StoredTransaction = t.TypeOf<typeof StoredTransaction>;
