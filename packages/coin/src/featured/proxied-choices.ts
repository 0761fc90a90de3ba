import { choice, type ChoiceProgram, exercise, fetchView } from "@tallystick/core";
import { AllocationFactory_Allocate } from "../token-standard/allocation-instruction-v1.js";
import { Allocation, Allocation_Withdraw } from "../token-standard/allocation-v1.js";
import {
  TransferFactory_Transfer,
  TransferInstruction,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Withdraw,
} from "../token-standard/transfer-instruction-v1.js";
import { modulePart } from "../model/module-part.js";
import { actFor, proxyArgument, proxyResult, WalletUserProxy } from "./wallet-user-proxy.js";

function* itself(party: string): ChoiceProgram<string> {
  return party;
}

function* senderOf(instructionCid: string): ChoiceProgram<string> {
  return (yield* fetchView(TransferInstruction, instructionCid)).transfer.sender;
}

function* receiverOf(instructionCid: string): ChoiceProgram<string> {
  return (yield* fetchView(TransferInstruction, instructionCid)).transfer.receiver;
}

function* allocatorOf(allocationCid: string): ChoiceProgram<string> {
  return (yield* fetchView(Allocation, allocationCid)).allocation.transferLeg.sender;
}

/** The user begins a transfer. */
export const WalletUserProxy_TransferFactory_Transfer = choice(
  WalletUserProxy,
  "WalletUserProxy_TransferFactory_Transfer",
  {
    argument: proxyArgument(TransferFactory_Transfer.argument),
    result: proxyResult(TransferFactory_Transfer.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const { choiceArg } = proxyArg;
      const markerResult = yield* actFor(payload, proxyArg, itself(choiceArg.transfer.sender));
      const choiceResult = yield* exercise(TransferFactory_Transfer, cid, choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** The user takes what is offered. */
export const WalletUserProxy_TransferInstruction_Accept = choice(
  WalletUserProxy,
  "WalletUserProxy_TransferInstruction_Accept",
  {
    argument: proxyArgument(TransferInstruction_Accept.argument),
    result: proxyResult(TransferInstruction_Accept.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const markerResult = yield* actFor(payload, proxyArg, receiverOf(cid));
      const choiceResult = yield* exercise(TransferInstruction_Accept, cid, proxyArg.choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** The user does not want what is offered. */
export const WalletUserProxy_TransferInstruction_Reject = choice(
  WalletUserProxy,
  "WalletUserProxy_TransferInstruction_Reject",
  {
    argument: proxyArgument(TransferInstruction_Reject.argument),
    result: proxyResult(TransferInstruction_Reject.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const markerResult = yield* actFor(payload, proxyArg, receiverOf(cid));
      const choiceResult = yield* exercise(TransferInstruction_Reject, cid, proxyArg.choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** The user takes back what it has offered. */
export const WalletUserProxy_TransferInstruction_Withdraw = choice(
  WalletUserProxy,
  "WalletUserProxy_TransferInstruction_Withdraw",
  {
    argument: proxyArgument(TransferInstruction_Withdraw.argument),
    result: proxyResult(TransferInstruction_Withdraw.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const markerResult = yield* actFor(payload, proxyArg, senderOf(cid));
      const choiceResult = yield* exercise(TransferInstruction_Withdraw, cid, proxyArg.choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** The user reserves holdings for a settlement. */
export const WalletUserProxy_AllocationFactory_Allocate = choice(
  WalletUserProxy,
  "WalletUserProxy_AllocationFactory_Allocate",
  {
    argument: proxyArgument(AllocationFactory_Allocate.argument),
    result: proxyResult(AllocationFactory_Allocate.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const { sender } = proxyArg.choiceArg.allocation.transferLeg;
      const markerResult = yield* actFor(payload, proxyArg, itself(sender));
      const choiceResult = yield* exercise(AllocationFactory_Allocate, cid, proxyArg.choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** The user takes back what it has reserved. */
export const WalletUserProxy_Allocation_Withdraw = choice(
  WalletUserProxy,
  "WalletUserProxy_Allocation_Withdraw",
  {
    argument: proxyArgument(Allocation_Withdraw.argument),
    result: proxyResult(Allocation_Withdraw.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const markerResult = yield* actFor(payload, proxyArg, allocatorOf(cid));
      const choiceResult = yield* exercise(Allocation_Withdraw, cid, proxyArg.choiceArg);
      return { markerResult, choiceResult };
    },
  },
);

/** What users do through the proxy, one thing at a time. */
export const proxiedChoicesModule = modulePart({
  choices: [
    WalletUserProxy_TransferFactory_Transfer,
    WalletUserProxy_TransferInstruction_Accept,
    WalletUserProxy_TransferInstruction_Reject,
    WalletUserProxy_TransferInstruction_Withdraw,
    WalletUserProxy_AllocationFactory_Allocate,
    WalletUserProxy_Allocation_Withdraw,
  ],
});
