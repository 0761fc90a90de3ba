import {
  choice,
  contractId,
  exercise,
  fetchView,
  record,
  type ChoiceProgram,
} from "@tallystick/core";
import { coinInstrument } from "../amulet/holding/amulet.js";
import { requireSame } from "../model/require-same.js";
import { modulePart } from "../model/module-part.js";
import { AllocationFactory_Allocate } from "../token-standard/allocation-instruction-v1.js";
import { Allocation, Allocation_Withdraw } from "../token-standard/allocation-v1.js";
import type { InstrumentId } from "../token-standard/holding-v1.js";
import {
  TransferFactory_Transfer,
  TransferInstruction,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Withdraw,
} from "../token-standard/transfer-instruction-v1.js";
import { type InstallPayload, operatorOf, WalletAppInstall } from "./install.js";

/**
 * Stops the command unless something of the token standard is this coin's, and the user is the one
 * who acts in it.
 */
function* requireCoinOf(
  { dsoParty, endUserParty }: InstallPayload,
  { instrumentId, user }: { readonly instrumentId: InstrumentId; readonly user: string },
  role: string,
): ChoiceProgram<void> {
  const coin = coinInstrument(dsoParty);
  yield* requireSame("administrator of the instrument", instrumentId.admin, coin.admin);
  yield* requireSame("id of the instrument", instrumentId.id, coin.id);
  yield* requireSame(role, user, endUserParty);
}

/**
 * The user begins a transfer of the token standard; unlike in a batch, coupons are no inputs and
 * expired locks are.
 */
export const WalletAppInstall_TransferFactory_Transfer = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferFactory_Transfer",
  {
    argument: record({
      transferFactoryCid: contractId,
      transferArg: TransferFactory_Transfer.argument,
    }),
    result: TransferFactory_Transfer.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { transferFactoryCid, transferArg }) {
      const { transfer, expectedAdmin } = transferArg;
      yield* requireCoinOf(payload, { ...transfer, user: transfer.sender }, "sender");
      yield* requireSame("expected administrator", expectedAdmin, payload.dsoParty);
      return yield* exercise(TransferFactory_Transfer, transferFactoryCid, transferArg);
    },
  },
);

/** The user accepts a transfer. */
export const WalletAppInstall_TransferInstruction_Accept = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferInstruction_Accept",
  {
    argument: record({
      transferInstructionCid: contractId,
      acceptArg: TransferInstruction_Accept.argument,
    }),
    result: TransferInstruction_Accept.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { transferInstructionCid, acceptArg }) {
      const { transfer } = yield* fetchView(TransferInstruction, transferInstructionCid);
      yield* requireCoinOf(payload, { ...transfer, user: transfer.receiver }, "receiver");
      return yield* exercise(TransferInstruction_Accept, transferInstructionCid, acceptArg);
    },
  },
);

/** The user rejects a transfer. */
export const WalletAppInstall_TransferInstruction_Reject = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferInstruction_Reject",
  {
    argument: record({
      transferInstructionCid: contractId,
      rejectArg: TransferInstruction_Reject.argument,
    }),
    result: TransferInstruction_Reject.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { transferInstructionCid, rejectArg }) {
      const { transfer } = yield* fetchView(TransferInstruction, transferInstructionCid);
      yield* requireCoinOf(payload, { ...transfer, user: transfer.receiver }, "receiver");
      return yield* exercise(TransferInstruction_Reject, transferInstructionCid, rejectArg);
    },
  },
);

/** The user takes its transfer back. */
export const WalletAppInstall_TransferInstruction_Withdraw = choice(
  WalletAppInstall,
  "WalletAppInstall_TransferInstruction_Withdraw",
  {
    argument: record({
      transferInstructionCid: contractId,
      withdrawArg: TransferInstruction_Withdraw.argument,
    }),
    result: TransferInstruction_Withdraw.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { transferInstructionCid, withdrawArg }) {
      const { transfer } = yield* fetchView(TransferInstruction, transferInstructionCid);
      yield* requireCoinOf(payload, { ...transfer, user: transfer.sender }, "sender");
      return yield* exercise(TransferInstruction_Withdraw, transferInstructionCid, withdrawArg);
    },
  },
);

/** The user sets coins aside for a settlement. */
export const WalletAppInstall_AllocationFactory_Allocate = choice(
  WalletAppInstall,
  "WalletAppInstall_AllocationFactory_Allocate",
  {
    argument: record({
      allocationFactory: contractId,
      allocateArg: AllocationFactory_Allocate.argument,
    }),
    result: AllocationFactory_Allocate.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { allocationFactory, allocateArg }) {
      const { transferLeg } = allocateArg.allocation;
      yield* requireSame("expected administrator", allocateArg.expectedAdmin, payload.dsoParty);
      yield* requireCoinOf(payload, { ...transferLeg, user: transferLeg.sender }, "sender");
      return yield* exercise(AllocationFactory_Allocate, allocationFactory, allocateArg);
    },
  },
);

/** The user takes back what it has set aside. */
export const WalletAppInstall_Allocation_Withdraw = choice(
  WalletAppInstall,
  "WalletAppInstall_Allocation_Withdraw",
  {
    argument: record({ allocationCid: contractId, withdrawArg: Allocation_Withdraw.argument }),
    result: Allocation_Withdraw.result,
    consuming: false,
    controllers: operatorOf,
    *body({ payload }, { allocationCid, withdrawArg }) {
      const { allocation } = yield* fetchView(Allocation, allocationCid);
      yield* requireCoinOf(
        payload,
        { ...allocation.transferLeg, user: allocation.transferLeg.sender },
        "sender",
      );
      return yield* exercise(Allocation_Withdraw, allocationCid, withdrawArg);
    },
  },
);

/** The token standard through the wallet. */
export const installTokenStandardModule = modulePart({
  choices: [
    WalletAppInstall_TransferFactory_Transfer,
    WalletAppInstall_TransferInstruction_Accept,
    WalletAppInstall_TransferInstruction_Reject,
    WalletAppInstall_TransferInstruction_Withdraw,
    WalletAppInstall_AllocationFactory_Allocate,
    WalletAppInstall_Allocation_Withdraw,
  ],
});
