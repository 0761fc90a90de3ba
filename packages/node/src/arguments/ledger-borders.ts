import type { Catalog } from "@tallystick/core";
import type { Queries } from "@tallystick/views";
import { wireBoolean, wireString } from "@tallystick/wire";
import type { Ledger } from "../ledger/ledger.js";
import * as types from "./administration-types.js";
import {
  atOnce,
  type Borders,
  given,
  givenOrNot,
  later,
  oneByOne,
  rejecting,
  throwing,
} from "./given-arguments.js";
import * as queries from "./query-types.js";
import * as signing from "./signing-types.js";

const by = givenOrNot("by", types.requestedBy);
const userId = given("userId", wireString);
const party = given("party", wireString);
const sourceProviderId = given("sourceProviderId", wireString);
const targetProviderId = given("targetProviderId", wireString);
const identityProviderId = given("identityProviderId", wireString);
const rights = given("rights", types.userRights);
const context = givenOrNot("context", types.rightsContext);
const bytes = given("bytes", types.bytes);
const submission = given("submission", types.anything);
const submitter = givenOrNot("submitter", signing.submitter);
const offset = given("offset", types.whole);
const template = given("template", queries.template);
// choices, steps and values of templates are read by those who look them up
const choice = given("choice", types.anything);
const payload = given("payload", types.anything);
const argument = given("argument", types.anything);
const contractId = given("contractId", types.anything);
const as = given("as", queries.submitAs);

/** What is taken by the functions of a ledger. */
export const ledgerBorders: Borders<Ledger> = {
  submit: later(submission, submitter),
  submitAndWait: later(submission, submitter),
  validate: atOnce(submission, submitter),
  refusedSubmissions: throwing(
    given("limit", types.whole),
    givenOrNot("before", types.whole),
    givenOrNot("keep", queries.callback),
  ),
  prune: later(offset),
  transactionAt: later(offset),
  waitForOffset: rejecting(offset, given("timeoutMs", queries.duration)),
  onLedgerEnd: throwing(given("listener", queries.callback)),
  onPreferredWriter: throwing(given("listener", queries.callback)),

  create: later(template, payload, as),
  exercise: later(choice, contractId, argument, as),
  exerciseByKey: later(template, choice, given("key", types.anything), argument, as),
  transact: later(given("steps", types.anything), as),
  active: later(template, givenOrNot("wanted", queries.activeAt)),
  fetch: later(template, contractId, givenOrNot("wanted", queries.seenBy)),
  follow: oneByOne(template, givenOrNot("from", queries.followFrom)),

  parties: throwing(given("query", types.partiesQuery)),
  party: throwing(party),
  allocateParty: later(given("request", types.allocateParty), by),
  updateParty: later(given("request", types.updateParty), by),
  moveParty: later(party, sourceProviderId, targetProviderId),
  users: throwing(given("query", types.pageQuery)),
  user: throwing(userId),
  createUser: later(given("request", types.createUser), by),
  updateUser: later(given("request", types.updateUser), by),
  deleteUser: later(userId, givenOrNot("identityProviderId", wireString), by),
  moveUser: later(userId, sourceProviderId, targetProviderId),
  userRights: atOnce(userId),
  grantUserRights: later(userId, rights, context),
  revokeUserRights: later(userId, rights, context),
  identityProvider: throwing(identityProviderId),
  createIdentityProvider: later(given("config", types.identityProviderConfig)),
  updateIdentityProvider: later(given("request", types.updateIdentityProvider)),
  deleteIdentityProvider: later(identityProviderId),
  uploadDar: later(bytes, given("vetAllPackages", wireBoolean)),
  validateDar: later(bytes),
  packageArchive: later(given("packageId", wireString)),
  updateVetting: later(given("request", types.updateVetting)),

  tryOut: later(given("steps", types.anything), as, givenOrNot("when", signing.dryRunAt)),
  dryRun: later(submission, givenOrNot("when", signing.dryRunAt)),
  trace: later(submission, givenOrNot("when", signing.dryRunAt)),
  traceUpdate: later(given("updateId", wireString), givenOrNot("isShown", queries.callback)),
  prepareSubmission: later(given("request", signing.prepareSubmission), submitter),
  executeSubmission: later(given("request", signing.executeSubmission), submitter),
  executeSubmissionAndWait: later(given("request", signing.executeSubmission), submitter),
  generateExternalPartyTopology: atOnce(given("request", signing.generateTopology)),
  allocateExternalParty: later(given("request", signing.allocateExternalParty)),
  changePartyKeys: later(given("request", signing.changePartyKeys)),
};

const readFor = givenOrNot("readFor", queries.readFor);
const readIn = given("readIn", queries.readInParts);

/** What is taken by the queries of a ledger. */
export const queryBorders: Borders<Queries> = {
  completions: oneByOne(given("query", queries.completionsQuery), readFor),
  updates: oneByOne(given("query", queries.updatesQuery), readFor),
  updateTexts: oneByOne(given("query", queries.updatesQuery), readFor),
  transaction: later(given("query", queries.transactionQuery)),
  update: later(given("query", queries.updateQuery)),
  updatesPage: later(given("query", queries.updatesPageQuery)),
  updatesPageInParts: later(given("query", queries.updatesPageQuery), readIn),
  updatesPageTexts: later(given("query", queries.updatesPageQuery), readIn),
  activeContracts: oneByOne(given("query", queries.activeContractsQuery), readFor),
  activeContractTexts: oneByOne(given("query", queries.activeContractsQuery), readFor),
  activeContractsPage: later(given("query", queries.activeContractsPageQuery)),
  activeContractsPageInParts: later(given("query", queries.activeContractsPageQuery), readIn),
  activeContractsPageTexts: later(given("query", queries.activeContractsPageQuery), readIn),
  contractEvents: later(given("query", queries.contractEventsQuery)),
  contract: later(given("query", queries.contractQuery)),
  turn: rejecting(given("readFor", queries.readFor)),
};

const reference = given("reference", wireString);
const interfaceId = given("interfaceId", wireString);
const templateId = given("templateId", wireString);

/** What is taken by the catalog of a ledger. */
export const catalogBorders: Borders<Catalog> = {
  packageInfo: throwing(given("packageId", wireString)),
  templatesMatching: atOnce(reference),
  interfacesMatching: atOnce(reference),
  implementers: throwing(interfaceId),
  interfacesOf: throwing(templateId),
  viewPackage: throwing(interfaceId, templateId),
  interfaceView: atOnce(interfaceId, templateId, payload),
  modelAt: throwing(given("place", types.anything)),
};
