import type { Bare, Operation, PublishedQuery, PublishedRequest } from "./published-shape.js";

type WithBody = {
  [O in Operation]: PublishedRequest<O> extends undefined ? never : O;
}[Operation];

const meta = { paths: [], unknownFields: { fields: {} } };
const commands = { commands: [], commandId: "", actAs: [] };
const provider = { identityProviderId: "", issuer: "", jwksUrl: "" };
const reassignmentCommands = { commandId: "", submitter: "", commands: [] };
const execution = {
  preparedTransaction: "",
  partySignatures: { signatures: [] },
  submissionId: "",
  hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2" as const,
};
const prepared = { synchronizerId: "", packageIdSelectionPreference: [] };
const executed = { deduplicationPeriod: { Empty: {} } };
/** Fields that a public node misses although the published type calls them optional. */
export const missedFields: Readonly<Record<string, object>> = {
  "POST /v2/interactive-submission/prepare": prepared,
  "POST /v2/interactive-submission/execute": executed,
  "POST /v2/interactive-submission/executeAndWait": executed,
  "POST /v2/interactive-submission/executeAndWaitForTransaction": executed,
};

/** For each operation a body with the fields the published type requires, and no other. */
export const bareBodies: { readonly [O in WithBody]: Bare<PublishedRequest<O>> } = {
  "POST /v2/commands/submit-and-wait": commands,
  "POST /v2/commands/submit-and-wait-for-transaction": { commands },
  "POST /v2/commands/submit-and-wait-for-reassignment": { reassignmentCommands },
  "POST /v2/commands/submit-and-wait-for-transaction-tree": commands,
  "POST /v2/commands/async/submit": commands,
  "POST /v2/commands/async/submit-reassignment": { reassignmentCommands },
  "POST /v2/events/events-by-contract-id": { contractId: "", eventFormat: {} },
  "POST /v2/contracts/contract-by-id": { contractId: "" },
  "POST /v2/commands/completions": { parties: [] },
  "POST /v2/state/active-contracts": { activeAtOffset: 0 },
  "POST /v2/updates": { beginExclusive: 0 },
  "POST /v2/updates/flats": { beginExclusive: 0 },
  "POST /v2/updates/trees": { beginExclusive: 0 },
  "GET /v2/package-vetting": {},
  "POST /v2/package-vetting/list": {},
  "POST /v2/package-vetting": { changes: [] },
  "POST /v2/package-vetting/update": { changes: [] },
  "POST /v2/interactive-submission/preferred-packages": { packageVettingRequirements: [] },
  "POST /v2/interactive-submission/prepare": commands,
  "POST /v2/interactive-submission/execute": execution,
  "POST /v2/interactive-submission/executeAndWait": execution,
  "POST /v2/interactive-submission/executeAndWaitForTransaction": execution,
  "POST /v2/parties/external/generate-topology": {
    synchronizer: "",
    partyHint: "",
    publicKey: {
      format: "CRYPTO_KEY_FORMAT_RAW",
      keyData: "",
      keySpec: "SIGNING_KEY_SPEC_EC_P256",
    },
  },
  "POST /v2/parties/external/allocate": { synchronizer: "", onboardingTransactions: [] },
  "POST /v2/parties": {},
  "PATCH /v2/parties/{party}": { partyDetails: { party: "" }, updateMask: meta },
  "GET /v2/state/active-contracts-page": { eventFormat: {} },
  "POST /v2/updates/get-updates-page": { updateFormat: {} },
  "POST /v2/updates/update-by-offset": { offset: 1, updateFormat: {} },
  "POST /v2/updates/update-by-id": { updateId: "", updateFormat: {} },
  "POST /v2/updates/transaction-by-offset": { offset: 1 },
  "POST /v2/updates/transaction-by-id": { updateId: "" },
  "POST /v2/users": { user: { id: "" } },
  "PATCH /v2/users/{user-id}": { user: { id: "" }, updateMask: meta },
  "POST /v2/users/{user-id}/rights": { userId: "" },
  "PATCH /v2/users/{user-id}/rights": { userId: "" },
  "PATCH /v2/users/{user-id}/identity-provider-id": { userId: "" },
  "POST /v2/idps": { identityProviderConfig: provider },
  "PATCH /v2/idps/{idp-id}": { identityProviderConfig: provider, updateMask: meta },
};

type Queried = {
  [O in Operation]: [PublishedQuery<O>] extends [never] ? never : O;
}[Operation];

const list = { limit: true, stream_idle_timeout_ms: true } as const;
const page = { pageSize: true, pageToken: true } as const;
const byProvider = { "identity-provider-id": true } as const;
const upload = { vetAllPackages: true, synchronizerId: true } as const;

/** The query parameters of each published operation that has some. */
export const queryNames: { readonly [O in Queried]: Readonly<Record<PublishedQuery<O>, true>> } = {
  "POST /v2/commands/completions": list,
  "POST /v2/state/active-contracts": list,
  "POST /v2/updates": list,
  "POST /v2/updates/flats": list,
  "POST /v2/updates/trees": list,
  "GET /v2/users": page,
  "GET /v2/parties": { ...page, ...byProvider, "filter-party": true },
  "GET /v2/parties/{party}": { ...byProvider, parties: true },
  "GET /v2/users/{user-id}": byProvider,
  "GET /v2/authenticated-user": byProvider,
  "POST /v2/dars": upload,
  "POST /v2/packages": upload,
  "POST /v2/dars/validate": { synchronizerId: true },
  "GET /v2/state/connected-synchronizers": {
    party: true,
    participantId: true,
    identityProviderId: true,
  },
  "GET /v2/updates/transaction-tree-by-offset/{offset}": { parties: true },
  "GET /v2/updates/transaction-tree-by-id/{update-id}": { parties: true },
  "GET /v2/interactive-submission/preferred-package-version": {
    parties: true,
    "package-name": true,
    vetting_valid_at: true,
    "synchronizer-id": true,
  },
};
