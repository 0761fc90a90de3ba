import { party, record, type Static, template, text } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";

const InstallPayload = record({
  dsoParty: party,
  validatorParty: party,
  endUserName: text,
  endUserParty: party,
});
/** What ties the name of a user to a party and to the operator of its validator. */
export type InstallPayload = Static<typeof InstallPayload>;

/**
 * The operator of a validator runs a user's wallet (wallet 14.1). Its choices, each controlled by
 * the operator alone, are how the operator acts for the user; offboarding archives it.
 */
export const WalletAppInstall = template("Splice.Wallet.Install:WalletAppInstall", {
  payload: InstallPayload,
  signatories: ({ endUserParty, validatorParty }) => [endUserParty, validatorParty],
});

/** Who controls every choice of an install: the operator. */
export const operatorOf = ({ validatorParty }: InstallPayload): ReadonlyArray<string> => [
  validatorParty,
];

/** How the wallets of users come into being. */
export const walletAppInstallModule = modulePart({ templates: [WalletAppInstall] });
