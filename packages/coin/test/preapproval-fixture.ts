import { TransferPreapprovalProposal } from "../src/index.js";
import { TransferPreapprovalProposal_Accept } from "../src/wallet/transfer-preapproval-proposal.js";
import {
  alice,
  bob,
  CoinLedger,
  type CoinLedgerOptions,
  coinsAsInputs,
  day,
  dso,
  provider,
} from "./coin-fixture.js";

/** How long a preapproval lasts; microseconds. */
export const lifetime = 90 * day;

/** Bob has asked the provider, who has 100 CC, for a preapproval. */
export const proposed = (options: CoinLedgerOptions = {}) => {
  const ledger = new CoinLedger(options);
  ledger.tap(provider, "100");
  const proposal = ledger.create([bob], TransferPreapprovalProposal, {
    receiver: bob,
    provider,
    expectedDso: dso,
  });
  return { ledger, proposal };
};

/** The provider accepts and pays. */
export const accept = (
  ledger: CoinLedger,
  proposal: string,
  expiresAt: number,
  by: ReadonlyArray<string> = [provider],
) =>
  ledger.exercise(by, TransferPreapprovalProposal_Accept, proposal, {
    context: ledger.paymentContext(),
    inputs: coinsAsInputs(ledger, provider),
    expiresAt: BigInt(expiresAt),
  });

/** Bob has a preapproval of the provider for 90 days; alice has 50 CC. */
export const approved = (options: CoinLedgerOptions = {}) => {
  const { ledger, proposal } = proposed(options);
  const { transferPreapprovalCid } = accept(ledger, proposal, ledger.now + lifetime);
  ledger.tap(alice, "50");
  return { ledger, preapproval: transferPreapprovalCid };
};
