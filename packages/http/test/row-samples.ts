/** Who and what the samples name. */
export interface SampleNames {
  /** A party the caller may or may not have rights for. */
  readonly party: string;
  /** A user other than any caller. */
  readonly otherUser: string;
}

/** A request that decodes, for one row of the endpoint table. */
export interface RowSample {
  /** `any`: every valid token will do. `right`: it asks for something that needs a right. */
  readonly needs: "any" | "right";
  /** Values of the path's parameters; those not given get a text without meaning. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly query?: string;
  /** JSON value of the body. */
  readonly body?: unknown;
  /** Body that is no JSON. */
  readonly bytes?: string;
}

const packageId = "0".repeat(64);
const contractId = `00${"ab".repeat(32)}`;
const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

const wildcard = {
  cumulative: [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
  ],
};

const providerSamples = () => {
  const identityProviderConfig = {
    identityProviderId: "sample",
    isDeactivated: false,
    issuer: "https://sample.example",
    jwksUrl: "https://sample.example/keys",
    audience: "",
  };
  const ofProvider = { needs: "right", parameters: { "idp-id": "sample" } } as const;
  const patch = { identityProviderConfig, updateMask: { paths: ["audience"] } };
  return {
    "GET /v2/idps": { needs: "right" },
    "POST /v2/idps": { needs: "right", body: { identityProviderConfig } },
    "GET /v2/idps/{idp-id}": ofProvider,
    "PATCH /v2/idps/{idp-id}": { ...ofProvider, body: patch },
    "DELETE /v2/idps/{idp-id}": ofProvider,
  } as const satisfies Readonly<Record<string, RowSample>>;
};

const userSamples = ({ party, otherUser }: SampleNames) => {
  const user = {
    id: otherUser,
    primaryParty: "",
    isDeactivated: false,
    primaryPartyAuthentication: false,
    identityProviderId: "",
  };
  const ofUser = { needs: "right", parameters: { "user-id": otherUser } } as const;
  const patch = { user, updateMask: { paths: ["is_deactivated"] } };
  const rights = {
    userId: otherUser,
    identityProviderId: "",
    rights: [{ kind: { CanReadAs: { value: { party } } } }],
  };
  const move = { userId: otherUser, sourceIdentityProviderId: "", targetIdentityProviderId: "" };
  return {
    "GET /v2/users": { needs: "right" },
    "POST /v2/users": { needs: "right", body: { user, rights: [] } },
    "GET /v2/users/{user-id}": ofUser,
    "PATCH /v2/users/{user-id}": { ...ofUser, body: patch },
    "DELETE /v2/users/{user-id}": ofUser,
    "GET /v2/users/{user-id}/rights": ofUser,
    "POST /v2/users/{user-id}/rights": { ...ofUser, body: rights },
    "PATCH /v2/users/{user-id}/rights": { ...ofUser, body: rights },
    "PATCH /v2/users/{user-id}/identity-provider-id": { ...ofUser, body: move },
    "GET /v2/authenticated-user": { needs: "any" },
  } as const satisfies Readonly<Record<string, RowSample>>;
};

const partySamples = ({ party }: SampleNames) => {
  const ofParty = { needs: "right", parameters: { party } } as const;
  const partyDetails = { party, isLocal: true, identityProviderId: "" };
  const patch = { partyDetails, updateMask: { paths: ["local_metadata"] } };
  const allocation = { partyIdHint: "", identityProviderId: "", synchronizerId: "", userId: "" };
  return {
    "GET /v2/parties": { needs: "right" },
    "POST /v2/parties": { needs: "right", body: allocation },
    "GET /v2/parties/participant-id": { needs: "any" },
    "GET /v2/parties/{party}": ofParty,
    "PATCH /v2/parties/{party}": { ...ofParty, body: patch },
  } as const satisfies Readonly<Record<string, RowSample>>;
};

const packageSamples = () => {
  const ofPackage = { needs: "any", parameters: { "package-id": packageId } } as const;
  const archive = { needs: "right", bytes: "no archive" } as const;
  const vetting = { needs: "right", body: { changes: [], dryRun: true } } as const;
  return {
    "GET /v2/packages": { needs: "any" },
    "GET /v2/packages/{package-id}": ofPackage,
    "GET /v2/packages/{package-id}/status": ofPackage,
    "POST /v2/packages": archive,
    "POST /v2/dars": archive,
    "POST /v2/dars/validate": archive,
    "GET /v2/package-vetting": { needs: "any", body: {} },
    "POST /v2/package-vetting": vetting,
    "POST /v2/package-vetting/list": { needs: "any", body: {} },
    "POST /v2/package-vetting/update": vetting,
  } as const satisfies Readonly<Record<string, RowSample>>;
};

const commandSamples = ({ party }: SampleNames) => {
  const template = { templateId: pingTemplate };
  const createArguments = { id: "sample", initiator: party, responder: party };
  const commands = {
    commands: [{ CreateCommand: { ...template, createArguments } }],
    commandId: "sample",
    actAs: [party],
  };
  const move = { contractId, source: "one::1220aa", target: "two::1220bb" };
  const reassignmentCommands = {
    commandId: "sample",
    submitter: party,
    commands: [{ command: { UnassignCommand: { value: move } } }],
  };
  const completions = { parties: [party], beginExclusive: 0 };
  return {
    "POST /v2/commands/async/submit": { needs: "right", body: commands },
    "POST /v2/commands/async/submit-reassignment": {
      needs: "right",
      body: { reassignmentCommands },
    },
    "POST /v2/commands/submit-and-wait": { needs: "right", body: commands },
    "POST /v2/commands/submit-and-wait-for-transaction": { needs: "right", body: { commands } },
    "POST /v2/commands/submit-and-wait-for-transaction-tree": { needs: "right", body: commands },
    "POST /v2/commands/submit-and-wait-for-reassignment": {
      needs: "right",
      body: { reassignmentCommands },
    },
    "POST /v2/commands/completions": {
      needs: "right",
      query: "?stream_idle_timeout_ms=1",
      body: completions,
    },
    "POST /v2/commands/command-completions": {
      needs: "right",
      query: "?stream_idle_timeout_ms=1",
      body: completions,
    },
    "POST /v2/interactive-submission/preferred-packages": {
      needs: "any",
      body: { packageVettingRequirements: [{ parties: [party], packageName: "sample" }] },
    },
    "GET /v2/interactive-submission/preferred-package-version": {
      needs: "any",
      query: `?parties=${encodeURIComponent(party)}&package-name=sample`,
    },
  } as const satisfies Readonly<Record<string, RowSample>>;
};

const readingSamples = ({ party }: SampleNames) => {
  const eventFormat = { filtersByParty: { [party]: wildcard }, verbose: false };
  const transactionFormat = { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" };
  const updateFormat = { includeTransactions: transactionFormat };
  const filter = { filtersByParty: { [party]: wildcard } };
  const range = { beginExclusive: 0, endInclusive: 1, filter, verbose: false };
  const wholeRange = { needs: "right", query: "?stream_idle_timeout_ms=1", body: range } as const;
  const page = { needs: "right", body: { activeAtOffset: 0, eventFormat } } as const;
  const asParties = `?parties=${encodeURIComponent(party)}`;
  return {
    "GET /v2/version": { needs: "any" },
    "GET /v2/state/ledger-end": { needs: "any" },
    "GET /v2/state/latest-pruned-offsets": { needs: "any" },
    "GET /v2/state/connected-synchronizers": {
      needs: "right",
      query: `?party=${encodeURIComponent(party)}`,
    },
    "POST /v2/state/active-contracts": { needs: "right", body: { activeAtOffset: 0, eventFormat } },
    "GET /v2/state/active-contracts-page": page,
    "POST /v2/state/active-contracts-page": page,
    "POST /v2/updates": {
      needs: "right",
      query: "?stream_idle_timeout_ms=1",
      body: { beginExclusive: 0, endInclusive: 1, updateFormat },
    },
    "POST /v2/updates/flats": wholeRange,
    "POST /v2/updates/trees": wholeRange,
    "POST /v2/updates/update-by-offset": { needs: "right", body: { offset: 1, updateFormat } },
    "POST /v2/updates/update-by-id": { needs: "right", body: { updateId: "ab", updateFormat } },
    "POST /v2/updates/update-by-hash": { needs: "right", body: { hash: "ab", updateFormat } },
    "POST /v2/updates/get-updates-page": {
      needs: "right",
      body: { beginOffsetExclusive: 0, updateFormat },
    },
    "POST /v2/updates/transaction-by-offset": {
      needs: "right",
      body: { offset: 1, transactionFormat },
    },
    "POST /v2/updates/transaction-by-id": {
      needs: "right",
      body: { updateId: "ab", transactionFormat },
    },
    "GET /v2/updates/transaction-tree-by-offset/{offset}": {
      needs: "right",
      parameters: { offset: "1" },
      query: asParties,
    },
    "GET /v2/updates/transaction-tree-by-id/{update-id}": {
      needs: "right",
      parameters: { "update-id": "ab" },
      query: asParties,
    },
    "POST /v2/events/events-by-contract-id": {
      needs: "right",
      body: { contractId, eventFormat },
    },
    "POST /v2/contracts/contract-by-id": {
      needs: "right",
      body: { contractId, queryingParties: [party] },
    },
  } as const satisfies Readonly<Record<string, RowSample>>;
};

/** Samples by method and path. A row without one is found by the test of every row. */
export const rowSamples = (names: SampleNames): ReadonlyMap<string, RowSample> =>
  new Map(
    Object.entries({
      ...providerSamples(),
      ...userSamples(names),
      ...partySamples(names),
      ...packageSamples(),
      ...commandSamples(names),
      ...readingSamples(names),
    }),
  );
