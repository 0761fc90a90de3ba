import { errorRowOf as row } from "./error-row.js";

const user = { resources: ["USER"] };
const party = { resources: ["PARTY"] };
const identityProvider = { resources: ["IDENTITY_PROVIDER_CONFIG"] };

/** Errors of users, parties and identity providers (ledger-api 4.4). */
export const administrationErrors = {
  USER_NOT_FOUND: row(11, "D", "The user is unknown in the identity provider", user),
  USER_ALREADY_EXISTS: row(10, "D", "The user id is taken", user),
  TOO_MANY_USER_RIGHTS: row(9, "D", "The user would hold more rights than allowed", user),
  INVALID_USER_UPDATE_REQUEST: row(8, "C", "The update mask for a user is unusable", user),
  CONCURRENT_USER_UPDATE_DETECTED: row(2, "C", "The resource version of the user is stale", user),
  USER_DELETED_WHILE_UPDATING: row(2, "D", "The user vanished during the update", user),
  MAX_USER_ANNOTATIONS_SIZE_EXCEEDED: row(
    9,
    "C",
    "The annotations of the user are too large",
    user,
  ),
  PARTY_NOT_FOUND: row(11, "D", "The party is unknown", party),
  INVALID_PARTY_DETAILS_UPDATE_REQUEST: row(
    8,
    "C",
    "The update mask for a party is unusable, or a fixed field would change",
    party,
  ),
  CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED: row(
    2,
    "C",
    "The resource version of the party is stale",
    party,
  ),
  MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED: row(
    9,
    "C",
    "The annotations of the party are too large",
    party,
  ),
  INTERNAL_PARTY_RECORD_NOT_FOUND: row(4, "D", "The local record of a party is missing", party),
  INTERNAL_PARTY_RECORD_ALREADY_EXISTS: row(
    4,
    "D",
    "The local record of a party exists twice",
    party,
  ),
  PARTY_ALLOCATION_WITHOUT_CONNECTED_SYNCHRONIZER: row(
    9,
    "-",
    "No synchronizer is connected to allocate the party on",
  ),
  PARTY_ALLOCATION_CANNOT_DETERMINE_SYNCHRONIZER: row(
    9,
    "-",
    "Several synchronizers are connected and the request names none",
  ),
  IDP_CONFIG_NOT_FOUND: row(11, "D", "The identity provider id is unknown", identityProvider),
  IDP_CONFIG_BY_ISSUER_NOT_FOUND: row(11, "D", "No identity provider has this issuer"),
  IDP_CONFIG_ALREADY_EXISTS: row(10, "D", "The identity provider id is taken", identityProvider),
  IDP_CONFIG_ISSUER_ALREADY_EXISTS: row(
    10,
    "D",
    "Another identity provider has this issuer",
    identityProvider,
  ),
  IDP_CONFIG_IN_USE: row(
    9,
    "D",
    "The identity provider still has users or parties",
    identityProvider,
  ),
  TOO_MANY_IDENTITY_PROVIDER_CONFIGS: row(9, "D", "The maximum of identity providers is reached"),
  INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST: row(
    8,
    "C",
    "The update mask for an identity provider is unusable",
    identityProvider,
  ),
  CONFIGURATION_ENTRY_REJECTED: row(9, "D", "A legacy configuration change was rejected"),
};

/** Errors of packages and their archives (ledger-api 4.4). */
export const packageErrors = {
  INVALID_DAR: row(8, "C", "The archive is not a usable package archive"),
  INVALID_ZIP_ENTRY: row(8, "C", "An entry of the archive is unusable"),
  INVALID_LEGACY_DAR: row(8, "C", "The archive has an outdated layout"),
  ZIP_BOMB: row(8, "C", "An entry of the archive unpacks to more than allowed"),
  DAR_PARSE_ERROR: row(8, "C", "A package of the archive cannot be parsed"),
  INVALID_DAR_FILE_NAME: row(8, "C", "The file name of the archive is unusable"),
  DAR_VALIDATION_ERROR: row(8, "C", "A package of the archive failed validation"),
  DAR_DEPENDENCIES_NOT_VALID: row(8, "C", "The archive lacks a dependency"),
  MAIN_PACKAGE_IN_DAR_DOES_NOT_MATCH_EXPECTED: row(
    9,
    "C",
    "The archive's main package is not the expected one",
  ),
  NOT_VALID_UPGRADE_PACKAGE: row(
    8,
    "C",
    "The package is not a valid upgrade of an earlier version",
  ),
  DAML_PRIM_NOT_UTILITY_PACKAGE: row(
    8,
    "C",
    "A base library of the archive defines data that could be stored",
  ),
  TOPOLOGY_CANNOT_VET_DUE_TO_MISSING_PACKAGES: row(
    11,
    "C",
    "A package to be vetted, or one it needs, is not on this node",
  ),
  PACKAGE_SERVICE_INTERNAL_ERROR: row(4, "C", "The package service failed unexpectedly"),
  PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER: row(
    9,
    "-",
    "Several synchronizers are connected and the request names none",
  ),
  PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER: row(
    9,
    "-",
    "The request names a synchronizer this node is not connected to",
  ),
  PROTO_DESERIALIZATION_FAILURE: row(
    8,
    "C",
    "A page size, page token or id in a vetting request is invalid",
  ),
  KNOWN_PACKAGE_VERSION: row(8, "C", "Two vetted packages would share name and version"),
  UNRESOLVED_VETTING_REFERENCE: row(11, "C", "A package reference matches no package"),
  AMBIGUOUS_VETTING_REFERENCE: row(9, "C", "A package reference matches several packages"),
  TOPOLOGY_DEPENDENCIES_NOT_VETTED: row(9, "C", "A vetted package needs one that is not vetted"),
  TOPOLOGY_STORE_NOT_FOUND: row(
    11,
    "C",
    "A filter of vetted packages names a synchronizer or participants this node does not know",
  ),
  TOPOLOGY_SERIAL_MISMATCH: row(9, "C", "The change is based on an outdated serial"),
  NO_PREFERRED_PACKAGES_FOUND: row(9, "D", "No packages meet the vetting requirements"),
  NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE: row(
    9,
    "D",
    "No vetted package renders the interface view",
  ),
};

/** Errors any service may answer (ledger-api 4.4). */
export const serviceErrors = {
  REQUEST_TIME_OUT: row(3, "D", "The outcome was still unknown when the wait ended"),
  REQUEST_DEADLINE_EXCEEDED: row(3, "D", "The caller's deadline passed before processing"),
  REQUEST_ALREADY_IN_FLIGHT: row(2, "D", "The same administrative request is running"),
  SERVICE_NOT_RUNNING: row(1, "D", "The service is not started or was stopped"),
  SERVICE_INTERNAL_ERROR: row(4, "D", "A service failed unexpectedly"),
  LEDGER_API_INTERNAL_ERROR: row(4, "D", "The interface failed unexpectedly"),
  INDEX_DB_SQL_TRANSIENT_ERROR: row(1, "-", "The database failed temporarily"),
  INDEX_DB_SQL_NON_TRANSIENT_ERROR: row(4, "-", "The database failed"),
  INDEX_DB_SQL_NETWORK_TIMEOUT_ERROR: row(4, "-", "The database did not respond in time"),
  HEAP_MEMORY_OVER_LIMIT: row(2, "D", "The node is short of memory"),
  THREADPOOL_OVERLOADED: row(2, "D", "The node's queue of work is too long"),
  MAXIMUM_NUMBER_OF_STREAMS: row(2, "D", "Too many streams are open"),
};
