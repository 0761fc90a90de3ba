import { type ChoiceProgram, contractId, exercise, fetchView, record } from "@tallystick/core";
import { coinInstrument } from "../amulet/holding/amulet.js";
import { modulePart } from "../model/module-part.js";
import { AllocationFactory_Allocate } from "../token-standard/allocation-instruction-v1.js";
import { Allocation, Allocation_Withdraw } from "../token-standard/allocation-v1.js";
import { InstrumentId } from "../token-standard/holding-v1.js";
import {
  TransferFactory_Transfer,
  TransferInstruction,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Withdraw,
} from "../token-standard/transfer-instruction-v1.js";
import { installChoice, type InstallPayload } from "./install.js";
import { forDso, requireGroup } from "../model/checked-fetch.js";
import { requireThat } from "../model/coin-error.js";
import { shownParty } from "../model/shown.js";

/** Stops the command unless the user of the wallet begins something with this coin. */
function* requireOwn(
  { dsoParty, endUserParty }: InstallPayload,
  begun: { readonly sender: string; readonly instrumentId: InstrumentId },
): ChoiceProgram<void> {
  yield* requireThat(
    begun.sender === endUserParty,
    () => `sender ${shownParty(begun.sender)} is endUserParty ${shownParty(endUserParty)}`,
  );
  const found = InstrumentId.show(begun.instrumentId);
  const expected = InstrumentId.show(coinInstrument(dsoParty));
  yield* requireThat(
    found === expected,
    () => `instrumentId ${found} is amuletInstrumentId ${expected}`,
  );
}

/** Stops the command unless an administrator is the DSO of the wallet. */
const requireAdmin = ({ dsoParty }: InstallPayload, expectedAdmin: string): ChoiceProgram<void> =>
  requireThat(
    expectedAdmin === dsoParty,
    () => `expected admin ${shownParty(expectedAdmin)} is dso ${shownParty(dsoParty)}`,
  );

/** A transfer of this coin in which the user of the wallet has a role. */
function* requireRoleIn(
  { dsoParty, endUserParty }: InstallPayload,
  transferInstructionCid: string,
  role: "sender" | "receiver",
): ChoiceProgram<void> {
  const view = yield* fetchView(TransferInstruction, transferInstructionCid);
  const { admin } = view.transfer.instrumentId;
  yield* requireGroup(forDso(dsoParty), forDso(admin), () => TransferInstruction.view.show(view));
  yield* requireUser(role, view.transfer[role], endUserParty);
}

const requireUser = (role: string, found: string, endUserParty: string): ChoiceProgram<void> =>
  requireThat(
    found === endUserParty,
    () => `${role} ${shownParty(found)} must match endUserParty ${shownParty(endUserParty)}`,
  );

/**
 * The user begins a transfer of the token standard; unlike in a batch, coupons are no inputs and
 * expired locks are.
 */
export const WalletAppInstall_TransferFactory_Transfer = installChoice("TransferFactory_Transfer", {
  argument: record({
    transferFactoryCid: contractId,
    transferArg: TransferFactory_Transfer.argument,
  }),
  result: TransferFactory_Transfer.result,
  *body({ payload }, { transferFactoryCid, transferArg }) {
    const { transfer, expectedAdmin } = transferArg;
    yield* requireOwn(payload, transfer);
    yield* requireAdmin(payload, expectedAdmin);
    return yield* exercise(TransferFactory_Transfer, transferFactoryCid, transferArg);
  },
});

export const WalletAppInstall_TransferInstruction_Accept = installChoice(
  "TransferInstruction_Accept",
  {
    argument: record({
      transferInstructionCid: contractId,
      acceptArg: TransferInstruction_Accept.argument,
    }),
    result: TransferInstruction_Accept.result,
    *body({ payload }, { transferInstructionCid, acceptArg }) {
      yield* requireRoleIn(payload, transferInstructionCid, "receiver");
      return yield* exercise(TransferInstruction_Accept, transferInstructionCid, acceptArg);
    },
  },
);

export const WalletAppInstall_TransferInstruction_Reject = installChoice(
  "TransferInstruction_Reject",
  {
    argument: record({
      transferInstructionCid: contractId,
      rejectArg: TransferInstruction_Reject.argument,
    }),
    result: TransferInstruction_Reject.result,
    *body({ payload }, { transferInstructionCid, rejectArg }) {
      yield* requireRoleIn(payload, transferInstructionCid, "receiver");
      return yield* exercise(TransferInstruction_Reject, transferInstructionCid, rejectArg);
    },
  },
);

/** The user takes its transfer back. */
export const WalletAppInstall_TransferInstruction_Withdraw = installChoice(
  "TransferInstruction_Withdraw",
  {
    argument: record({
      transferInstructionCid: contractId,
      withdrawArg: TransferInstruction_Withdraw.argument,
    }),
    result: TransferInstruction_Withdraw.result,
    *body({ payload }, { transferInstructionCid, withdrawArg }) {
      yield* requireRoleIn(payload, transferInstructionCid, "sender");
      return yield* exercise(TransferInstruction_Withdraw, transferInstructionCid, withdrawArg);
    },
  },
);

/** The user reserves coins for a settlement. */
export const WalletAppInstall_AllocationFactory_Allocate = installChoice(
  "AllocationFactory_Allocate",
  {
    argument: record({
      allocationFactory: contractId,
      allocateArg: AllocationFactory_Allocate.argument,
    }),
    result: AllocationFactory_Allocate.result,
    *body({ payload }, { allocationFactory, allocateArg }) {
      const { transferLeg } = allocateArg.allocation;
      yield* requireAdmin(payload, allocateArg.expectedAdmin);
      yield* requireOwn(payload, transferLeg);
      return yield* exercise(AllocationFactory_Allocate, allocationFactory, allocateArg);
    },
  },
);

/** The user takes back what it has reserved. */
export const WalletAppInstall_Allocation_Withdraw = installChoice("Allocation_Withdraw", {
  argument: record({ allocationCid: contractId, withdrawArg: Allocation_Withdraw.argument }),
  result: Allocation_Withdraw.result,
  *body({ payload }, { allocationCid, withdrawArg }) {
    const view = yield* fetchView(Allocation, allocationCid);
    const { sender, instrumentId } = view.allocation.transferLeg;
    const { dsoParty, endUserParty } = payload;
    yield* requireGroup(forDso(dsoParty), forDso(instrumentId.admin), () =>
      Allocation.view.show(view),
    );
    yield* requireUser("sender", sender, endUserParty);
    return yield* exercise(Allocation_Withdraw, allocationCid, withdrawArg);
  },
});

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
