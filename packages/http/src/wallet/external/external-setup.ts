import {
  amuletPackage,
  AmuletRules_CreateExternalPartySetupProposal,
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Accept,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import {
  type ActiveContract,
  fundingFor,
  outOfFunds,
  preapprovalFeeInCc,
} from "@tallystick/wallet";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import {
  prepareExternal,
  preparedFields,
  SubmitSignedRequest,
  submitExternal,
} from "./external-submission.js";
import { resultText } from "../rows/own-contract.js";
import { preapprovalOf } from "../transfers/preapproval-lookup.js";
import { partyId } from "../rows/request-values.js";
import { freshId, runningNetwork, submissionBy, performOnce } from "../rows/submissions.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/admin/external-party/setup-proposal";

type Proposal = ActiveContract<{ readonly user: string; readonly validator: string }>;

/** The proposals of this validator. */
const proposals = ({ views, settings }: Wallet): ReadonlyArray<Proposal> =>
  views
    .of(ExternalPartySetupProposal, settings.operator)
    .filter(({ payload }) => payload.validator === settings.operator);

const proposalFor = (wallet: Wallet, user: string): Proposal | undefined =>
  wallet.views.named(ExternalPartySetupProposal, wallet.settings.operator, user, 1)[0];

/** Why a party can have no proposal now: it has one, or a preapproval. */
const conflictOf = (wallet: Wallet, user: string): Either<WalletError, void> => {
  const proposal = proposalFor(wallet, user);
  if (proposal !== undefined) {
    return refused(
      409,
      `ExternalPartySetupProposal contract already exists: ${proposal.contractId}`,
    );
  }
  const preapproval = preapprovalOf(wallet, user);
  return preapproval === undefined
    ? right(undefined)
    : refused(409, `TransferPreapproval contract already exists: ${preapproval.contractId}`);
};

/** The operator's payment and proposal. */
const planProposal = (wallet: Wallet, user: string, commandId: string) => {
  const conflict = conflictOf(wallet, user);
  if (isLeft(conflict)) return conflict;
  const network = runningNetwork(wallet);
  if (isLeft(network)) return network;
  const { config, settings, views, now } = wallet;
  const { dso, operator } = settings;
  const { amuletPrice } = network.right.round.payload;
  const lifetime = config.preapprovalLifetimeMicros;
  const fee = preapprovalFeeInCc(lifetime, network.right.config, amuletPrice);
  if (fee === undefined) return refused(500, "The preapproval's fee is out of range.");
  const funding = fundingFor(fee, views, network.right, operator, now());
  const { inputs, context, total } = funding;
  if (total === undefined || total < fee) {
    return refused(
      400,
      `Insufficient funds for the transfer pre-approval purchase: ${outOfFunds(fee, total ?? fee)}`,
    );
  }
  const command = exercise(
    AmuletRules_CreateExternalPartySetupProposal,
    network.right.amuletRules,
    {
      context,
      inputs,
      user,
      validator: operator,
      preapprovalExpiresAt: now() + lifetime,
      expectedDso: dso,
    },
  );
  return right(submissionBy(wallet, operator, commandId, command));
};

/** Request body of `POST /v0/admin/external-party/setup-proposal` (wallet 4.5). */
export const CreateSetupRequest = wireObject("CreateExternalPartySetupProposalRequest", {
  user_party_id: required(wireString),
});

/** Answer of `POST /v0/admin/external-party/setup-proposal` (wallet 4.5). */
export const CreateSetupResponse = wireObject("CreateExternalPartySetupProposalResponse", {
  contract_id: required(wireString),
});

/** `POST /v0/admin/external-party/setup-proposal` (specification 4.7, wallet 4.5, 4.6). */
export const createSetup = walletRow({
  method: "POST",
  path,
  summary: "Pay for an external party's preapproval and propose to serve it",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: CreateSetupRequest,
  response: { kind: "json", codec: CreateSetupResponse },
  statuses: {
    400: "The party id is none, or the operator lacks the funds",
    404: "The party is not hosted here",
    409: "The party has a proposal or a preapproval",
  },
  handle: async ({ wallet, ledger, body }) => {
    const user = partyId(body.user_party_id, "user_party_id");
    if (isLeft(user)) return user;
    if (ledger.party(user.right) === undefined)
      return refused(404, `The party ${user.right} is not hosted here.`);
    const commandId = freshId("external-party-setup");
    const done = await performOnce(wallet, wallet.settings.operator, commandId, () =>
      planProposal(wallet, user.right, commandId),
    );
    if (isLeft(done)) return done;
    return right({ contract_id: resultText(done.right.result, "proposalCid") });
  },
});

/** Answer of `GET /v0/admin/external-party/setup-proposal` (wallet 4.5). */
export const ListSetupResponse = wireObject("ListExternalPartySetupProposalsResponse", {
  contracts: required(wireArray(ContractWithState)),
});

/** `GET /v0/admin/external-party/setup-proposal` (specification 4.7, wallet 4.5). */
export const listSetup = walletRow({
  method: "GET",
  path,
  summary: "The proposals to external parties that are open",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListSetupResponse },
  handle: ({ wallet }) => {
    const { views, settings } = wallet;
    const contracts = views.contractsOfIds(proposals(wallet).map(({ contractId }) => contractId));
    return right({ contracts: contracts.map((it) => withState(it, settings.synchronizerId)) });
  },
});

/** Request body of `POST /v0/admin/external-party/setup-proposal/prepare-accept` (wallet 4.5). */
export const PrepareAcceptRequest = wireObject("PrepareAcceptExternalPartySetupProposalRequest", {
  contract_id: required(wireString),
  user_party_id: required(wireString),
  verbose_hashing: optional(wireBoolean),
});

/** Answer of `POST /v0/admin/external-party/setup-proposal/prepare-accept` (wallet 4.5). */
export const PrepareAcceptResponse = wireObject(
  "PrepareAcceptExternalPartySetupProposalResponse",
  preparedFields,
);

/**
 * `POST /v0/admin/external-party/setup-proposal/prepare-accept` (specification 4.7, wallet 4.5).
 */
export const prepareAccept = walletRow({
  method: "POST",
  path: `${path}/prepare-accept`,
  summary: "What an external party signs to accept a proposal",
  description:
    "tx_hash is what is to be signed, hex; with verbose_hashing, hashing_details says in words what it is of. Nothing changes.",
  access: "admin",
  changesNothing: true,
  parameters: nothing,
  query: nothing,
  body: PrepareAcceptRequest,
  response: { kind: "json", codec: PrepareAcceptResponse },
  statuses: { 400: "The proposal is to another party", 404: "The party has no proposal" },
  handle: ({ wallet, ledger, body, userId }) => {
    const user = partyId(body.user_party_id, "user_party_id");
    if (isLeft(user)) return user;
    const proposal = proposalFor(wallet, user.right);
    if (proposal === undefined)
      return refused(404, `No ExternalPartySetupProposal contract found for ${user.right}`);
    if (proposal.contractId !== body.contract_id)
      return refused(400, "Found contract does not match provided contractId.");
    const prepared = prepareExternal(ledger, {
      userId,
      party: user.right,
      commandId: freshId("accept-external-party-setup"),
      command: exercise(ExternalPartySetupProposal_Accept, proposal.contractId, {}),
      disclosed: [],
      verbose: body.verbose_hashing === true,
    });
    return isLeft(prepared) ? prepared : right(prepared.right.wire);
  },
});

/** Answer of `POST /v0/admin/external-party/setup-proposal/submit-accept` (wallet 4.5). */
export const SubmitAcceptResponse = wireObject("SubmitAcceptExternalPartySetupProposalResponse", {
  transfer_preapproval_contract_id: required(wireString),
  update_id: required(wireString),
});

/** `POST /v0/admin/external-party/setup-proposal/submit-accept` (specification 4.7, wallet 4.5). */
export const submitAccept = walletRow({
  method: "POST",
  path: `${path}/submit-accept`,
  summary: "Carry out an acceptance that an external party has signed",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: SubmitSignedRequest,
  response: { kind: "json", codec: SubmitAcceptResponse },
  statuses: { 400: "The transaction, the key or the signature does not fit" },
  handle: async ({ wallet, ledger, userId, body: { submission } }) => {
    const { name } = ExternalPartySetupProposal_Accept;
    const committed = await submitExternal(wallet, ledger, submission, name, userId);
    if (isLeft(committed)) return committed;
    const preapproval = preapprovalOf(wallet, submission.party_id);
    if (preapproval === undefined)
      return refused(400, "TransferPreapproval contract was not created.");
    return right({
      transfer_preapproval_contract_id: preapproval.contractId,
      update_id: committed.right.updateId,
    });
  },
});

/** The rows by which external parties are taken on (specification 4.7, wallet 4.5). */
export const externalSetupRows: ReadonlyArray<Endpoint> = [
  createSetup,
  listSetup,
  prepareAccept,
  submitAccept,
];
