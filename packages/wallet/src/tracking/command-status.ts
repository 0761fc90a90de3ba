import {
  TransferCommand,
  TransferCommand_Send,
  type TransferCommandState,
  transferCommandStateOfChoice,
} from "@tallystick/coin";
import type { Contract, ContractId, ExerciseNode, TransactionCommitted } from "@tallystick/core";
import { isLeft, isRight } from "fp-ts/lib/Either.js";

/** The status of a transfer command, in the form of its endpoint (wallet 5.1). */
export type CommandStatus =
  | { readonly status: "created" | "sent" }
  | { readonly status: "failed"; readonly failure_kind: string; readonly reason: string };

/** A transfer command and its status. */
export interface TrackedCommand {
  readonly contract: Contract;
  readonly status: CommandStatus;
}

/** A change of a transfer command, under its sender and an id that is in the order of nonces. */
export interface CommandChange {
  readonly sender: string;
  readonly trackingId: string;
  readonly command: TrackedCommand;
}

const nonceDigits = 19;
/** The end of a contract id, which is a hash: ids read in order have to be short. */
const contractIdEnd = 56;

/** The tracking ids of all commands with a nonce: from the first up to before the second. */
export const commandRange = (nonce: bigint): readonly [string, string] => {
  const digits = String(nonce).padStart(nonceDigits, "0");
  return [`${digits}/`, `${digits}0`];
};

const shown = (state: TransferCommandState): CommandStatus =>
  state.status === "failed"
    ? { status: "failed", failure_kind: state.failureKind, reason: state.reason }
    : state;

const endOf = (node: ExerciseNode): CommandStatus | undefined => {
  const read =
    node.choice === TransferCommand_Send.name
      ? TransferCommand_Send.result.decode(node.result)
      : undefined;
  const result = read !== undefined && isRight(read) ? read.right.result : undefined;
  const state = transferCommandStateOfChoice(node.choice, result);
  return state && shown(state);
};

const changeOf = (contract: Contract, status: CommandStatus): ReadonlyArray<CommandChange> => {
  const payload = TransferCommand.payload.decode(contract.payload);
  if (isLeft(payload)) return [];
  const { sender, nonce } = payload.right;
  const trackingId = `${commandRange(nonce)[0]}${contract.contractId.slice(-contractIdEnd)}`;
  return [{ sender, trackingId, command: { contract, status } }];
};

/**
 * The changes of transfer commands in a transaction, in order (wallet 4.6).
 *
 * @param contractOf the contracts active before the transaction or created by it
 */
export const commandChanges = (
  { nodes }: TransactionCommitted,
  contractOf: (contractId: ContractId) => Contract | undefined,
): ReadonlyArray<CommandChange> =>
  nodes.flatMap((node): ReadonlyArray<CommandChange> => {
    if (!node.templateId.endsWith(`:${TransferCommand.name}`)) return [];
    const status: CommandStatus | undefined =
      node.kind === "create" ? { status: "created" } : endOf(node);
    const contract = contractOf(node.contractId);
    return status === undefined || contract === undefined ? [] : changeOf(contract, status);
  });
