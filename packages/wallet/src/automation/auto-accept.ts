import { TransferOffer, TransferOffer_Accept, walletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/wire";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Offers that are looked at, and accepted in one go. */
const maxOffers = 1_000;
const maxAccepted = 20;

/**
 * Open offers from configured senders are accepted (wallet 13.5); never two-step transfers of the
 * token standard.
 */
export const autoAccept: Automation = {
  name: "auto-accept-transfers",
  runsFor: "party",
  plan: ({ view, config, now, isWaiting }, party) => {
    const senders = config.autoAcceptTransfers.get(party);
    if (senders === undefined) return [];
    return view
      .of(TransferOffer, party, maxOffers)
      .filter(
        ({ payload: { receiver, sender, expiresAt } }) =>
          receiver === party && now < expiresAt && senders.has(sender),
      )
      .map(({ contractId }) => ({
        commandId: commandIdOf("auto-accept", contractId),
        actAs: [party],
        readAs: [],
        commands: [exercise(TransferOffer_Accept, contractId, {})],
      }))
      .filter(({ commandId }) => !isWaiting(commandId))
      .slice(0, maxAccepted);
  },
};
