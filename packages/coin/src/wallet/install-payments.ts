import { choice, contractId, exercise, record } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import {
  AppPaymentRequest_Expire,
  AppPaymentRequest_Reject,
} from "../payments/app-payment-request.js";
import { SubscriptionIdleState_CancelSubscription } from "../payments/subscription-idle-state.js";
import { SubscriptionRequest_Reject } from "../payments/subscription-request.js";
import { operatorOf, WalletAppInstall } from "./install.js";

const Cid = record({ cid: contractId });

/** The user rejects an app's request. */
export const WalletAppInstall_AppPaymentRequest_Reject = choice(
  WalletAppInstall,
  "WalletAppInstall_AppPaymentRequest_Reject",
  {
    argument: Cid,
    result: AppPaymentRequest_Reject.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid }) => exercise(AppPaymentRequest_Reject, cid, {}),
  },
);

/** The user removes an app's request after its time. */
export const WalletAppInstall_AppPaymentRequest_Expire = choice(
  WalletAppInstall,
  "WalletAppInstall_AppPaymentRequest_Expire",
  {
    argument: Cid,
    result: AppPaymentRequest_Expire.result,
    consuming: false,
    controllers: operatorOf,
    body: ({ payload }, { cid }) =>
      exercise(AppPaymentRequest_Expire, cid, { actor: payload.endUserParty }),
  },
);

/** The user does not subscribe. */
export const WalletAppInstall_SubscriptionRequest_Reject = choice(
  WalletAppInstall,
  "WalletAppInstall_SubscriptionRequest_Reject",
  {
    argument: Cid,
    result: SubscriptionRequest_Reject.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid }) => exercise(SubscriptionRequest_Reject, cid, {}),
  },
);

/** The user ends its subscription. */
export const WalletAppInstall_SubscriptionIdleState_CancelSubscription = choice(
  WalletAppInstall,
  "WalletAppInstall_SubscriptionIdleState_CancelSubscription",
  {
    argument: Cid,
    result: SubscriptionIdleState_CancelSubscription.result,
    consuming: false,
    controllers: operatorOf,
    body: (_install, { cid }) => exercise(SubscriptionIdleState_CancelSubscription, cid, {}),
  },
);

/** App payments and subscriptions through the wallet. */
export const installPaymentsModule = modulePart({
  choices: [
    WalletAppInstall_AppPaymentRequest_Reject,
    WalletAppInstall_AppPaymentRequest_Expire,
    WalletAppInstall_SubscriptionRequest_Reject,
    WalletAppInstall_SubscriptionIdleState_CancelSubscription,
  ],
});
