import {
  amuletPackage,
  TransferCommand,
  TransferCommand_Send,
  TransferCommandCounter,
  TransferPreapproval,
} from "@tallystick/coin";
import type { Static } from "@tallystick/core";
import { commandsOf } from "@tallystick/wire";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { create, exercise } = commandsOf(amuletPackage);

type Command = ActiveContract<Static<(typeof TransferCommand)["payload"]>>;

/** The counter of a sender, which the network's operator makes before the first command. */
const counterFor = (
  { network }: AutomationContext,
  { payload }: Command,
  nextNonce: Static<(typeof TransferCommandCounter)["payload"]>["nextNonce"],
): Submission => ({
  commandId: commandIdOf("transfer-command-counter", payload.sender),
  actAs: [network.dso],
  readAs: [],
  commands: [
    create(TransferCommandCounter, { dso: network.dso, sender: payload.sender, nextNonce }),
  ],
});

const send = (
  { view, network, now }: AutomationContext,
  { contractId, payload }: Command,
  counter: string,
): Submission => {
  const { sender, receiver, delegate, amount } = payload;
  const preapproval = view
    .named(TransferPreapproval, receiver, receiver)
    .find((it) => now < it.payload.expiresAt);
  const { inputs, context } = fundingFor(amount, view, network, sender, now);
  const command = exercise(TransferCommand_Send, contractId, {
    context,
    inputs,
    transferPreapprovalCidO: preapproval?.contractId,
    transferCounterCid: counter,
  });
  return {
    commandId: commandIdOf("send-transfer-command", contractId),
    actAs: [delegate],
    readAs: [network.dso],
    commands: [command],
  };
};

/** What is done about a command now; undefined while there is nothing, or it has just failed. */
const turnOf = (context: AutomationContext, command: Command): Submission | undefined => {
  const { view, network, operator, now, isWaiting } = context;
  const { sender, delegate, nonce, expiresAt } = command.payload;
  if (delegate !== operator || expiresAt <= now) return undefined;
  const [counter] = view.named(TransferCommandCounter, network.dso, sender, 1);
  // the first nonce of every sender is 0
  if (nonce > (counter?.payload.nextNonce ?? 0n)) return undefined;
  const submission =
    counter === undefined
      ? counterFor(context, command, nonce)
      : send(context, command, counter.contractId);
  return isWaiting(submission.commandId) ? undefined : submission;
};

/**
 * The delegate sends what external parties have ordered, in the order of their nonces (wallet 4.6).
 * Commands whose turn has not come never hide those behind them.
 */
export const sendTransferCommands: Automation = {
  name: "send-transfer-commands",
  runsFor: "operator",
  plan: (context) => {
    const [next] = firstOf(context.view, {
      template: TransferCommand,
      party: context.operator,
      keep: (command) => turnOf(context, command) !== undefined,
      wanted: 1,
    });
    const submission = next && turnOf(context, next);
    return submission === undefined ? [] : [submission];
  },
};
