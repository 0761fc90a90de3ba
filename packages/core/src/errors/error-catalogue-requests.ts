import { errorRowOf as row } from "./error-row.js";

/** Errors of tokens and rights (ledger-api 4.4). */
export const authorizationErrors = {
  UNAUTHENTICATED: row(
    6,
    "D",
    "No token was given, or none of the configured services can verify it",
  ),
  PERMISSION_DENIED: row(7, "D", "The token is valid but its rights do not cover the request"),
  INVALID_TOKEN: row(
    8,
    "D",
    "No user id in token and request, or the token's subject or the identity provider id is malformed",
  ),
  ACCESS_TOKEN_EXPIRED: row(2, "D", "The token expired while a stream was running"),
  STALE_STREAM_AUTHORIZATION: row(
    2,
    "D",
    "The rights of the user changed while a stream was running; reconnect",
  ),
  INTERNAL_AUTHORIZATION_ERROR: row(
    4,
    "D",
    "Resolving the rights of the caller failed unexpectedly",
  ),
  IDENTITY_PROVIDER_UNAVAILABLE: row(
    1,
    "D",
    "The keys to verify the token with cannot be fetched from its identity provider now",
  ),
};

/** Errors of request validation and lookups (ledger-api 4.4). */
export const requestErrors = {
  MISSING_FIELD: row(
    8,
    "D",
    "A mandatory field is empty or absent; context names it as field_name, in snake_case",
  ),
  INVALID_FIELD: row(8, "D", "A named field has an unacceptable value"),
  INVALID_ARGUMENT: row(8, "D", "The request has any other unacceptable argument"),
  INVALID_DEDUPLICATION_PERIOD: row(
    9,
    "D",
    "The deduplication period reaches before the retained deduplication data",
  ),
  NON_POSITIVE_OFFSET: row(8, "C", "An offset must be greater than zero"),
  NEGATIVE_OFFSET: row(8, "C", "An offset must not be negative"),
  DESCENDING_ORDER_MISSING_END: row(8, "C", "Descending order needs an end offset"),
  OFFSET_AFTER_LEDGER_END: row(12, "D", "Begin or end lies beyond the current ledger end"),
  OFFSET_OUT_OF_RANGE: row(
    9,
    "D",
    "The end lies before the begin, or pruning reaches the ledger end",
  ),
  PARTICIPANT_PRUNED_DATA_ACCESSED: row(9, "D", "The offset lies before the pruning offset"),
  PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END: row(
    9,
    "D",
    "The query asks for data beyond the ledger end",
  ),
  INVALID_CONTINUATION_TOKEN: row(
    8,
    "D",
    "The continuation token of a contract stream belongs to another request",
  ),
  INVALID_ACS_PAGE_TOKEN: row(
    8,
    "D",
    "The page token of active contracts belongs to another request",
  ),
  INVALID_UPDATES_PAGE_TOKEN: row(8, "D", "The page token of updates belongs to another request"),
  UPDATE_NOT_FOUND: row(11, "D", "The update is unknown or hidden by the requested format", {
    resources: ["UPDATE_ID", "OFFSET", "TRANSACTION_HASH"],
  }),
  COMPLETION_NOT_FOUND: row(11, "D", "No completion the caller may see has this hash", {
    resources: ["TRANSACTION_HASH"],
  }),
  CONTRACT_EVENTS_NOT_FOUND: row(11, "D", "The contract has no events the caller may see", {
    resources: ["CONTRACT_ID"],
  }),
  CONTRACT_PAYLOAD_NOT_FOUND: row(11, "D", "The contract has no payload the caller may see", {
    resources: ["CONTRACT_ID"],
  }),
  PACKAGE_NOT_FOUND: row(11, "D", "The package is unknown", { resources: ["PACKAGE"] }),
  TEMPLATES_OR_INTERFACES_NOT_FOUND: row(11, "D", "A template or interface id is unknown", {
    resources: ["TEMPLATE_ID", "INTERFACE_ID"],
  }),
  PACKAGE_NAMES_NOT_FOUND: row(11, "D", "A filter names an unknown package name"),
  NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME: row(
    11,
    "D",
    "No package of that name has the template",
  ),
  NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME: row(
    11,
    "D",
    "No package of that name has the interface",
  ),
  UNKNOWN_RESOURCE: row(11, "D", "Rights name parties unknown in the identity provider", {
    resources: ["PARTIES"],
  }),
  DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS: row(
    5,
    "D",
    "One contract id was disclosed with different payloads",
  ),
  LEDGER_TIME_OUTSIDE_BOUNDS: row(
    8,
    "D",
    "The ledger time leaves the bounds of a prepared transaction",
  ),
  PARTICIPANT_PRUNING_IN_PROGRESS: row(9, "D", "A pruning operation is running"),
  PRUNING_NOT_SUPPORTED: row(
    9,
    "H",
    "The journal's store cannot erase data, or other processes append to it",
  ),
};

/** Errors the JSON layer adds (ledger-api 4.4). */
export const jsonErrors = {
  JSON_API_PACKAGE_SELECTION_FAILED: row(
    9,
    "D",
    "A package name of a command cannot be resolved, or the package preference is unusable",
  ),
  JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED: row(
    2,
    "H",
    "The list is longer than the node's limit; narrow the query or set a limit",
  ),
};

/**
 * Errors of the HTTP transport itself; the public system leaves these answers to its HTTP library.
 */
export const transportErrors = {
  ENDPOINT_NOT_FOUND: row(11, "H", "No endpoint has this path"),
  METHOD_NOT_ALLOWED: row(8, "H", "The path exists, but not for this method"),
  REQUEST_BODY_TOO_LARGE: row(8, "H", "The request body exceeds the node's limit"),
  REQUEST_BODY_CONSUMED: row(
    9,
    "H",
    "A middleware of the application has already read the request body; mount the interface before it",
  ),
  UNSUPPORTED_MEDIA_TYPE: row(8, "H", "The content type of the request body is not supported"),
  RATE_LIMIT_EXCEEDED: row(
    2,
    "H",
    "The caller exceeded the node's rate limit; the header Retry-After says when to retry",
  ),
};
