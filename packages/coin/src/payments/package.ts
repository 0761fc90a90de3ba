import { packageOf } from "../model/module-part.js";
import { acceptedAppPaymentModule } from "./accepted-app-payment.js";
import { terminatedAppPaymentModule } from "./app-payment.js";
import { appPaymentRequestModule } from "./app-payment-request.js";
import { subscriptionModule } from "./subscription.js";
import { subscriptionIdleStateModule } from "./subscription-idle-state.js";
import { subscriptionInitialPaymentModule } from "./subscription-initial-payment.js";
import { subscriptionPaymentModule } from "./subscription-payment.js";
import { subscriptionRequestModule } from "./subscription-request.js";

/** How apps ask wallets for payments. */
export const walletPaymentsPackage = packageOf(
  {
    name: "splice-wallet-payments",
    version: "0.1.18",
    packageId: "06afd4996294b3763b10fc7ed3b2b216dc3ff2196264cf7d62d0572dd3b737b8",
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
