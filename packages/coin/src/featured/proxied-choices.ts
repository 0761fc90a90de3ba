import { type Choice, choice, type ChoiceProgram, exercise, fetchView } from "@tallystick/core";
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

/** The party that may exercise a choice without the proxy, by the contract and the argument. */
type UserOf<A> = (cid: string, argument: A) => ChoiceProgram<string>;

const proxied = <A, R>(of: Choice<A, R>, userOf: UserOf<A>) =>
  choice(WalletUserProxy, `WalletUserProxy_${of.name}`, {
    argument: proxyArgument(of.argument),
    result: proxyResult(of.result),
    consuming: false,
    controllers: (_proxy, { proxyArg }) => [proxyArg.user],
    *body({ payload }, { cid, proxyArg }) {
      const { choiceArg } = proxyArg;
      const markerResult = yield* actFor(payload, proxyArg, userOf(cid, choiceArg));
      const choiceResult = yield* exercise(of, cid, choiceArg);
      return { markerResult, choiceResult };
    },
  });

const senderOf: UserOf<unknown> = function* (cid) {
  return (yield* fetchView(TransferInstruction, cid)).transfer.sender;
};

const receiverOf: UserOf<unknown> = function* (cid) {
  return (yield* fetchView(TransferInstruction, cid)).transfer.receiver;
};

export const WalletUserProxy_TransferFactory_Transfer = proxied(
  TransferFactory_Transfer,
  function* (_cid, { transfer }) {
    return transfer.sender;
  },
);
/** The user takes what is offered. */
export const WalletUserProxy_TransferInstruction_Accept = proxied(
  TransferInstruction_Accept,
  receiverOf,
);
/** The user does not want what is offered. */
export const WalletUserProxy_TransferInstruction_Reject = proxied(
  TransferInstruction_Reject,
  receiverOf,
);
/** The user takes back what it has offered. */
export const WalletUserProxy_TransferInstruction_Withdraw = proxied(
  TransferInstruction_Withdraw,
  senderOf,
);
/** The user reserves holdings for a settlement. */
export const WalletUserProxy_AllocationFactory_Allocate = proxied(
  AllocationFactory_Allocate,
  function* (_cid, { allocation }) {
    return allocation.transferLeg.sender;
  },
);
/** The user takes back what it has reserved. */
export const WalletUserProxy_Allocation_Withdraw = proxied(Allocation_Withdraw, function* (cid) {
  return (yield* fetchView(Allocation, cid)).allocation.transferLeg.sender;
});

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
