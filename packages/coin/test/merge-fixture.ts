import { contextKeys, MergeDelegation, metadataV1, type TransferCall } from "../src/index.js";
import { AmuletRules_CreateTransferPreapproval } from "../src/amulet/preapproval/amulet-rules-preapproval.js";
import type { MergeArgument } from "../src/delegation/merge-delegation.js";
import { cc, coinsAsInputs, type CoinLedger, day, dso, provider } from "./coin-fixture.js";

/** The context of a transfer over a receiver's preapproval. */
interface DirectTransfer {
  readonly preapproval?: string;
}

/** A call of the factory of the coin. */
export const callOf = (
  ledger: CoinLedger,
  transfer: TransferCall["choiceArg"]["transfer"],
  { preapproval }: DirectTransfer = {},
): TransferCall => ({
  factoryCid: ledger.externalRules,
  choiceArg: {
    expectedAdmin: dso,
    transfer,
    extraArgs: ledger.extraArgs(
      preapproval === undefined ? {} : { [contextKeys.transferPreapproval]: preapproval },
    ),
  },
});

/** A call that merges coins of an owner. */
export const mergeCall = (
  ledger: CoinLedger,
  owner: string,
  amount: string,
  inputHoldingCids: ReadonlyArray<string> = ledger.coinsOf(owner),
): TransferCall => callOf(ledger, ledger.transferOf(owner, owner, amount, { inputHoldingCids }));

/** A merge and nothing else. */
export const merging = (optMergeTransfer: TransferCall): MergeArgument => ({
  optMergeTransfer,
  optExtraTransfer: undefined,
  optFeaturedAppRight: undefined,
});

/** A delegation of an owner to the provider. */
export const delegate = (ledger: CoinLedger, owner: string, operator = provider): string =>
  ledger.create([owner, operator], MergeDelegation, {
    operator,
    owner,
    meta: metadataV1.emptyMetadata,
  });

/** A preapproval of a receiver, paid for by the provider with a coin made for it. */
export const approve = (ledger: CoinLedger, receiver: string): string => {
  ledger.tap(provider, "10");
  return ledger.exercise(
    [provider, receiver],
    AmuletRules_CreateTransferPreapproval,
    ledger.rules,
    {
      context: ledger.paymentContext(),
      inputs: coinsAsInputs(ledger, provider),
      receiver,
      provider,
      expiresAt: BigInt(ledger.now + day),
      expectedDso: dso,
    },
  ).transferPreapprovalCid;
};

/** Gives an owner coins of these amounts. @returns their ids */
export const tapAll = (
  ledger: CoinLedger,
  owner: string,
  amounts: ReadonlyArray<string>,
): ReadonlyArray<string> => amounts.map((amount) => ledger.tap(owner, amount));

/** The provider gives an owner something over a preapproval. */
export const extraCall = (
  ledger: CoinLedger,
  receiver: string,
  amount: string,
  preapproval: string,
  inputHoldingCids: ReadonlyArray<string> = ledger.coinsOf(provider),
): TransferCall =>
  callOf(
    ledger,
    ledger.transferOf(provider, receiver, amount, { inputHoldingCids, amount: cc(amount) }),
    {
      preapproval,
    },
  );
