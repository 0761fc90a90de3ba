import { releasesOf } from "../model/module-part.js";
import { acceptedAppPaymentModule } from "./accepted-app-payment.js";
import { terminatedAppPaymentModule } from "./app-payment.js";
import { appPaymentRequestModule } from "./app-payment-request.js";
import { subscriptionModule } from "./subscription.js";
import { subscriptionIdleStateModule } from "./subscription-idle-state.js";
import { subscriptionInitialPaymentModule } from "./subscription-initial-payment.js";
import { subscriptionPaymentModule } from "./subscription-payment.js";
import { subscriptionRequestModule } from "./subscription-request.js";

/** How apps ask wallets for payments. */
export const walletPaymentsReleases = releasesOf(
  "splice-wallet-payments",
  {
    "0.6.1": {
      version: "0.1.18",
      packageId: "06afd4996294b3763b10fc7ed3b2b216dc3ff2196264cf7d62d0572dd3b737b8",
    },
    "0.6.12": {
      version: "0.1.22",
      packageId: "f1ffb7934690ff978ae04a4beacf9acd5744451485f17814c267370de9e12e2b",
    },
  },
  [
    appPaymentRequestModule,
    acceptedAppPaymentModule,
    terminatedAppPaymentModule,
    subscriptionModule,
    subscriptionRequestModule,
    subscriptionInitialPaymentModule,
    subscriptionIdleStateModule,
    subscriptionPaymentModule,
  ],
);

/** How apps ask for payments, in the latest release. */
export const walletPaymentsPackage = walletPaymentsReleases["0.6.12"];
