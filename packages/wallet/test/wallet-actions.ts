import {
  Amulet,
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferOffer,
  TransferOffer_Accept,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  int64From,
  numericFromUnits,
  numericToText,
} from "@tallystick/core";
import { onboardingSteps, type Submission } from "../src/index.js";
import {
  alice,
  bob,
  cc,
  day,
  dso,
  minute,
  operator,
  rightOf,
  type WalletLedger,
} from "./wallet-ledger.js";

export const amulet = commandsOf(amuletPackage);
export const wallet = commandsOf(walletPackage);
let named = 0;

/** A submission of commands under a fresh id. */
export const by = (
  actAs: ReadonlyArray<string>,
  ...commands: ReadonlyArray<Command>
): Submission => ({ commandId: `test-${++named}`, actAs, readAs: [dso], commands });

export const tap = (ledger: WalletLedger, receiver: string, amount: string): void => {
  const { amuletRules, round } = ledger.networkState;
  ledger.run(
    by(
      [receiver],
      amulet.exercise(AmuletRules_DevNet_Tap, amuletRules, {
        receiver,
        amount: cc(amount),
        openRound: round.contractId,
      }),
    ),
  );
};

/** A coin where no one can tap: the DSO and the owner agree that it is there. */
export const mint = (ledger: WalletLedger, owner: string, amount: string): void => {
  const { round } = ledger.networkState.round.payload;
  const ratePerRound = { rate: cc("0.0001") };
  const coin = { initialAmount: cc(amount), createdAt: round, ratePerRound };
  ledger.run(by([dso, owner], amulet.create(Amulet, { dso, owner, amount: coin })));
};

export const feature = (ledger: WalletLedger, provider: string): void => {
  const { amuletRules } = ledger.networkState;
  ledger.run(
    by([provider], amulet.exercise(AmuletRules_DevNet_FeatureApp, amuletRules, { provider })),
  );
};

export const offer = (
  ledger: WalletLedger,
  sender: string,
  receiver: string,
  amount: string,
  trackingId = `offer-${++named}`,
  unit: "AmuletUnit" | "USDUnit" | "ExtUnit" = "AmuletUnit",
): string => {
  const { nodes } = ledger.run(
    by(
      [sender],
      wallet.create(TransferOffer, {
        sender,
        receiver,
        dso,
        amount: { amount: cc(amount), unit },
        description: "for lunch",
        expiresAt: BigInt(ledger.now + 60 * minute),
        trackingId,
      }),
    ),
  );
  const [node] = nodes;
  return node?.contractId ?? "";
};

export const accept = (ledger: WalletLedger, receiver: string, offerCid: string): void => {
  ledger.run(by([receiver], wallet.exercise(TransferOffer_Accept, offerCid, {})));
};

export const onboard = (ledger: WalletLedger, userId: string, party: string): void => {
  for (const step of onboardingSteps(ledger.view, {
    dso,
    operator,
    userId,
    party,
    offset: ledger.state.offset,
  }))
    ledger.run(step);
};

export const proposePreapproval = (ledger: WalletLedger, receiver: string): void => {
  ledger.run(
    by(
      [receiver],
      wallet.create(TransferPreapprovalProposal, {
        receiver,
        provider: operator,
        expectedDso: dso,
      }),
    ),
  );
};

/** Has alice order the operator to transfer coins of hers to bob. */
export const order = (ledger: WalletLedger, nonce: number, amount: string): void => {
  ledger.run(
    by(
      [alice],
      amulet.exercise(
        ExternalPartyAmuletRules_CreateTransferCommand,
        ledger.networkState.externalPartyRules,
        {
          sender: alice,
          receiver: bob,
          delegate: operator,
          amount: cc(amount),
          expiresAt: BigInt(ledger.now + day),
          nonce: rightOf(int64From(nonce)),
          description: undefined,
          expectedDso: dso,
        },
      ),
    ),
  );
};

const shown = (amounts: ReadonlyArray<bigint>): string =>
  numericToText(rightOf(numericFromUnits(amounts.reduce((sum, it) => sum + it, 0n))));

export const coinCount = (ledger: WalletLedger, owner: string): number =>
  ledger.view.of(Amulet, owner).filter(({ payload }) => payload.owner === owner).length;

export const unlocked = (ledger: WalletLedger, owner: string): string =>
  shown(
    ledger.view
      .of(Amulet, owner)
      .filter(({ payload }) => payload.owner === owner)
      .map(({ payload }) => payload.amount.initialAmount),
  );
