import type { RowInput } from "@tallystick/http";
import type { JsonFields } from "../transcoding/message-types.js";

/** A call, as the row of the JSON Ledger API that answers it. */
export interface CallRow {
  /** `com.daml.ledger.api.v2.CommandService`. */
  readonly service: string;
  readonly method: string;
  /** Method and path of the row; for a stream of messages the path of its channel. */
  readonly row: string;
  /** The input of the row; by default the request is its body. */
  readonly input?: (request: JsonFields, userId: string) => RowInput;
  /** The response, where it is not the row's answer. */
  readonly output?: (answer: unknown, request: JsonFields) => unknown;
}

type Ways = Pick<CallRow, "input" | "output">;

const home = "com.daml.ledger.api.v2.";

const of =
  (service: string) =>
  (method: string, row: string, ways: Ways = {}): CallRow => ({
    service: `${home}${service}`,
    method,
    row,
    ...ways,
  });

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(text) : [];

const fieldsOf = (value: unknown): JsonFields =>
  // border: fields of messages are objects
  typeof value === "object" && value !== null ? (value as JsonFields) : {};

/** A query without the parameters that have their default. */
const query = (
  parameters: Readonly<Record<string, unknown>>,
): { readonly query: Readonly<Record<string, string>> } => ({
  query: Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === "" || value === 0 ? [] : [[name, text(value)]],
    ),
  ),
});

const commandsAsBody: Ways = { input: ({ commands }) => ({ body: commands ?? {} }) };

/** @param otherwise the user that calls, where the request names none */
const ofUser = (userId: unknown, otherwise = "") => {
  const named = text(userId);
  return { parameters: { "user-id": named === "" ? otherwise : named } };
};
const ofProvider = (id: unknown) => query({ "identity-provider-id": id });
const ofPackage: Ways = {
  input: ({ packageId }) => ({ parameters: { "package-id": text(packageId) } }),
};
const rightsOfUser: Ways = {
  input: (request) => ({ ...ofUser(request["userId"]), body: request }),
};

/** A request of JSON says that it has no period, where one over gRPC leaves it out. */
const execution: Ways = {
  input: (request) => ({ body: { deduplicationPeriod: { Empty: {} }, ...request } }),
};

const command = of("CommandService");
const submission = of("CommandSubmissionService");
const update = of("UpdateService");
const state = of("StateService");
const packages = of("PackageService");
const packageManagement = of("admin.PackageManagementService");
const party = of("admin.PartyManagementService");
const user = of("admin.UserManagementService");
const provider = of("admin.IdentityProviderConfigService");
const interactive = of("interactive.InteractiveSubmissionService");

const ofConfig: Ways = {
  input: ({ identityProviderId }) => ({ parameters: { "idp-id": text(identityProviderId) } }),
};

/** Every call that is answered by a row of the JSON Ledger API. */
export const callRows: ReadonlyArray<CallRow> = [
  of("VersionService")("GetLedgerApiVersion", "GET /v2/version"),

  command("SubmitAndWait", "POST /v2/commands/submit-and-wait", commandsAsBody),
  command("SubmitAndWaitForTransaction", "POST /v2/commands/submit-and-wait-for-transaction"),
  command("SubmitAndWaitForReassignment", "POST /v2/commands/submit-and-wait-for-reassignment"),

  submission("Submit", "POST /v2/commands/async/submit", commandsAsBody),
  submission("SubmitReassignment", "POST /v2/commands/async/submit-reassignment"),

  of("CommandCompletionService")("CompletionStream", "/v2/commands/completions"),

  update("GetUpdates", "/v2/updates"),
  update("GetUpdateByOffset", "POST /v2/updates/update-by-offset"),
  update("GetUpdateById", "POST /v2/updates/update-by-id"),
  update("GetUpdatesPage", "POST /v2/updates/get-updates-page"),

  state("GetActiveContracts", "/v2/state/active-contracts"),
  state("GetActiveContractsPage", "POST /v2/state/active-contracts-page"),
  state("GetConnectedSynchronizers", "GET /v2/state/connected-synchronizers", {
    input: (request) => query(request),
  }),
  state("GetLedgerEnd", "GET /v2/state/ledger-end"),
  state("GetLatestPrunedOffsets", "GET /v2/state/latest-pruned-offsets"),

  of("EventQueryService")("GetEventsByContractId", "POST /v2/events/events-by-contract-id"),
  of("ContractService")("GetContract", "POST /v2/contracts/contract-by-id"),

  packages("ListPackages", "GET /v2/packages"),
  packages("GetPackage", "GET /v2/packages/{package-id}", {
    ...ofPackage,
    output: (archivePayload, { packageId }) => ({
      hashFunction: "HASH_FUNCTION_SHA256",
      archivePayload,
      hash: packageId,
    }),
  }),
  packages("GetPackageStatus", "GET /v2/packages/{package-id}/status", ofPackage),
  packages("ListVettedPackages", "POST /v2/package-vetting/list"),

  packageManagement("ListKnownPackages", "GET /in-process/known-packages"),
  packageManagement("UploadDarFile", "POST /v2/dars", {
    input: ({ darFile, vettingChange, synchronizerId }) => ({
      body: darFile,
      ...query({
        synchronizerId,
        vetAllPackages: vettingChange === "VETTING_CHANGE_DONT_VET_ANY_PACKAGES" ? "false" : "true",
      }),
    }),
  }),
  packageManagement("ValidateDarFile", "POST /v2/dars/validate", {
    input: ({ darFile, synchronizerId }) => ({ body: darFile, ...query({ synchronizerId }) }),
  }),
  packageManagement("UpdateVettedPackages", "POST /v2/package-vetting/update"),

  party("GetParticipantId", "GET /v2/parties/participant-id"),
  party("GetParties", "GET /in-process/parties", {
    input: ({ parties, identityProviderId }) => ({
      query: { ...ofProvider(identityProviderId).query, parties: textsIn(parties) },
    }),
  }),
  party("ListKnownParties", "GET /v2/parties", {
    input: ({ pageToken, pageSize, identityProviderId, filterParty }) =>
      query({
        pageToken,
        pageSize,
        "identity-provider-id": identityProviderId,
        "filter-party": filterParty,
      }),
  }),
  party("AllocateParty", "POST /v2/parties"),
  party("AllocateExternalParty", "POST /v2/parties/external/allocate"),
  party("UpdatePartyDetails", "PATCH /v2/parties/{party}", {
    input: (request) => ({
      parameters: { party: text(fieldsOf(request["partyDetails"])["party"]) },
      body: request,
    }),
  }),
  party("UpdatePartyIdentityProviderId", "POST /in-process/party-provider"),
  party("GenerateExternalPartyTopology", "POST /v2/parties/external/generate-topology"),

  user("CreateUser", "POST /v2/users"),
  user("GetUser", "GET /v2/users/{user-id}", {
    input: ({ userId, identityProviderId }, caller) => ({
      ...ofUser(userId, caller),
      ...ofProvider(identityProviderId),
    }),
  }),
  user("UpdateUser", "PATCH /v2/users/{user-id}", {
    input: (request) => ({ ...ofUser(fieldsOf(request["user"])["id"]), body: request }),
  }),
  user("DeleteUser", "DELETE /v2/users/{user-id}", {
    input: ({ userId, identityProviderId }) => ({
      ...ofUser(userId),
      ...ofProvider(identityProviderId),
    }),
  }),
  user("ListUsers", "GET /v2/users", {
    input: ({ pageToken, pageSize, identityProviderId }) =>
      query({ pageToken, pageSize, "identity-provider-id": identityProviderId }),
  }),
  user("GrantUserRights", "POST /v2/users/{user-id}/rights", rightsOfUser),
  user("RevokeUserRights", "PATCH /v2/users/{user-id}/rights", rightsOfUser),
  user("ListUserRights", "GET /v2/users/{user-id}/rights", {
    input: ({ userId }, caller) => ofUser(userId, caller),
  }),
  user("UpdateUserIdentityProviderId", "PATCH /v2/users/{user-id}/identity-provider-id", {
    input: (request) => ({ ...ofUser(request["userId"]), body: request }),
  }),

  provider("CreateIdentityProviderConfig", "POST /v2/idps"),
  provider("GetIdentityProviderConfig", "GET /v2/idps/{idp-id}", ofConfig),
  provider("UpdateIdentityProviderConfig", "PATCH /v2/idps/{idp-id}", {
    input: (request) => ({
      parameters: {
        "idp-id": text(fieldsOf(request["identityProviderConfig"])["identityProviderId"]),
      },
      body: request,
    }),
  }),
  provider("ListIdentityProviderConfigs", "GET /v2/idps"),
  provider("DeleteIdentityProviderConfig", "DELETE /v2/idps/{idp-id}", ofConfig),

  of("admin.ParticipantPruningService")("Prune", "POST /v2/participant-pruning"),

  of("testing.TimeService")("GetTime", "GET /in-process/time"),
  of("testing.TimeService")("SetTime", "POST /in-process/time"),

  interactive("PrepareSubmission", "POST /v2/interactive-submission/prepare"),
  interactive("ExecuteSubmission", "POST /v2/interactive-submission/execute", execution),
  interactive(
    "ExecuteSubmissionAndWait",
    "POST /v2/interactive-submission/executeAndWait",
    execution,
  ),
  interactive(
    "ExecuteSubmissionAndWaitForTransaction",
    "POST /v2/interactive-submission/executeAndWaitForTransaction",
    execution,
  ),
  interactive(
    "GetPreferredPackageVersion",
    "GET /v2/interactive-submission/preferred-package-version",
    {
      input: ({ parties, packageName, synchronizerId, vettingValidAt }) => {
        const named = query({
          "package-name": packageName,
          "synchronizer-id": synchronizerId,
          vetting_valid_at: vettingValidAt,
        });
        return { query: { ...named.query, parties: textsIn(parties) } };
      },
    },
  ),
  interactive("GetPreferredPackages", "POST /v2/interactive-submission/preferred-packages"),
];
