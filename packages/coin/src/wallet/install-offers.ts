import {
  choice,
  contractId,
  create,
  exercise,
  party,
  record,
  text,
  timestamp,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { PaymentAmount } from "../payments/payment-amount.js";
import { operatorOf, WalletAppInstall } from "./install.js";
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

const Cid = record({ cid: contractId });
const CidWithReason = record({ cid: contractId, reason: text });

/** The user offers a transfer. */
export const WalletAppInstall_CreateTransferOffer = choice(
  WalletAppInstall,
  "WalletAppInstall_CreateTransferOffer",
  {
    argument: record({
      receiver: party,
      amount: PaymentAmount,
      description: text,
      expiresAt: timestamp,
      trackingId: text,
    }),
    result: record({ transferOffer: contractId }),
    consuming: false,
    controllers: operatorOf,
    *body({ payload: { endUserParty: sender, dsoParty: dso } }, offer) {
      return { transferOffer: yield* create(TransferOffer, { ...offer, sender, dso }) };
    },
  },
);

/** The user accepts an offer. */
export const WalletAppInstall_TransferOffer_Accept = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferOffer_Accept",
  {
    argument: Cid,
    result: TransferOffer_Accept.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid }) => exercise(TransferOffer_Accept, cid, {}),
  },
);

/** The user rejects an offer. */
export const WalletAppInstall_TransferOffer_Reject = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferOffer_Reject",
  {
    argument: Cid,
    result: TransferOffer_Reject.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid }) => exercise(TransferOffer_Reject, cid, {}),
  },
);

/** The user takes its offer back. */
export const WalletAppInstall_TransferOffer_Withdraw = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferOffer_Withdraw",
  {
    argument: CidWithReason,
    result: TransferOffer_Withdraw.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid, reason }) => exercise(TransferOffer_Withdraw, cid, { reason }),
  },
);

/** The user removes an offer after its time. */
export const WalletAppInstall_TransferOffer_Expire = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferOffer_Expire",
  {
    argument: Cid,
    result: TransferOffer_Expire.result,
    consuming: false,
    controllers: operatorOf,
    body: ({ payload }, { cid }) =>
      exercise(TransferOffer_Expire, cid, { actor: payload.endUserParty }),
  },
);

/** The user gives up paying an accepted offer. */
export const WalletAppInstall_AcceptedTransferOffer_Abort = choice(
  WalletAppInstall,
  "WalletAppInstall_AcceptedTransferOffer_Abort",
  {
    argument: CidWithReason,
    result: AcceptedTransferOffer_Abort.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid, reason }) => exercise(AcceptedTransferOffer_Abort, cid, { reason }),
  },
);

/** The user no longer wants what it has accepted. */
export const WalletAppInstall_AcceptedTransferOffer_Withdraw = choice(
  WalletAppInstall,
  "WalletAppInstall_AcceptedTransferOffer_Withdraw",
  {
    argument: CidWithReason,
    result: AcceptedTransferOffer_Withdraw.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid, reason }) => exercise(AcceptedTransferOffer_Withdraw, cid, { reason }),
  },
);

/** The user removes an accepted offer after its time. */
export const WalletAppInstall_AcceptedTransferOffer_Expire = choice(
  WalletAppInstall,
  "WalletAppInstall_AcceptedTransferOffer_Expire",
  {
    argument: Cid,
    result: AcceptedTransferOffer_Expire.result,
    consuming: false,
    controllers: operatorOf,
    body: ({ payload }, { cid }) =>
      exercise(AcceptedTransferOffer_Expire, cid, { actor: payload.endUserParty }),
  },
);

/** Transfer offers through the wallet. */
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
