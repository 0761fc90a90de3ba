import { errorRowOf as row } from "./error-row.js";

const keyResources = ["TEMPLATE_ID", "CONTRACT_KEY", "PACKAGE_NAME"];

/** Errors of consistency and command deduplication (ledger-api 4.4 and 5). */
export const consistencyErrors = {
  DUPLICATE_COMMAND: row(
    10,
    "T",
    "The change id was already accepted within the deduplication period",
    { definiteAnswer: true },
  ),
  SUBMISSION_ALREADY_IN_FLIGHT: row(2, "T", "A submission with this change id is still unfinished"),
  INCONSISTENT: row(9, "D", "A concurrent transaction changed the inputs"),
  CONTRACT_NOT_FOUND: row(11, "D", "The contract is unknown, not visible or archived", {
    resources: ["CONTRACT_ID"],
  }),
  UNSUPPORTED_CONTRACT_ID: row(11, "D", "The format of the contract id is not supported", {
    resources: ["CONTRACT_ID"],
  }),
  INCONSISTENT_CONTRACT_KEY: row(9, "D", "A concurrent transaction moved the contract key", {
    resources: keyResources,
  }),
  DUPLICATE_CONTRACT_KEY: row(10, "D", "Another active contract holds the contract key", {
    resources: keyResources,
  }),
};

/** Errors before interpretation: time, disclosure, package selection (ledger-api 4.4). */
export const preparationErrors = {
  FAILED_TO_DETERMINE_LEDGER_TIME: row(2, "D", "No ledger time is valid for the contracts used"),
  INTERPRETATION_TIME_EXCEEDED: row(
    2,
    "D",
    "Interpretation ran past the ledger time and its tolerance",
  ),
  DISCLOSED_CONTRACTS_SYNCHRONIZER_ID_MISMATCH: row(
    8,
    "D",
    "Disclosed contracts in use name different synchronizers",
  ),
  PRESCRIBED_SYNCHRONIZER_ID_MISMATCH: row(
    8,
    "D",
    "The requested synchronizer is not that of a disclosed contract in use",
  ),
  FAILED_TO_PREPARE_TRANSACTION: row(8, "D", "Preparing a transaction for external signing failed"),
  FAILED_TO_EXECUTE_TRANSACTION: row(8, "D", "Executing an externally signed transaction failed"),
  TRAFFIC_ACCOUNT_VALIDATION_FAILED: row(9, "D", "The local traffic account cannot be debited"),
  PACKAGE_SELECTION_FAILED: row(9, "D", "Package selection found no usable set of packages"),
  PACKAGE_NAME_DISCARDED_DUE_TO_UNVETTED_PACKAGES: row(
    11,
    "D",
    "A needed package name has no suitably vetted package",
  ),
  ALLOWED_LANGUAGE_VERSIONS: row(8, "D", "The language version is not supported"),
  PACKAGE_VALIDATION_FAILED: row(5, "D", "A package failed validation"),
  COMMAND_PREPROCESSING_FAILED: row(
    8,
    "D",
    "The command does not fit the types of its template or choice",
  ),
};

/** Errors of interpretation (ledger-api 4.4). */
export const interpretationErrors = {
  DAML_INTERPRETATION_ERROR: row(9, "D", "Interpretation failed"),
  DAML_INTERPRETER_INVALID_ARGUMENT: row(8, "D", "Interpretation failed on an invalid argument"),
  CONTRACT_NOT_ACTIVE: row(11, "D", "The contract was consumed earlier in the same transaction", {
    resources: ["TEMPLATE_ID", "CONTRACT_ID"],
  }),
  CONTRACT_KEY_NOT_FOUND: row(11, "D", "No active contract the submitter sees has the key", {
    resources: keyResources,
  }),
  UNRESOLVED_PACKAGE_NAME: row(11, "D", "The engine cannot resolve a package name", {
    resources: ["PACKAGE_NAME"],
  }),
  DAML_AUTHORIZATION_ERROR: row(8, "D", "A required authorizer is missing"),
  DAML_EFFECTFUL_ROLLBACK_ERROR: row(8, "D", "A node with effects would have to be rolled back"),
  CONTRACT_HASHING_ERROR: row(8, "D", "The contract is ill-formed and has no hash", {
    resources: ["CONTRACT_ID", "TEMPLATE_ID", "CONTRACT_ARG"],
  }),
  DISCLOSED_CONTRACT_KEY_HASHING_ERROR: row(
    9,
    "D",
    "The key hash of a disclosed contract is wrong",
    {
      resources: [
        "TEMPLATE_ID",
        "CONTRACT_ID",
        "CONTRACT_KEY",
        "CONTRACT_KEY_HASH",
        "PACKAGE_NAME",
      ],
    },
  ),
  UNHANDLED_EXCEPTION: row(9, "D", "A choice raised an uncaught exception", {
    resources: ["EXCEPTION_TYPE", "EXCEPTION_VALUE"],
  }),
  INTERPRETATION_USER_ERROR: row(9, "D", "A choice aborted with a message", {
    resources: ["EXCEPTION_TEXT"],
  }),
  TEMPLATE_PRECONDITION_VIOLATED: row(8, "D", "The precondition of the template does not hold"),
  CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS: row(8, "D", "A create has a key without maintainers", {
    resources: ["TEMPLATE_ID", "CONTRACT_ARG"],
  }),
  FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS: row(8, "D", "A fetch by key has no maintainers", {
    resources: keyResources,
  }),
  WRONGLY_TYPED_CONTRACT: row(9, "D", "The contract belongs to another template", {
    resources: ["CONTRACT_ID", "TEMPLATE_ID", "TEMPLATE_ID"],
  }),
  CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE: row(
    8,
    "D",
    "The template does not implement the interface",
    {
      resources: ["CONTRACT_ID", "TEMPLATE_ID", "INTERFACE_ID"],
    },
  ),
  CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE: row(
    8,
    "D",
    "The template lacks an interface that another one requires",
    { resources: ["CONTRACT_ID", "TEMPLATE_ID", "INTERFACE_ID", "INTERFACE_ID"] },
  ),
  NON_COMPARABLE_VALUES: row(8, "D", "Values that have no order were compared"),
  CONTRACT_ID_IN_CONTRACT_KEY: row(8, "D", "A contract key contains a contract id"),
  CONTRACT_ID_COMPARABILITY: row(8, "D", "A local and a global contract id were compared", {
    resources: ["CONTRACT_ID"],
  }),
  VALUE_NESTING: row(8, "D", "A value is nested too deep"),
  MALFORMED_TEXT: row(8, "D", "A text contains null characters or broken Unicode"),
  DAML_FAILURE: row(9, "D", "A choice failed with its own status, which determines the category", {
    categoryFromContext: true,
  }),
  INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED: row(
    8,
    "D",
    "The contract cannot be read as the expected version of its template",
    { resources: ["CONTRACT_ID", "TEMPLATE_ID", "TEMPLATE_ID", "PARTIES", "CONTRACT_KEY"] },
  ),
  INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED: row(
    8,
    "D",
    "The contract's fields do not fit the expected type",
    { resources: ["CONTRACT_ID", "TEMPLATE_ID", "TEMPLATE_ID", "CONTRACT_ARG"] },
  ),
  INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED: row(
    8,
    "D",
    "The contract's content does not match its contract id",
    { resources: ["CONTRACT_ID", "TEMPLATE_ID", "TEMPLATE_ID", "CONTRACT_ARG"] },
  ),
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING: row(
    9,
    "D",
    "A cryptographic primitive got bytes in a wrong encoding",
    { resources: ["CRYPTO_VALUE"] },
  ),
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY: row(
    9,
    "D",
    "A cryptographic primitive got a bad key",
    {
      resources: ["CRYPTO_VALUE"],
    },
  ),
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_SIGNATURE: row(
    9,
    "D",
    "A cryptographic primitive got a bad signature",
    { resources: ["CRYPTO_VALUE"] },
  ),
  INTERPRETATION_DEV_ERROR: row(9, "D", "A feature still in development failed", {
    resources: ["DEV_ERROR_TYPE"],
  }),
};
