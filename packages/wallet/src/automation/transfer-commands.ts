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
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { create, exercise } = commandsOf(amuletPackage);

/** Commands that are looked at. */
const maxCommands = 1_000;

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
    .of(TransferPreapproval, receiver)
    .find((it) => it.payload.receiver === receiver && now < it.payload.expiresAt);
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

/**
 * The delegate sends what external parties have ordered, in the order of their nonces (wallet 4.6).
 */
export const sendTransferCommands: Automation = {
  name: "send-transfer-commands",
  runsFor: "operator",
  plan: (context) => {
    const { view, network, operator, now, isWaiting } = context;
    const counters = new Map(
      view.of(TransferCommandCounter, network.dso).map((it) => [it.payload.sender, it]),
    );
    for (const command of view.of(TransferCommand, operator, maxCommands)) {
      const { sender, delegate, nonce, expiresAt } = command.payload;
      if (delegate !== operator || expiresAt <= now) continue;
      const counter = counters.get(sender);
      // the first nonce of every sender is 0
      const next = counter?.payload.nextNonce ?? 0n;
      if (counter === undefined && nonce !== 0n) continue;
      if (nonce > next) continue;
      const submission =
        counter === undefined
          ? counterFor(context, command, nonce)
          : send(context, command, counter.contractId);
      if (!isWaiting(submission.commandId)) return [submission];
    }
    return [];
  },
};
