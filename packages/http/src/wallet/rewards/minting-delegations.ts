import {
  MintingDelegation,
  MintingDelegation_Reject,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
  MintingDelegationProposal_Reject,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, type Template } from "@tallystick/core";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
} from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { isSetUpExternally } from "../external/external-balance.js";
import { actionOn, noBody, oneText } from "../rows/contract-rows.js";
import { contractToWire } from "../rows/contract-wire.js";
import { contractWireOf } from "../rows/payload-schema.js";
import {
  LookedUpPath,
  optionalNumber,
  pageStart,
  upTo,
  wholeNumberText,
} from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";

/** Default and maximum of entries in a page (wallet 3.10). */
const defaultPage = 1_000;

const PageQuery = wireObject("MintingDelegationsQuery", {
  after: optionalNumber(pageStart),
  limit: optionalNumber(upTo(defaultPage, wholeNumberText)),
});

/** An entry: the contract, and whether its beneficiary is an external party set up here. */
const entryOf = <P>(name: string, template: Template<P>) =>
  wireObject(name, {
    contract: required(contractWireOf(template)),
    beneficiary_hosted: required(wireBoolean),
  });
const entryNames = {
  proposals: "MintingDelegationProposalWithStatus",
  delegations: "MintingDelegationWithStatus",
} as const;

/** The parties of a minting delegation. */
interface Delegation {
  readonly delegate: string;
  readonly beneficiary: string;
}

const listRow = <P>(
  path: string,
  key: "proposals" | "delegations",
  summary: string,
  template: Template<P>,
  delegationOf: (payload: P) => Delegation,
): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    query: PageQuery,
    response: wireObject(`List_minting_${key}`, {
      [key]: required(wireArray(entryOf(entryNames[key], template))),
      next_page_token: optional(wireInt64),
    }),
    handle: ({ query }, { wallet, ledger, party }) => {
      const { views } = wallet;
      const own = views
        .of(template, party)
        .map(({ contractId, payload }) => ({ contractId, ...delegationOf(payload) }))
        .filter(({ delegate }) => delegate === party);
      const beneficiaries = new Map(
        own.map(({ contractId, beneficiary }) => [contractId, beneficiary]),
      );
      const after = query.after ?? 0;
      const end = after + (query.limit ?? defaultPage);
      const page = own.slice(after, end).map(({ contractId }) => contractId);
      const entries = views.contractsOfIds(page).map((contract) => ({
        contract: contractToWire(contract),
        beneficiary_hosted: isSetUpExternally(
          wallet,
          ledger,
          beneficiaries.get(contract.contractId) ?? "",
        ),
      }));
      return end < own.length ? { [key]: entries, next_page_token: end } : { [key]: entries };
    },
  });

const path = "/v0/wallet/minting-delegation";
const ofProposal = ({ delegation }: { readonly delegation: Delegation }) => delegation;
const ofDelegation = (delegation: Delegation) => delegation;
const proposed = {
  of: ({ delegation }: { readonly delegation: Delegation }) => delegation.delegate,
};
const delegated = { of: ({ delegate }: Delegation) => delegate };
const by = commandsOf(walletPackage);

const endRow = (name: "reject" | "withdraw"): Endpoint =>
  actionOn(MintingDelegation, MintingDelegation_Reject, delegated, {
    path: `${path}s/{contract_id}/${name}`,
    summary: "Stop minting for an external party",
    parameters: LookedUpPath,
    by,
    operation: "reject-minting",
    argument: () => ({}),
    reply: noBody,
  });

/** The rows of minting delegations (specification 1, wallet 3.10); the caller is the delegate. */
export const mintingDelegationRows: ReadonlyArray<Endpoint> = [
  listRow(
    `${path}-proposals`,
    "proposals",
    "External parties that ask to be minted for",
    MintingDelegationProposal,
    ofProposal,
  ),
  // replaces an earlier one of the same beneficiary (wallet 17)
  actionOn(MintingDelegationProposal, MintingDelegationProposal_Accept, proposed, {
    path: `${path}-proposals/{contract_id}/accept`,
    summary: "Accept to mint for an external party",
    parameters: LookedUpPath,
    by,
    operation: "accept-minting",
    argument: ({ payload: { delegation } }, { wallet, party }) => {
      const existing = wallet.views
        .of(MintingDelegation, party)
        .find(
          ({ payload }) =>
            payload.delegate === party && payload.beneficiary === delegation.beneficiary,
        );
      return { existingDelegationCid: existing?.contractId };
    },
    reply: oneText("ContractIdAnswer", "contract_id", "mintingDelegationCid"),
  }),
  actionOn(MintingDelegationProposal, MintingDelegationProposal_Reject, proposed, {
    path: `${path}-proposals/{contract_id}/reject`,
    summary: "Do not mint for an external party",
    parameters: LookedUpPath,
    by,
    operation: "reject-minting-proposal",
    argument: () => ({}),
    reply: noBody,
  }),
  listRow(
    `${path}s`,
    "delegations",
    "External parties that are minted for",
    MintingDelegation,
    ofDelegation,
  ),
  endRow("reject"),
  endRow("withdraw"),
];
