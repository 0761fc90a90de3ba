import { contractId, create, party, record, text, timestamp } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { PaymentAmount } from "../payments/payment-amount.js";
import { Cid, CidWithReason, exercisedByUser, installChoice } from "./install.js";
import {
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Expire,
  AcceptedTransferOffer_Withdraw,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Expire,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
} from "./transfer-offer.js";

export const WalletAppInstall_CreateTransferOffer = installChoice("CreateTransferOffer", {
  argument: record({
    receiver: party,
    amount: PaymentAmount,
    description: text,
    expiresAt: timestamp,
    trackingId: text,
  }),
  result: record({ transferOffer: contractId }),
  *body({ payload: { endUserParty: sender, dsoParty: dso } }, offer) {
    return { transferOffer: yield* create(TransferOffer, { ...offer, sender, dso }) };
  },
});

export const WalletAppInstall_TransferOffer_Accept = exercisedByUser(
  TransferOffer_Accept,
  Cid,
  () => ({}),
);

export const WalletAppInstall_TransferOffer_Reject = exercisedByUser(
  TransferOffer_Reject,
  Cid,
  () => ({}),
);

export const WalletAppInstall_TransferOffer_Withdraw = exercisedByUser(
  TransferOffer_Withdraw,
  CidWithReason,
  ({ reason }) => ({ reason }),
);

/** The user removes an offer after its time. */
export const WalletAppInstall_TransferOffer_Expire = exercisedByUser(
  TransferOffer_Expire,
  Cid,
  (_argument, { endUserParty }) => ({ actor: endUserParty }),
);

/** The user gives up paying an accepted offer. */
export const WalletAppInstall_AcceptedTransferOffer_Abort = exercisedByUser(
  AcceptedTransferOffer_Abort,
  CidWithReason,
  ({ reason }) => ({ reason }),
);

/** The user no longer wants what it has accepted. */
export const WalletAppInstall_AcceptedTransferOffer_Withdraw = exercisedByUser(
  AcceptedTransferOffer_Withdraw,
  CidWithReason,
  ({ reason }) => ({ reason }),
);

/** The user removes an accepted offer after its time. */
export const WalletAppInstall_AcceptedTransferOffer_Expire = exercisedByUser(
  AcceptedTransferOffer_Expire,
  Cid,
  (_argument, { endUserParty }) => ({ actor: endUserParty }),
);

export const installOffersModule = modulePart({
  choices: [
    WalletAppInstall_CreateTransferOffer,
    WalletAppInstall_TransferOffer_Accept,
    WalletAppInstall_TransferOffer_Reject,
    WalletAppInstall_TransferOffer_Withdraw,
    WalletAppInstall_TransferOffer_Expire,
    WalletAppInstall_AcceptedTransferOffer_Abort,
    WalletAppInstall_AcceptedTransferOffer_Withdraw,
    WalletAppInstall_AcceptedTransferOffer_Expire,
  ],
});
