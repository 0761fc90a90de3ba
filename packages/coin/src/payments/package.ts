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
export const walletPaymentsPackage = packageOf("splice-wallet-payments", "0.1.0", [
  appPaymentRequestModule,
  acceptedAppPaymentModule,
  terminatedAppPaymentModule,
  subscriptionModule,
  subscriptionRequestModule,
  subscriptionInitialPaymentModule,
  subscriptionIdleStateModule,
  subscriptionPaymentModule,
]);
