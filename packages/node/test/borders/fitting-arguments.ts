import { everythingFor } from "@tallystick/wire";
import { iouId, iouPackage } from "../iou-package.js";
import { iouBy } from "../test-ledger.js";
import type { Fitting } from "./call-with-anything.js";

const commands = (party: string, contractId: string): Fitting => {
  const [iou] = iouPackage.templates;
  const [transfer] = iouPackage.choices ?? [];
  const as = { actAs: [party], readAs: [], commandId: "c", userId: "u", workflowId: "w" };
  const payload = { issuer: party, owner: party, amount: "1.5" };
  const submission = {
    ...iouBy(party, party, "s"),
    deduplicationPeriod: { kind: "duration", duration: { seconds: 1n, nanos: 0 } },
    readAs: [party],
    disclosedContracts: [{ createdEventBlob: "AAAA" }],
    prefetchContractKeys: [{ templateId: iouId, contractKey: {} }],
  };
  return {
    submit: [submission, { userId: "tester" }],
    submitAndWait: [submission, {}],
    validate: [submission, {}],
    prepareSubmission: [{ submission, hashingScheme: "HASHING_SCHEME_VERSION_V2" }, {}],
    create: [iou, payload, as],
    exercise: [transfer, contractId, { newOwner: party }, as],
    transact: [[{ kind: "create", template: iou, payload }], as],
    active: [iou, { party, at: 1 }],
    fetch: [iou, contractId, { party }],
    follow: [iou, { party, after: 0, until: 3 }],
    prune: [1],
    transactionAt: [3],
    waitForOffset: [1, 1],
    onLedgerEnd: [() => undefined],
    onPreferredWriter: [() => undefined],
  };
};

const people = (party: string): Fitting => {
  const by = { userId: "u", participantAdmin: true, identityProviderId: "" };
  const annotations = { a: "b" };
  const details = {
    party,
    annotations,
    resourceVersion: "",
    identityProviderId: "",
    isLocal: true,
  };
  const { rights, ...user } = {
    userId: "clerk",
    primaryParty: party,
    isDeactivated: false,
    annotations,
    identityProviderId: "",
    primaryPartyAuthentication: false,
    rights: [{ kind: "CanActAs", party }, { kind: "ParticipantAdmin" }],
  };
  return {
    parties: [{ after: "", limit: 5, prefix: "a" }],
    users: [{ after: "", limit: 5, identityProviderId: "" }],
    allocateParty: [{ partyIdHint: "p", annotations, userId: "u" }, by],
    updateParty: [{ ...details, updateMask: ["local_metadata"] }, by],
    createUser: [{ ...user, rights }, by],
    updateUser: [{ ...user, updateMask: ["primary_party"], resourceVersion: "" }, by],
    grantUserRights: ["participant_admin", rights, { by }],
    revokeUserRights: ["participant_admin", rights, { by }],
  };
};

const administration = (): Fitting => {
  const config = {
    identityProviderId: "p",
    issuer: "i",
    jwksUrl: "https://a.example/k",
    isDeactivated: false,
    audience: "",
  };
  const packages = [{ packageId: "", packageName: "node-test", packageVersion: "1.0.0" }];
  const changes = [{ kind: "unvet", packages, validFromInclusive: 1 }];
  return {
    createIdentityProvider: [config],
    updateIdentityProvider: [{ config, updateMask: ["issuer"] }],
    updateVetting: [{ changes, dryRun: true, allowUnvettedDependencies: true }],
  };
};

const queries = (party: string, contractId: string): Fitting => {
  const named = { kind: "template", templateId: iouId, includeCreatedEventBlob: true };
  const eventFormat = { ...everythingFor(party), filtersForAnyParty: { cumulative: [named] } };
  const transactionFormat = { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA", eventFormat };
  const updateFormat = {
    includeTransactions: transactionFormat,
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [party] } },
  };
  const range = { beginExclusive: 0, endInclusive: 3, descendingOrder: true };
  const readFor = { by: "u", signal: new AbortController().signal };
  const readIn = { by: "u", take: () => undefined };
  const ofUser = { userId: "u", parties: [party], beginExclusive: 0, follow: false };
  return {
    "queries.completions": [ofUser, readFor],
    "queries.updates": [{ ...range, updateFormat }, readFor],
    "queries.updateTexts": [{ ...range, updateFormat }, readFor],
    "queries.updatesPage": [{ updateFormat, maxPageSize: 2 }],
    "queries.updatesPageInParts": [{ updateFormat, maxPageSize: 2 }, readIn],
    "queries.updatesPageTexts": [{ updateFormat, maxPageSize: 2 }, readIn],
    "queries.activeContracts": [{ activeAtOffset: 3, eventFormat }, {}],
    "queries.activeContractTexts": [{ activeAtOffset: 3, eventFormat }, {}],
    "queries.activeContractsPage": [{ eventFormat, maxPageSize: 2 }],
    "queries.activeContractsPageInParts": [{ eventFormat }, readIn],
    "queries.activeContractsPageTexts": [{ eventFormat }, readIn],
    "queries.transaction": [{ at: { offset: 3 }, transactionFormat }],
    "queries.update": [{ at: { offset: 3 }, updateFormat }],
    "queries.contractEvents": [{ contractId, eventFormat }],
    "queries.contract": [{ contractId, queryingParties: [party] }],
    "catalog.templatesMatching": [iouId],
    "catalog.interfaceView": ["a:b:c", "a:b:c", {}],
  };
};

/** Arguments for functions of a ledger; those that it does not name are tried without. */
export const fittingArguments = (party: string, contractId: string): Fitting => ({
  ...commands(party, contractId),
  ...people(party),
  ...administration(),
  ...queries(party, contractId),
});
