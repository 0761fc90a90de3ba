import type { PartyId } from "@tallystick/core";
import { TransferPreapproval } from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { ActiveContract } from "@tallystick/wallet";
import { required, wireObject } from "@tallystick/wire";
import type { ThrownAnswer } from "../../answers/thrown-answer.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { withState } from "../rows/contract-wire.js";
import { contractWithStateOf } from "../rows/payload-schema.js";
import { refused, type WalletAccess, walletRow } from "../rows/wallet-row.js";
import { partyId } from "../rows/value-codecs.js";

/** The preapproval with which a party can be paid now. */
export const preapprovalOf = (
  { views, now }: Wallet,
  receiver: string,
): ActiveContract<{ readonly provider: string; readonly expiresAt: bigint }> | undefined => {
  const at = now();
  return views
    .named(TransferPreapproval, receiver, receiver)
    .find(({ payload }) => payload.validFrom <= at && at < payload.expiresAt);
};

/**
 * The row that shows the preapproval of a receiver (wallet 4.4, 5.1).
 *
 * @param the path parameter with the receiver
 */
export const preapprovalByParty = (path: string, name: string, access: WalletAccess): Endpoint =>
  walletRow({
    method: "GET",
    path: `${path}/{${name}}`,
    summary: "The preapproval of a receiver",
    access,
    parameters: wireObject("ReceiverPath", { [name]: required(partyId) }),
    response: wireObject("LookupTransferPreapprovalByPartyResponse", {
      transfer_preapproval: required(contractWithStateOf(TransferPreapproval)),
    }),
    ...(access === "admin" ? { errorStatuses: { 404: "The party has no preapproval" } } : {}),
    handle: ({ parameters }, { wallet }) => {
      const receiver = parameters[name] ?? "";
      const found = preapprovalOf(wallet, receiver);
      const contract = found && wallet.views.contract(found.contractId);
      if (contract === undefined) throw noPreapproval(receiver);
      return { transfer_preapproval: withState(contract, wallet.settings.synchronizerId) };
    },
  });

/** The 404 of a party without a preapproval, in the words clients look for. */
export const noPreapproval = (party: PartyId): ThrownAnswer =>
  refused(404, `No TransferPreapproval found for party: ${party.slice(0, 255)}`);
