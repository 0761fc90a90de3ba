import { AppPaymentRequest, AppPaymentRequest_Accept } from "../src/index.js";
import { AcceptedAppPayment_Collect } from "../src/payments/accepted-app-payment.js";
import type { AppTransferContext } from "../src/payments/app-transfer-context.js";
import type { ReceiverAmount } from "../src/payments/app-payment.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  type CoinLedgerOptions,
  coinsAsInputs,
  dso,
  minute,
  provider,
  validator,
} from "./coin-fixture.js";

/** A request lives for this long, in microseconds. */
export const lifetime = 10 * minute;

/** Who signs everything: sender, receivers and provider. */
export const parties = [alice, bob, carol, provider];

/** An amount for a receiver; in CC unless said otherwise. */
export const forReceiver = (
  receiver: string,
  amount: string,
  unit: "USDUnit" | "AmuletUnit" | "ExtUnit" = "AmuletUnit",
): ReceiverAmount => ({ receiver, amount: { amount: cc(amount), unit } });

/** 4 CC for bob, 0.1 USD for carol. */
const usual = [forReceiver(bob, "4"), forReceiver(carol, "0.1", "USDUnit")];

/** What a request says. */
export const requestOf = (
  ledger: CoinLedger,
  receiverAmounts: ReadonlyArray<ReceiverAmount> = usual,
) => ({
  sender: alice,
  receiverAmounts,
  provider,
  dso,
  expiresAt: BigInt(ledger.now + lifetime),
  description: "two books",
});

/** An app of the provider has asked alice, who has 10 CC, to pay bob and carol. */
export const requested = (
  receiverAmounts: ReadonlyArray<ReceiverAmount> = usual,
  options: CoinLedgerOptions = {},
) => {
  const ledger = new CoinLedger(options);
  ledger.tap(alice, "10");
  const signing = [...parties, ...receiverAmounts.map(({ receiver }) => receiver)];
  const request = ledger.create(signing, AppPaymentRequest, requestOf(ledger, receiverAmounts));
  return { ledger, request };
};

/** The sender pays into the lock. */
export const accept = (
  ledger: CoinLedger,
  request: string,
  by: ReadonlyArray<string> = [alice, validator],
) =>
  ledger.exercise(by, AppPaymentRequest_Accept, request, {
    inputs: coinsAsInputs(ledger, alice),
    context: ledger.paymentContext(),
    walletProvider: validator,
  });

/** Alice has paid into the lock. */
export const accepted = (
  receiverAmounts?: ReadonlyArray<ReceiverAmount>,
  options?: CoinLedgerOptions,
) => {
  const { ledger, request } = requested(receiverAmounts, options);
  const { acceptedPayment, senderChangeAmulet } = accept(ledger, request);
  return { ledger, request, payment: acceptedPayment, senderChangeAmulet };
};

/** What the app passes to collect or give back. */
export const appContext = (ledger: CoinLedger): { readonly context: AppTransferContext } => ({
  context: {
    amuletRules: ledger.rules,
    openMiningRound: ledger.round,
    featuredAppRight: undefined,
  },
});

/** The receivers get their CC. */
export const collect = (ledger: CoinLedger, payment: string, by: ReadonlyArray<string> = parties) =>
  ledger.exercise(by, AcceptedAppPayment_Collect, payment, appContext(ledger));
