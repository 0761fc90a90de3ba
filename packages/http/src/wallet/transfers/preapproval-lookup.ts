import { TransferPreapproval } from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { ActiveContract } from "@tallystick/wallet";
import { required, wireObject } from "@tallystick/wire";
import { ContractWithState } from "../rows/contract-wire.js";
import { refused } from "../rows/wallet-row.js";

/** The preapproval by which a party can be paid now. */
export const preapprovalOf = (
  { views, now }: Wallet,
  receiver: string,
): ActiveContract<{ readonly provider: string; readonly expiresAt: number }> | undefined => {
  const at = now();
  return views
    .named(TransferPreapproval, receiver, receiver)
    .find(({ payload }) => payload.validFrom <= at && at < payload.expiresAt);
};

/** Answer of the lookups of a preapproval by its receiver (wallet 4.4, 5.1). */
export const PreapprovalWire = wireObject("LookupTransferPreapprovalByPartyResponse", {
  transfer_preapproval: required(ContractWithState),
});

/** The 404 of a party without a preapproval, in the words clients look for. */
export const noPreapproval = (party: string) =>
  refused(404, `No TransferPreapproval found for party: ${party.slice(0, 255)}`);
