import { fetchOwned } from "../../model/checked-fetch.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached, requireTransition } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { shownParty } from "../../model/shown.js";
import { requireExpectedDso } from "../configuration/amulet-rules.js";
import { ExternalPartyAmuletRules } from "../instruction/external-party-amulet-rules.js";
import { TransferPreapproval_Send } from "../preapproval/transfer-preapproval-send.js";
import {
  type PreapprovalPayload,
  TransferPreapproval,
} from "../preapproval/transfer-preapproval.js";
import {
  PaymentTransferContext,
  TransferInput,
  type TransferResult,
} from "../transfer/transfer-types.js";
import { TransferCommandResult } from "./transfer-command-result.js";
import {
  createdTransferCommand,
  nextTransferCommandState,
  type TransferCommandState,
} from "./transfer-command-state.js";
import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  exercise,
  int64,
  ledgerTime,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { isRight, left } from "fp-ts/lib/Either.js";
import { constantInt, plusInt } from "../../model/arithmetic.js";

const moduleName = "Splice.ExternalPartyAmuletRules";

const CounterPayload = record({ dso: party, sender: party, nextNonce: int64 });

/**
 * How many commands of a sender have been sent; the DSO creates it at 0 before the sender's first
 * one.
 */
export const TransferCommandCounter = template(`${moduleName}:TransferCommandCounter`, {
  payload: CounterPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ sender }) => [sender],
});

const command = {
  sender: party,
  receiver: party,
  delegate: party,
  amount: numeric,
  expiresAt: timestamp,
  nonce: int64,
  description: optional(text),
};
const CommandPayload = record({ dso: party, ...command });
type CommandPayload = Static<typeof CommandPayload>;

/**
 * An external party's order to transfer once, which the delegate carries out later (wallet 4.6).
 */
export const TransferCommand = template(`${moduleName}:TransferCommand`, {
  payload: CommandPayload,
  signatories: ({ sender, dso }) => [sender, dso],
  observers: ({ delegate }) => [delegate],
});

/**
 * The sender orders a transfer; nothing but these rules is looked at, so that the signature may
 * take its time.
 */
export const ExternalPartyAmuletRules_CreateTransferCommand = choice(
  ExternalPartyAmuletRules,
  "ExternalPartyAmuletRules_CreateTransferCommand",
  {
    argument: record({ ...command, expectedDso: optional(party) }),
    result: record({ transferCommandCid: contractId }),
    consuming: false,
    controllers: (_rules, { sender }) => [sender],
    *body({ payload: { dso } }, { expectedDso, ...ordered }) {
      yield* requireExpectedDso(dso, expectedDso);
      yield* requireBefore(
        "ExternalPartyAmuletRules_CreateTransferCommand.expiresAt",
        ordered.expiresAt,
      );
      return { transferCommandCid: yield* create(TransferCommand, { dso, ...ordered }) };
    },
  },
);

const ended = { sender: party, nonce: int64 };
const Ended = record(ended);

/** The state that sending leads to. Stops the command when the state machine does not allow it. */
function* sending(
  { expiresAt, nonce }: CommandPayload,
  nextNonce: CommandPayload["nonce"],
  isPreapproved: boolean,
): ChoiceProgram<TransferCommandState> {
  const next = nextTransferCommandState(
    createdTransferCommand,
    { kind: "send", nextNonce, isPreapproved },
    { now: yield* ledgerTime(), expiresAt, nonce },
  );
  if (isRight(next)) return next.right;
  if (next.left === "nonce-not-reached") {
    return yield* generalError(
      `Expected nonce ${nonce} is bigger than current counter ${nextNonce}`,
    );
  }
  return yield* requireTransition(left(next.left), {
    name: "TransferCommand.expiresAt",
    at: expiresAt,
  });
}

/**
 * The nonce is spent whether the transfer succeeds or not, so that one that fails does not stop the
 * next.
 */
function* spendNonce(
  counterCid: string,
  counter: Static<typeof CounterPayload>,
): ChoiceProgram<void> {
  yield* archive(TransferCommandCounter, counterCid);
  yield* create(TransferCommandCounter, {
    ...counter,
    nextNonce: yield* plusInt(counter.nextNonce, constantInt(1n)),
  });
}

const SendArgument = record({
  context: PaymentTransferContext,
  inputs: list(TransferInput),
  transferPreapprovalCidO: optional(contractId),
  transferCounterCid: contractId,
});

/** A command that ends with its transfer. */
const succeeded = (result: TransferResult): TransferCommandResult => ({
  tag: "TransferCommandResultSuccess",
  value: { result },
});

/** A command that ends without a transfer. */
const failed = (description: string): TransferCommandResult => ({
  tag: "TransferCommandResultFailure",
  value: { reason: { tag: "ITR_Other", value: { description } } },
});

/** The delegate carries the command out when its nonce is the sender's next one. */
export const TransferCommand_Send = choice(TransferCommand, "TransferCommand_Send", {
  argument: SendArgument,
  result: record({ result: TransferCommandResult, ...ended }),
  controllers: ({ delegate }) => [delegate],
  *body({ payload }, { context, inputs, transferPreapprovalCidO: preapprovalCid, ...argument }) {
    const { dso, sender, receiver, amount, description, nonce } = payload;
    const of = TransferCommandCounter;
    const { transferCounterCid } = argument;
    const senderOf = (found: Static<typeof CounterPayload>) => found.sender;
    const counter = yield* fetchOwned(of, transferCounterCid, dso, sender, senderOf);
    if (counter.nextNonce === nonce) {
      yield* spendNonce(transferCounterCid, counter);
      if (preapprovalCid !== undefined) {
        const receiverOf = (found: PreapprovalPayload) => found.receiver;
        yield* fetchOwned(TransferPreapproval, preapprovalCid, dso, receiver, receiverOf);
      }
    }
    const state = yield* sending(payload, counter.nextNonce, preapprovalCid !== undefined);
    if (state.status === "failed" && counter.nextNonce !== nonce)
      return { result: failed(state.reason), sender, nonce };
    if (preapprovalCid === undefined) {
      const reason = `No TransferPreapproval for receiver ${shownParty(receiver)}`;
      return { result: failed(reason), sender, nonce };
    }
    const sendArgument = { context, inputs, amount, sender, description };
    const { result } = yield* exercise(TransferPreapproval_Send, preapprovalCid, sendArgument);
    return { result: succeeded(result), sender, nonce };
  },
});

export const TransferCommand_Withdraw = choice(TransferCommand, "TransferCommand_Withdraw", {
  argument: record({}),
  result: Ended,
  controllers: ({ sender }) => [sender],
  *body({ payload: { sender, nonce } }) {
    return { sender, nonce };
  },
});

/** Sender, delegate or DSO remove the command after its time; its nonce is not spent. */
export const TransferCommand_Expire = choice(TransferCommand, "TransferCommand_Expire", {
  argument: record({ p: party }),
  result: Ended,
  controllers: (_command, { p }) => [p],
  *body({ payload: { dso, sender, delegate, expiresAt, nonce } }, { p }) {
    yield* requireThat([dso, sender, delegate].includes(p), "Controller is a stakeholder");
    yield* requireReached("TransferCommand.expiresAt", expiresAt);
    return { sender, nonce };
  },
});

/** Transfers that external parties order in advance. */
export const transferCommandModule = modulePart({
  templates: [TransferCommandCounter, TransferCommand],
  choices: [
    ExternalPartyAmuletRules_CreateTransferCommand,
    TransferCommand_Send,
    TransferCommand_Withdraw,
    TransferCommand_Expire,
  ],
});
