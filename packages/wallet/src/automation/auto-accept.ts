import { TransferOffer, TransferOffer_Accept, walletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Offers accepted in one run. */
const maxAccepted = 20;

/**
 * Accepts open offers from configured senders (wallet 13.5), but not two-step transfers of the
 * token standard.
 */
export const autoAccept: Automation = {
  name: "auto-accept-transfers",
  runsFor: "party",
  bound: { oncePer: "offer of a configured sender" },
  lack: "pays nothing",
  plan: ({ view, config, now, isWaiting }, party) => {
    const senders = config.autoAcceptTransfers.get(party);
    if (senders === undefined) return [];
    return firstOf(view, {
      template: TransferOffer,
      party,
      keep: ({ contractId, payload: { receiver, sender, expiresAt } }) =>
        receiver === party &&
        now < expiresAt &&
        senders.has(sender) &&
        !isWaiting(commandIdOf("auto-accept", contractId)),
      wanted: maxAccepted,
    }).map(({ contractId }) => ({
      commandId: commandIdOf("auto-accept", contractId),
      actAs: [party],
      readAs: [],
      commands: [exercise(TransferOffer_Accept, contractId, {})],
    }));
  },
};
