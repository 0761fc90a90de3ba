import { amuletPackage, ExternalPartySetupProposal_Accept } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import { freshId } from "../rows/submissions.js";
import { partyId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { preapprovalOf } from "../transfers/preapproval-lookup.js";
import {
  prepareExternal,
  preparedFields,
  SubmitSignedRequest,
  executeSigned,
} from "./external-submission.js";
import {
  planProposal,
  ProposalAnswer,
  proposalFor,
  proposals,
  propose,
  requireNoPreapproval,
} from "./setup-proposals.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/admin/external-party/setup-proposal";

/** `POST /v0/admin/external-party/setup-proposal` (specification 4.7, wallet 4.5, 4.6). */
const createSetup = walletRow({
  method: "POST",
  path,
  summary: "Pay for an external party's preapproval and propose to serve it",
  access: "admin",
  body: wireObject("CreateExternalPartySetupProposalRequest", {
    user_party_id: required(partyId),
  }),
  response: ProposalAnswer,
  errorStatuses: {
    400: "The party id is none, or the operator lacks the funds",
    404: "The party is not hosted here",
    409: "The party has a proposal; or a preapproval, and is set up or has it of another provider",
  },
  handle: async ({ body: { user_party_id: user } }, { wallet, ledger, httpConfig }) => {
    if (ledger.party(user) === undefined)
      throw refused(404, `The party ${user} is not hosted here.`);
    const commandId = freshId(httpConfig, "external-party-setup");
    return propose(wallet, () => planProposal(wallet, user, commandId));
  },
});

/** `GET /v0/admin/external-party/setup-proposal` (specification 4.7, wallet 4.5). */
const listSetup = walletRow({
  method: "GET",
  path,
  summary: "The proposals to external parties that are open",
  access: "admin",
  response: wireObject("ListExternalPartySetupProposalsResponse", {
    contracts: required(wireArray(ContractWithState)),
  }),
  handle: (_request, { wallet }) => {
    const { views, settings } = wallet;
    const contracts = views.contractsOfIds(proposals(wallet).map(({ contractId }) => contractId));
    return { contracts: contracts.map((it) => withState(it, settings.synchronizerId)) };
  },
});

/**
 * `POST /v0/admin/external-party/setup-proposal/prepare-accept` (specification 4.7, wallet 4.5).
 */
const prepareAccept = walletRow({
  method: "POST",
  path: `${path}/prepare-accept`,
  summary: "What an external party signs to accept a proposal",
  description:
    "tx_hash is what is to be signed, hex; with verbose_hashing, hashing_details says in words what it is of. Nothing changes.",
  access: "admin",
  submits: false,
  body: wireObject("PrepareAcceptExternalPartySetupProposalRequest", {
    contract_id: required(wireString),
    user_party_id: required(partyId),
    verbose_hashing: optional(wireBoolean),
  }),
  response: wireObject("PrepareAcceptExternalPartySetupProposalResponse", preparedFields),
  errorStatuses: {
    400: "The proposal is to another party",
    404: "The party has no proposal",
    409: "The party has a preapproval",
  },
  handle: async ({ body }, { wallet, ledger, userId, httpConfig }) => {
    const { user_party_id: user } = body;
    const proposal = proposalFor(wallet, user);
    if (proposal === undefined)
      throw refused(404, `No ExternalPartySetupProposal contract found for ${user}`);
    if (proposal.contractId !== body.contract_id)
      throw refused(400, "Found contract does not match provided contractId.");
    requireNoPreapproval(wallet, user);
    const { wire } = await prepareExternal(ledger, {
      userId,
      party: user,
      commandId: freshId(httpConfig, "accept-external-party-setup"),
      command: exercise(ExternalPartySetupProposal_Accept, proposal.contractId, {}),
      disclosed: [],
      verbose: body.verbose_hashing === true,
    });
    return wire;
  },
});

/** `POST /v0/admin/external-party/setup-proposal/submit-accept` (specification 4.7, wallet 4.5). */
const submitAccept = walletRow({
  method: "POST",
  path: `${path}/submit-accept`,
  summary: "Carry out an acceptance that an external party has signed",
  access: "admin",
  body: SubmitSignedRequest,
  response: wireObject("SubmitAcceptExternalPartySetupProposalResponse", {
    transfer_preapproval_contract_id: required(wireString),
    update_id: required(wireString),
  }),
  errorStatuses: { 400: "The transaction, the key or the signature does not fit" },
  handle: async ({ body: { submission } }, services) => {
    const { name } = ExternalPartySetupProposal_Accept;
    const { updateId } = await executeSigned(services, submission, name);
    const preapproval = preapprovalOf(services.wallet, submission.party_id);
    if (preapproval === undefined)
      throw refused(400, "TransferPreapproval contract was not created.");
    return { transfer_preapproval_contract_id: preapproval.contractId, update_id: updateId };
  },
});

/** The rows that set up external parties (specification 4.7, wallet 4.5). */
export const externalSetupRows: ReadonlyArray<Endpoint> = [
  createSetup,
  listSetup,
  prepareAccept,
  submitAccept,
];
