import {
  amuletPackage,
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Accept,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { newPreapprovalId } from "@tallystick/wallet";
import { required, wireObject } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, oneText } from "../rows/contract-rows.js";
import { partyId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import {
  isServed,
  planProposal,
  ProposalAnswer,
  proposalFor,
  propose,
  requireNoPreapproval,
} from "./setup-proposals.js";

/**
 * `POST /v0/wallet/parties/{party_id}/setup-proposal`, ours: what the operator does for its own
 * external parties, for a party whose user asks.
 */
const askForSetup = walletRow({
  method: "POST",
  path: "/v0/wallet/parties/{party_id}/setup-proposal",
  summary: "Have the operator propose to serve a party that signs outside of the node",
  description:
    "The operator pays for the preapproval, and ends an earlier one of its own. While a proposal is open, the answer is that one. An addition of this node.",
  access: "subject",
  submits: true,
  parameters: wireObject("SetupPartyPath", { party_id: required(partyId) }),
  response: ProposalAnswer,
  errorStatuses: {
    400: "The party does not sign outside of the node, or the operator lacks the funds",
    403: "The caller may not have executed what the party signs",
    409: "The party is set up, or has a preapproval of another provider",
    429: "The operator has paid for five preapprovals of the party today",
  },
  handle: async ({ parameters: { party_id: party }, caller }, { wallet, ledger }) => {
    if (!caller.rights.canExecuteAs(party))
      throw refused(403, "The user may not act as the party that the request names.");
    if (ledger.party(party)?.external === undefined)
      throw refused(400, "The party does not sign outside of the node: it needs no set-up.");
    const open = proposalFor(wallet, party);
    if (open !== undefined) return { contract_id: open.contractId };
    return propose(wallet, () => {
      if (isServed(wallet, party)) throw refused(409, "The party is set up already.");
      const isDone = (commandId: string) => wallet.views.outcome(commandId) !== undefined;
      const commandId = newPreapprovalId({ now: wallet.now(), isDone }, party);
      if (commandId === undefined)
        throw refused(429, "The operator has paid for five preapprovals of this party today.");
      return planProposal(wallet, party, commandId);
    });
  },
});

/** `POST /v0/wallet/setup-proposals/{contract_id}/accept`, ours: what the party signs. */
const acceptSetup = actionOn(
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Accept,
  { of: ({ user }) => user },
  {
    path: "/v0/wallet/setup-proposals/{contract_id}/accept",
    summary: "Accept to be served by the operator, which makes the party's preapproval",
    errorStatuses: { 409: "The party has a preapproval" },
    by: commandsOf(amuletPackage),
    operation: "accept-setup",
    argument: (_proposal, { wallet, party }) => {
      requireNoPreapproval(wallet, party);
      return {};
    },
    reply: oneText(
      "AcceptSetupProposalResponse",
      "transfer_preapproval_contract_id",
      "transferPreapprovalCid",
    ),
  },
);

/** The rows with which users set up their external parties; additions of this node. */
export const ownSetupRows: ReadonlyArray<Endpoint> = [askForSetup, acceptSetup];
