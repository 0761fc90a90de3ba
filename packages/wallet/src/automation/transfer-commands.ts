import {
  amuletPackage,
  TransferCommand,
  TransferCommand_Send,
  TransferCommandCounter,
} from "@tallystick/coin";
import { commandsOf, int64From, type Static } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { featuredRightFor, preapprovalFor } from "../registry/choice-contexts.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { rightOver } from "../treasury/rewards.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { type Lack, lackOf } from "./lack.js";

const { create, exercise } = commandsOf(amuletPackage);

type Command = ActiveContract<Static<(typeof TransferCommand)["payload"]>>;

/** The counter of a sender, which the network's operator creates before the first command. */
const counterFor = (
  { network }: AutomationContext,
  { payload }: Command,
): Submission | undefined => {
  const nextNonce = int64From(0);
  if (isLeft(nextNonce)) return undefined;
  const counter = { dso: network.dso, sender: payload.sender, nextNonce: nextNonce.right };
  return {
    commandId: commandIdOf("transfer-command-counter", payload.sender),
    actAs: [network.dso],
    readAs: [],
    commands: [create(TransferCommandCounter, counter)],
  };
};

/** The receiver's preapproval, and its provider's featured right, which earns from the transfer. */
const waysTo = ({ view, network, now }: AutomationContext, receiver: string) => {
  const preapproval = preapprovalFor(view, receiver, now);
  return {
    preapproval: preapproval?.contractId,
    featuredAppRight: preapproval && featuredRightFor(view, network.dso, preapproval.provider),
  };
};

const send = (
  automation: AutomationContext,
  { contractId, payload }: Command,
  counter: string,
): Submission => {
  const { view, network, now } = automation;
  const { sender, receiver, delegate, amount } = payload;
  const { preapproval, featuredAppRight } = waysTo(automation, receiver);
  const { inputs, context } = fundingFor(amount, view, network, sender, now);
  const command = exercise(TransferCommand_Send, contractId, {
    context: { ...context, context: { ...context.context, featuredAppRight } },
    inputs,
    transferPreapprovalCidO: preapproval,
    transferCounterCid: counter,
  });
  return {
    commandId: commandIdOf("send-transfer-command", contractId),
    actAs: [delegate],
    readAs: [network.dso],
    commands: [command],
  };
};

/** The counter of a party the operator is the validator of; "none" for others. */
type Turn = ActiveContract<Static<(typeof TransferCommandCounter)["payload"]>> | undefined | "none";

/** Looks up each sender once, however many commands it has. */
const turnsIn = ({ view, network, operator }: AutomationContext): ((sender: string) => Turn) => {
  const known = new Map<string, Turn>();
  return (sender) => {
    if (!known.has(sender)) {
      const isOurs = rightOver(view, operator, sender) !== undefined;
      const [counter] = isOurs ? view.named(TransferCommandCounter, network.dso, sender, 1) : [];
      known.set(sender, isOurs ? counter : "none");
    }
    return known.get(sender);
  };
};

/** Whether it is the turn of a command that has not expired. */
const hasTurn = (
  { network, operator, now }: AutomationContext,
  turnOf: (sender: string) => Turn,
  { payload: { dso, sender, delegate, nonce, expiresAt } }: Command,
): boolean => {
  if (delegate !== operator || dso !== network.dso || expiresAt <= now) return false;
  const counter = turnOf(sender);
  // the first nonce of every sender is 0
  return counter !== "none" && nonce <= (counter?.payload.nextNonce ?? 0n);
};

/** The submission for a command now; undefined while there is none, or it just failed. */
const sendingOf = (
  context: AutomationContext,
  turnOf: (sender: string) => Turn,
  command: Command,
): Submission | undefined => {
  const { isWaiting } = context;
  if (!hasTurn(context, turnOf, command)) return undefined;
  const counter = turnOf(command.payload.sender);
  if (counter === "none") return undefined;
  const submission =
    counter === undefined
      ? counterFor(context, command)
      : send(context, command, counter.contractId);
  return submission === undefined || isWaiting(submission.commandId) ? undefined : submission;
};

/**
 * Sends the transfer commands of parties that the operator is the validator of, as their delegate,
 * in the order of their nonces and with their coins (wallet 4.6). Commands whose turn has not come
 * do not block others.
 */
export const sendTransferCommands: Automation = {
  name: "send-transfer-commands",
  runsFor: "operator",
  bound: { oncePer: "transfer command" },
  lack: (context) => {
    const { view, network, now, operator } = context;
    const turnOf = turnsIn(context);
    const lackIn = ({ payload: { sender, amount } }: Command): Lack | undefined =>
      lackOf(sender, amount, fundingFor(amount, view, network, sender, now).total);
    const [first] = firstOf(view, {
      template: TransferCommand,
      party: operator,
      keep: (command) => hasTurn(context, turnOf, command) && lackIn(command) !== undefined,
      wanted: 1,
    });
    return first && lackIn(first);
  },
  plan: (context) => {
    const turnOf = turnsIn(context);
    const [next] = firstOf(context.view, {
      template: TransferCommand,
      party: context.operator,
      keep: (command) => sendingOf(context, turnOf, command) !== undefined,
      wanted: 1,
    });
    const submission = next && sendingOf(context, turnOf, next);
    return submission === undefined ? [] : [submission];
  },
};
