import type { ContractId, TemplateId, UserId } from "../values/ids.js";
import { type ErrorCode, errorRow } from "./error-catalogue.js";
import type { ErrorPlace } from "./error-place.js";
import type { LedgerError } from "./ledger-error.js";

/** The particulars of one occurrence beyond its code and cause. */
export interface LedgerErrorOptions {
  readonly publicCause?: string | undefined;
  readonly context?: Readonly<Record<string, string>>;
  readonly resources?: LedgerError["resources"];
  /** Overrides the answer of the catalogue row. */
  readonly definiteAnswer?: boolean;
  readonly place?: ErrorPlace;
  readonly field?: string;
  readonly invalidRequest?: boolean;
  readonly madeByInterface?: boolean;
  readonly correlationId?: string;
}

/** An error of the catalogue; what the options leave out comes from its row. */
export const ledgerError = (
  code: ErrorCode,
  cause: string,
  options: LedgerErrorOptions = {},
): LedgerError => ({
  code,
  cause,
  ...(options.publicCause === undefined ? {} : { publicCause: options.publicCause }),
  context: options.context ?? {},
  resources: options.resources ?? [],
  definiteAnswer: options.definiteAnswer ?? errorRow(code).definiteAnswer,
  ...(options.place === undefined ? {} : { place: options.place }),
  ...(options.field === undefined ? {} : { field: options.field }),
  ...(options.invalidRequest === undefined ? {} : { invalidRequest: options.invalidRequest }),
  ...(options.madeByInterface === undefined ? {} : { madeByInterface: options.madeByInterface }),
  ...(options.correlationId === undefined ? {} : { correlationId: options.correlationId }),
});

/** The index or key at the end of an element's path, e.g. `[2]`. */
const elementIndex = /\[[^\]]*\]$/;
/** A case of a union in a path, and the wrapper around its payload. */
const unionCase = /(^|\.)[A-Z][A-Za-z]*(\.value(?=$|\.))?/g;

/**
 * The name of a field as an error's context has it (ledger-api 4.2): in snake_case and without the
 * list elements and union cases around it, e.g. `template_id` for
 * `commands[0].CreateCommand.templateId`.
 * @param path path of the field as the client writes it
 */
export const fieldNameOf = (path: string): string => {
  const list = path.replace(elementIndex, "");
  return list
    .slice(list.lastIndexOf("]") + 1)
    .replaceAll(unionCase, "")
    .replace(/^\./, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
};

/** The sentence of a public node where our own text says more. */
interface PublicWords {
  /** The name of the field, where it is not the path's last part in snake_case. */
  readonly name?: string;
  /** What it says of the value; without it our reason. */
  readonly sentence?: string | undefined;
}

/**
 * MISSING_FIELD for a mandatory field that is empty or absent (ledger-api 3.3).
 * @param field path of the field as the client writes it
 * @param expected what is expected there, e.g. "at least one party"
 */
export const missingField = (
  field: string,
  expected?: string,
  { name = fieldNameOf(field) }: PublicWords = {},
): LedgerError => {
  const missing = "The submitted command is missing a mandatory field";
  return ledgerError(
    "MISSING_FIELD",
    `${missing}: ${field}${expected === undefined ? "" : ` (expected ${expected})`}`,
    {
      publicCause: `${missing}: ${name}`,
      context: { field_name: name },
      field,
      invalidRequest: true,
    },
  );
};

/**
 * INVALID_FIELD for a named field with an unacceptable value (ledger-api 3.3).
 * @param field path of the field as the client writes it
 * @param reason what was found and what was expected
 */
export const invalidField = (
  field: string,
  reason: string,
  { name = fieldNameOf(field), sentence = reason }: PublicWords = {},
): LedgerError => {
  const invalid = "The submitted command has a field with invalid value: Invalid field";
  return ledgerError("INVALID_FIELD", `${invalid} ${field}: ${reason}`, {
    publicCause: `${invalid} ${name}: ${sentence}`,
    field,
    invalidRequest: true,
  });
};

/**
 * INVALID_ARGUMENT for any other bad argument of a request (ledger-api 3.3).
 * @param reason what was found and what was expected
 * @param field path of the field to blame, when there is one
 */
export const invalidArgument = (
  reason: string,
  field?: string,
  { sentence }: PublicWords = {},
): LedgerError => {
  const invalid = "The submitted request has invalid arguments";
  return ledgerError(
    "INVALID_ARGUMENT",
    `${invalid}: ${field === undefined ? "" : `${field}: `}${reason}`,
    {
      ...(sentence === undefined ? {} : { publicCause: `${invalid}: ${sentence}` }),
      invalidRequest: true,
      ...(field === undefined ? {} : { field }),
    },
  );
};

/**
 * CONTRACT_NOT_FOUND: the contract is unknown, archived, or not visible to any of the submitting
 * and reading parties.
 */
export const contractNotFound = (contractId: ContractId): LedgerError =>
  ledgerError("CONTRACT_NOT_FOUND", `Contract could not be found with id ${contractId}`, {
    resources: [["CONTRACT_ID", contractId]],
  });

/**
 * CONTRACT_KEY_NOT_FOUND: no visible active contract holds the key; `key` is the key's text form.
 */
export const contractKeyNotFound = (
  templateId: TemplateId,
  key: string,
  packageName: string,
): LedgerError =>
  ledgerError(
    "CONTRACT_KEY_NOT_FOUND",
    `No active contract of template ${templateId} is visible with key ${key}`,
    {
      resources: [
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_KEY", key],
        ["PACKAGE_NAME", packageName],
      ],
    },
  );

/** PACKAGE_NAMES_NOT_FOUND for names of no package. */
export const packageNamesNotFound = (...names: ReadonlyArray<string>): LedgerError => {
  const cause = `The following package names do not match upgradable packages uploaded on this participant: [${names.join(", ")}].`;
  return ledgerError("PACKAGE_NAMES_NOT_FOUND", cause, { publicCause: cause });
};

/** TEMPLATES_OR_INTERFACES_NOT_FOUND for one template or interface id. */
export const templateNotFound = (
  templateId: TemplateId,
  kind: "TEMPLATE_ID" | "INTERFACE_ID" = "TEMPLATE_ID",
): LedgerError => {
  const cause = `${kind === "TEMPLATE_ID" ? "Templates" : "Interfaces"} do not exist: [${templateId}].`;
  return ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", cause, {
    publicCause: cause,
    resources: [[kind, templateId]],
  });
};

/** The operation on a user that failed, in a public node's words. */
export type UserOperation =
  | "getting user"
  | "list user rights"
  | "grant user rights"
  | "revoke user rights"
  | "updating user"
  | "update user identity provider"
  | "deleting user"
  | "checking user's existence";

/** USER_NOT_FOUND for a user id. */
export const userNotFound = (userId: UserId, operation: UserOperation): LedgerError =>
  ledgerError("USER_NOT_FOUND", `User not found: ${userId}`, {
    publicCause: `${operation} failed for unknown user "${userId}"`,
    resources: [["USER", userId]],
  });

/** UPDATE_NOT_FOUND for an update id, an offset or a transaction hash. */
export const updateNotFound = (
  kind: "UPDATE_ID" | "OFFSET" | "TRANSACTION_HASH",
  value: string,
): LedgerError =>
  ledgerError("UPDATE_NOT_FOUND", "Update not found, or not visible.", {
    resources: [[kind, value]],
  });

/** COMPLETION_NOT_FOUND for a transaction hash. */
export const completionNotFound = (transactionHash: string): LedgerError =>
  ledgerError("COMPLETION_NOT_FOUND", "Completion not found, or not visible.", {
    resources: [["TRANSACTION_HASH", transactionHash]],
  });
