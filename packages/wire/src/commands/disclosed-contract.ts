import {
  type Contract,
  type DisclosedBlob,
  type DisclosedContract,
  fieldNameOf,
  invalidArgument,
  invalidField,
  type LedgerError,
  ledgerError,
  missingField,
  type Sha256,
  type TemplateId,
  textSentence,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { contractOfBlob } from "../contracts/created-event-blob.js";
import {
  contractIdError,
  foundInstead,
  disclosedIdentifierError,
  synchronizerError,
} from "./composite-command-parts.js";

/** Most disclosed contracts of one composite command. */
export const maxDisclosedContracts = 10_000;

/** The context of reading disclosed contracts. */
export interface DisclosureSettings {
  readonly sha256: Sha256;
  /** The synchronizer this participant is connected to. */
  readonly synchronizerId: string;
}

const disclosedTemplateError = (field: string, templateId: TemplateId): LedgerError | undefined =>
  disclosedIdentifierError(field, templateId) ??
  (templateId.startsWith("#")
    ? invalidField(field, foundInstead(templateId, "a package id in place of a package name"), {
        name: "package_id",
        sentence: textSentence("Package ID", templateId.slice(0, templateId.indexOf(":"))),
      })
    : undefined);

/** Empty optional texts count as absent. */
const formError = (
  { createdEventBlob, templateId, contractId, synchronizerId }: DisclosedBlob,
  at: string,
): LedgerError | undefined =>
  (createdEventBlob === ""
    ? missingField(`${at}.createdEventBlob`, "the contract as Base64", {
        name: "DisclosedContract.createdEventBlob",
      })
    : undefined) ??
  (templateId ? disclosedTemplateError(`${at}.templateId`, templateId) : undefined) ??
  (contractId ? contractIdError(`${at}.contractId`, contractId) : undefined) ??
  (synchronizerId ? synchronizerError(`${at}.synchronizerId`, synchronizerId) : undefined);

/**
 * Checks the form of one disclosed contract and reads its blob (specification 2.1, ledger-api 3.3).
 * Left: its form is wrong. An error of its content is reported when the command is decided, after
 * errors with priority, and so is the Left of the contract inside.
 */
export const readDisclosedContract = (
  js: DisclosedBlob,
  index: number,
  settings: DisclosureSettings,
): Either<LedgerError, DisclosedContract> => {
  const at = `disclosedContracts[${index}]`;
  const error = formError(js, at);
  return error === undefined
    ? right({
        contract: readContract(js, at, settings.synchronizerId),
        blobDigest: settings.sha256(js.createdEventBlob),
      })
    : left(error);
};

/** A field beside a blob that says something else than the blob does. */
const mismatch = (
  at: string,
  name: "contractId" | "templateId",
  given: string | undefined,
  inBlob: string,
): LedgerError => {
  const field = fieldNameOf(name);
  return wrongContent(
    `${at}.${name}`,
    `it differs from ${inBlob} of the blob`,
    `Mismatch between DisclosedContract.${field} (${given}) and ${field} from decoded DisclosedContract.created_event_blob (${inBlob})`,
  );
};

const readContract = (
  given: DisclosedBlob,
  at: string,
  synchronizerId: string,
): Either<LedgerError, Contract> => {
  const read = contractOfBlob(given.createdEventBlob);
  if (isLeft(read)) return left(wrongContent(`${at}.createdEventBlob`, read.left.reason));
  const { contractId, templateId } = read.right;
  if (differs(given.contractId, contractId))
    return left(mismatch(at, "contractId", given.contractId, contractId));
  if (differs(given.templateId, templateId))
    return left(mismatch(at, "templateId", given.templateId, templateId));
  return differs(given.synchronizerId, synchronizerId)
    ? left(
        ledgerError(
          "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH",
          `${at}.synchronizerId is ${given.synchronizerId}, but this node is connected to ${synchronizerId}.`,
          { field: `${at}.synchronizerId` },
        ),
      )
    : read;
};

const differs = (given: string | undefined, found: string): boolean =>
  given !== undefined && given !== "" && given !== found;

const wrongContent = (field: string, reason: string, sentence?: string): LedgerError => ({
  ...invalidArgument(reason, field, { sentence }),
  invalidRequest: true,
});
