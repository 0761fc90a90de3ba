import type { PartyId } from "@tallystick/core";
import { annotationsOfSwitches, switchesOf, type WalletSwitches } from "@tallystick/wallet";
import { map } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Switches } from "./wallet.js";

/**
 * The switches of wallets, kept as annotations of their parties.
 *
 * @param onChanged called when a party's switches were set
 */
export const walletSwitches = (ledger: Ledger, onChanged: (party: PartyId) => void): Switches => ({
  of: (party) => switchesOf(ledger.party(party)?.annotations ?? {}),
  set: async (party, change: Partial<WalletSwitches>) => {
    const outcome = await ledger.updateParty({
      party,
      updateMask: ["local_metadata.annotations"],
      annotations: annotationsOfSwitches(change),
      resourceVersion: "",
      identityProviderId: "",
      isLocal: true,
    });
    onChanged(party);
    return map(() => undefined)(outcome);
  },
});
