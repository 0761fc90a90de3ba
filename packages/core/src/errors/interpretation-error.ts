import { partySet } from "../values/party-set.js";
import type { ContractId, PackageId, TemplateId } from "../values/ids.js";
import { ledgerError } from "./ledger-error-build.js";
import { damlExceptionId, errorOfChoice } from "./choice-error.js";
import type { ErrorPlace } from "./error-place.js";
import type { LedgerError } from "./ledger-error.js";
import type { ValueError } from "../values/value-error.js";

/**
 * CONTRACT_NOT_ACTIVE: consumed earlier in the same transaction.
 *
 * @param consumedBy number of the exercise that consumed it, as clients see it
 */
export const contractNotActive = (
  templateId: TemplateId,
  contractId: ContractId,
  consumedBy: number,
): LedgerError =>
  ledgerError(
    "CONTRACT_NOT_ACTIVE",
    `The contract ${contractId} was consumed earlier in the same transaction.`,
    {
      publicCause: interpretationSentence(
        `Update failed due to fetch of an inactive contract ${contractId} (${shortTemplateId(templateId)}).\nThe contract had been consumed in sub-transaction #NodeId(${consumedBy}):`,
      ),
      resources: [
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_ID", contractId],
      ],
    },
  );

/** How a public node begins its sentences about what went wrong while commands were interpreted. */
const interpretationSentence = (sentence: string): string =>
  `Interpretation error: Error: ${sentence}`;

/**
 * DAML_AUTHORIZATION_ERROR naming what was attempted, who had to authorize it and who did.
 *
 * @param node the node of the transaction that it would have been; absent for a fetch
 */
export const unauthorized = (
  what: string,
  required: ReadonlyArray<string>,
  given: ReadonlySet<string>,
  node?: { readonly nodeId: number; readonly templateId: TemplateId },
): LedgerError => {
  const missing = required.filter((party) => !given.has(party));
  const publicCause =
    node === undefined || required.length === 0
      ? undefined
      : interpretationSentence(
          `node NodeId(${node.nodeId}) (${node.templateId}) requires authorizers ${required.join()}, but only ${[...given].join()} were given`,
        );
  const error = ledgerError(
    "DAML_AUTHORIZATION_ERROR",
    `${what} requires authorizers ${required.join(", ") || "(no party, which is not allowed)"}, ` +
      `but only ${[...given].join(", ") || "no party"} authorized it; missing: ${missing.join(", ")}`,
    { publicCause },
  );
  return { ...error, authorizers: { required: partySet(required), given: partySet([...given]) } };
};

/** A template in a sentence of a public node: its name, and the beginning of the package id. */
const shortTemplateId = (templateId: TemplateId): string => {
  const [packageId = "", ...name] = templateId.split(":");
  return `${name.join(":")}@${packageId.slice(0, 8)}`;
};

/** WRONGLY_TYPED_CONTRACT: the contract is of no version of the template. */
export const wronglyTyped = (
  { contractId, templateId }: { readonly contractId: ContractId; readonly templateId: TemplateId },
  wanted: TemplateId,
): LedgerError =>
  ledgerError(
    "WRONGLY_TYPED_CONTRACT",
    `Contract ${contractId} is of template ${templateId}, not ${wanted}.`,
    {
      publicCause: interpretationSentence(
        `Update failed due to wrongly typed contract id ${contractId}\nExpected contract of type ${shortTemplateId(wanted)} but got ${shortTemplateId(templateId)}`,
      ),
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", wanted],
        ["TEMPLATE_ID", templateId],
      ],
    },
  );

/** CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE. */
export const doesNotImplement = (
  { contractId, templateId }: { readonly contractId: ContractId; readonly templateId: TemplateId },
  { interfaceId }: { readonly interfaceId: string },
): LedgerError =>
  ledgerError(
    "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    `Contract ${contractId} of template ${templateId} does not implement ${interfaceId}.`,
    {
      publicCause: interpretationSentence(
        `Update failed due to contract ${contractId} not implementing an interface\nExpected contract to implement interface ${shortTemplateId(interfaceId)} but contract has type ${shortTemplateId(templateId)}`,
      ),
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", templateId],
        ["INTERFACE_ID", interfaceId],
      ],
    },
  );

/** DUPLICATE_CONTRACT_KEY: two active contracts would hold one key. */
export const duplicateKey = (
  templateId: TemplateId,
  packageName: string,
  shownKey: string,
): LedgerError =>
  ledgerError(
    "DUPLICATE_CONTRACT_KEY",
    `An active contract of ${templateId} already holds the key ${shownKey.slice(0, 200)}.`,
    {
      resources: [
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_KEY", shownKey],
        ["PACKAGE_NAME", packageName],
      ],
    },
  );

/** UNKNOWN_INFORMEES: parties that would see something but are not known here. */
export const unknownInformees = (what: string, unknown: ReadonlyArray<string>): LedgerError =>
  ledgerError(
    "UNKNOWN_INFORMEES",
    `${what} informs parties that are not known on the synchronizer: ${unknown.join(", ")}`,
    {
      publicCause:
        "The participant is not connected to any synchronizer where the given informees are known.",
      context: { unknownInformees: `Set(${unknown.join(", ")})` },
    },
  );

/**
 * INCONSISTENT_CONTRACT_KEY: a lookup must not answer that a key is free when a contract that is
 * not visible holds it.
 */
export const hiddenKey = (
  templateId: TemplateId,
  packageName: string,
  shownKey: string,
): LedgerError =>
  ledgerError(
    "INCONSISTENT_CONTRACT_KEY",
    `The key ${shownKey.slice(0, 200)} of ${templateId} is held by a contract that neither actAs nor readAs can see.`,
    {
      resources: [
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_KEY", shownKey],
        ["PACKAGE_NAME", packageName],
      ],
    },
  );

/**
 * A value that is not of its Daml type: COMMAND_PREPROCESSING_FAILED when fields are missing or a
 * decimal has too many digits, else INVALID_ARGUMENT (ledger-api 2.1).
 *
 * @param at where the value is in the composite command
 */
export const illTypedValue = (
  at: Extract<ErrorPlace, { readonly path: ReadonlyArray<string> }>,
  { path, reason, missingFields, losesDigits, sentence, saidByLedger }: ValueError,
): LedgerError => {
  const place = { ...at, path: [...at.path, ...path] };
  if (losesDigits === true)
    return ledgerError("COMMAND_PREPROCESSING_FAILED", reason, { publicCause: sentence, place });
  if (missingFields !== undefined) {
    const cause = `Missing non-optional fields: Set(${missingFields.join(", ")})`;
    return ledgerError("COMMAND_PREPROCESSING_FAILED", cause, {
      publicCause: cause,
      place,
      madeByInterface: true,
    });
  }
  const invalid = "The submitted request has invalid arguments";
  return ledgerError("INVALID_ARGUMENT", `${invalid}: ${reason}`, {
    publicCause: sentence === undefined ? undefined : `${invalid}: ${sentence}`,
    place,
    madeByInterface: saidByLedger !== true,
  });
};

/** DAML_INTERPRETATION_ERROR for what no other code names. */
export const interpretationError = (cause: string): LedgerError =>
  ledgerError("DAML_INTERPRETATION_ERROR", cause);

/**
 * A payload against the precondition of its template: TEMPLATE_PRECONDITION_VIOLATED, or, where
 * Daml compiled the template, the exception that its code throws.
 *
 * @param shown the payload as Daml shows it
 */
export const preconditionViolated = (
  templateId: TemplateId,
  shown: string | undefined,
): LedgerError =>
  shown === undefined
    ? ledgerError("TEMPLATE_PRECONDITION_VIOLATED", `The precondition of ${templateId} is not met.`)
    : errorOfChoice({
        errorId: damlExceptionId("PreconditionFailed"),
        message: `Template precondition violated: ${shown}`,
      });

/** PACKAGE_SELECTION_FAILED: a package is needed that is not vetted (ledger-api 2.13). */
export const notVetted = (packageId: PackageId): LedgerError =>
  ledgerError(
    "PACKAGE_SELECTION_FAILED",
    `The package ${packageId} is needed but not vetted on this node.`,
  );
