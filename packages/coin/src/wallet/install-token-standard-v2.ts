import {
  type ChoiceProgram,
  contractId,
  exercise,
  fetchView,
  optional,
  record,
  type Static,
  text,
} from "@tallystick/core";
import { coinInstrument, coinInstrumentName } from "../amulet/holding/amulet.js";
import { forDso, requireGroup } from "../model/checked-fetch.js";
import { modulePart } from "../model/module-part.js";
import { requireActors, requireExpected } from "../model/require-related.js";
import { basicAccount } from "../token-standard/accounts.js";
import type { ByActors } from "../token-standard/acting-parties.js";
import * as instruction from "../token-standard/allocation-instruction-v2.js";
import {
  AllocationRequest,
  AllocationRequest_Accept,
} from "../token-standard/allocation-request-v2.js";
import {
  Allocation,
  Allocation_Withdraw,
  type AllocationSpecification,
  SettlementInfo,
} from "../token-standard/allocation-v2.js";
import { InstrumentId } from "../token-standard/holding-v1.js";
import { Account } from "../token-standard/holding-v2.js";
import { emptyExtraArgs } from "../token-standard/metadata-v1.js";
import * as transfer from "../token-standard/transfer-instruction-v2.js";
import { installChoice, type InstallPayload } from "./install.js";

// What a wallet's user does in the second version of the token standard, through the operator.

const requireUser = (
  { endUserParty }: InstallPayload,
  { actors }: Pick<ByActors, "actors">,
): ChoiceProgram<void> => requireActors(actors, [[endUserParty]]);

const requireCoin = (
  what: string,
  { dsoParty }: InstallPayload,
  found: Static<typeof InstrumentId>,
): ChoiceProgram<void> => requireExpected(what, InstrumentId, found, coinInstrument(dsoParty));

/** Stops the command unless an allocation is the user's, over CC. */
function* requireOwnAllocation(
  { endUserParty }: InstallPayload,
  { authorizer, transferLegSides }: AllocationSpecification,
): ChoiceProgram<void> {
  const own = basicAccount(endUserParty);
  yield* requireExpected("allocation.authorizer", Account, authorizer, own);
  for (const { transferLegId, instrumentId } of transferLegSides) {
    const what = `${transferLegId}.instrumentId`;
    yield* requireExpected(what, text, instrumentId, coinInstrumentName);
  }
}

const WalletAppInstall_TransferFactoryV2_Transfer = installChoice("TransferFactoryV2_Transfer", {
  argument: record({
    transferFactoryCid: contractId,
    transferArg: transfer.TransferFactory_Transfer.argument,
  }),
  result: transfer.TransferFactory_Transfer.result,
  *body({ payload }, { transferFactoryCid, transferArg }) {
    const { instrumentId } = transferArg.transfer;
    yield* requireCoin("transfer.instrumentId", payload, instrumentId);
    return yield* exercise(transfer.TransferFactory_Transfer, transferFactoryCid, transferArg);
  },
});

function* requireTransfer(
  install: InstallPayload,
  cid: string,
  argument: ByActors,
): ChoiceProgram<void> {
  yield* requireUser(install, argument);
  const view = yield* fetchView(transfer.TransferInstruction, cid);
  const { instrumentId } = view.transfer;
  yield* requireGroup(forDso(install.dsoParty), forDso(instrumentId.admin), () =>
    transfer.TransferInstruction.view.show(view),
  );
  yield* requireCoin("instruction.transfer.instrumentId", install, instrumentId);
}

const WalletAppInstall_TransferInstructionV2_Accept = installChoice(
  "TransferInstructionV2_Accept",
  {
    argument: record({
      transferInstructionCid: contractId,
      acceptArg: transfer.TransferInstruction_Accept.argument,
    }),
    result: transfer.TransferInstruction_Accept.result,
    *body({ payload }, { transferInstructionCid: cid, acceptArg }) {
      yield* requireTransfer(payload, cid, acceptArg);
      return yield* exercise(transfer.TransferInstruction_Accept, cid, acceptArg);
    },
  },
);

const WalletAppInstall_TransferInstructionV2_Reject = installChoice(
  "TransferInstructionV2_Reject",
  {
    argument: record({
      transferInstructionCid: contractId,
      rejectArg: transfer.TransferInstruction_Reject.argument,
    }),
    result: transfer.TransferInstruction_Reject.result,
    *body({ payload }, { transferInstructionCid: cid, rejectArg }) {
      yield* requireTransfer(payload, cid, rejectArg);
      return yield* exercise(transfer.TransferInstruction_Reject, cid, rejectArg);
    },
  },
);

const WalletAppInstall_TransferInstructionV2_Withdraw = installChoice(
  "TransferInstructionV2_Withdraw",
  {
    argument: record({
      transferInstructionCid: contractId,
      withdrawArg: transfer.TransferInstruction_Withdraw.argument,
    }),
    result: transfer.TransferInstruction_Withdraw.result,
    *body({ payload }, { transferInstructionCid: cid, withdrawArg }) {
      yield* requireTransfer(payload, cid, withdrawArg);
      return yield* exercise(transfer.TransferInstruction_Withdraw, cid, withdrawArg);
    },
  },
);

/** Tells an app that the user allocates what it asked for. */
function* acceptRequest(
  { endUserParty }: InstallPayload,
  requestCid: string,
  settlement: SettlementInfo,
): ChoiceProgram<void> {
  const request = yield* fetchView(AllocationRequest, requestCid);
  yield* requireExpected(
    "allocationReq.settlement",
    SettlementInfo,
    request.settlement,
    settlement,
  );
  const argument = { actors: [endUserParty], extraArgs: emptyExtraArgs };
  yield* exercise(AllocationRequest_Accept, requestCid, argument);
}

/** The user allocates, and accepts the request for it where there is one. */
const WalletAppInstall_AllocationFactoryV2_Allocate = installChoice(
  "AllocationFactoryV2_Allocate",
  {
    argument: record({
      allocationFactory: contractId,
      allocateArg: instruction.AllocationFactory_Allocate.argument,
      allocationReqCid: optional(contractId),
    }),
    result: instruction.AllocationFactory_Allocate.result,
    *body({ payload }, { allocationFactory, allocateArg, allocationReqCid }) {
      yield* requireUser(payload, allocateArg);
      yield* requireOwnAllocation(payload, allocateArg.allocation);
      if (allocationReqCid !== undefined)
        yield* acceptRequest(payload, allocationReqCid, allocateArg.settlement);
      return yield* exercise(
        instruction.AllocationFactory_Allocate,
        allocationFactory,
        allocateArg,
      );
    },
  },
);

const WalletAppInstall_AllocationV2_Withdraw = installChoice("AllocationV2_Withdraw", {
  argument: record({ allocationCid: contractId, withdrawArg: Allocation_Withdraw.argument }),
  result: Allocation_Withdraw.result,
  *body({ payload }, { allocationCid, withdrawArg }) {
    yield* requireUser(payload, withdrawArg);
    const view = yield* fetchView(Allocation, allocationCid);
    const group = forDso(view.allocation.admin);
    yield* requireGroup(forDso(payload.dsoParty), group, () => Allocation.view.show(view));
    yield* requireOwnAllocation(payload, view.allocation);
    return yield* exercise(Allocation_Withdraw, allocationCid, withdrawArg);
  },
});

function* requireInstruction(
  install: InstallPayload,
  cid: string,
  argument: ByActors,
): ChoiceProgram<void> {
  yield* requireUser(install, argument);
  const view = yield* fetchView(instruction.AllocationInstruction, cid);
  yield* requireGroup(forDso(install.dsoParty), forDso(view.allocation.admin), () =>
    instruction.AllocationInstruction.view.show(view),
  );
  yield* requireOwnAllocation(install, view.allocation);
}

const WalletAppInstall_AllocationInstructionV2_Accept = installChoice(
  "AllocationInstructionV2_Accept",
  {
    argument: record({
      allocationInstructionCid: contractId,
      acceptArg: instruction.AllocationInstruction_Accept.argument,
    }),
    result: instruction.AllocationInstruction_Accept.result,
    *body({ payload }, { allocationInstructionCid: cid, acceptArg }) {
      yield* requireInstruction(payload, cid, acceptArg);
      return yield* exercise(instruction.AllocationInstruction_Accept, cid, acceptArg);
    },
  },
);

const WalletAppInstall_AllocationInstructionV2_Withdraw = installChoice(
  "AllocationInstructionV2_Withdraw",
  {
    argument: record({
      allocationInstructionCid: contractId,
      withdrawArg: instruction.AllocationInstruction_Withdraw.argument,
    }),
    result: instruction.AllocationInstruction_Withdraw.result,
    *body({ payload }, { allocationInstructionCid: cid, withdrawArg }) {
      yield* requireInstruction(payload, cid, withdrawArg);
      return yield* exercise(instruction.AllocationInstruction_Withdraw, cid, withdrawArg);
    },
  },
);

export const installTokenStandardV2Module = modulePart({
  later: {
    choices: [
      WalletAppInstall_TransferFactoryV2_Transfer,
      WalletAppInstall_TransferInstructionV2_Accept,
      WalletAppInstall_TransferInstructionV2_Reject,
      WalletAppInstall_TransferInstructionV2_Withdraw,
      WalletAppInstall_AllocationFactoryV2_Allocate,
      WalletAppInstall_AllocationV2_Withdraw,
      WalletAppInstall_AllocationInstructionV2_Accept,
      WalletAppInstall_AllocationInstructionV2_Withdraw,
    ],
  },
});
