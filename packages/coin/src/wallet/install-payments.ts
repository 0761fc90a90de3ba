import { modulePart } from "../model/module-part.js";
import {
  AppPaymentRequest_Expire,
  AppPaymentRequest_Reject,
} from "../payments/app-payment-request.js";
import { SubscriptionIdleState_CancelSubscription } from "../payments/subscription-idle-state.js";
import { SubscriptionRequest_Reject } from "../payments/subscription-request.js";
import { Cid, exercisedByUser } from "./install.js";

export const WalletAppInstall_AppPaymentRequest_Reject = exercisedByUser(
  AppPaymentRequest_Reject,
  Cid,
  () => ({}),
);

/** The user removes an app's request after its time. */
export const WalletAppInstall_AppPaymentRequest_Expire = exercisedByUser(
  AppPaymentRequest_Expire,
  Cid,
  (_argument, { endUserParty }) => ({ actor: endUserParty }),
);

/** The user does not subscribe. */
export const WalletAppInstall_SubscriptionRequest_Reject = exercisedByUser(
  SubscriptionRequest_Reject,
  Cid,
  () => ({}),
);

const WalletAppInstall_SubscriptionIdleState_CancelSubscription = exercisedByUser(
  SubscriptionIdleState_CancelSubscription,
  Cid,
  () => ({}),
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
