import { party, record, template, text } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";

/**
 * The operator of a validator runs a user's wallet (wallet 14.1). It ties the name of a user to a party; the wallet of a
 * user without one is not there. It has no choices of its own but `Archive`, by which a user is offboarded: whatever the
 * operator does for a user, it submits as the user's party, which onboarding gives it the right to act as.
 */
export const WalletAppInstall = template("Splice.Wallet.Install:WalletAppInstall", {
  payload: record({
    dsoParty: party,
    validatorParty: party,
    endUserName: text,
    endUserParty: party,
  }),
  signatories: ({ endUserParty, validatorParty }) => [endUserParty, validatorParty],
});

/** How the wallets of users come into being. */
export const walletAppInstallModule = modulePart({ templates: [WalletAppInstall] });
