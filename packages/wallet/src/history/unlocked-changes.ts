import { Amulet } from "@tallystick/coin";
import {
  type Json,
  numericFromText,
  type TransactionNode,
  type ContractId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { textAt } from "./json-path.js";

/** The payload of a contract that a transaction creates or uses; undefined for an unknown one. */
export type PayloadOf = (contractId: ContractId) => Json | undefined;

const unitsOf = (payload: Json | undefined): bigint => {
  const read = numericFromText(textAt(payload, "amount.initialAmount") ?? "");
  return isLeft(read) ? 0n : read.right;
};

const isCoin = ({ templateId }: TransactionNode): boolean => templateId.endsWith(`:${Amulet.name}`);

/**
 * The change of each party's unlocked CC by some nodes of a transaction, in units of 10^-10;
 * parties with coins but without a change are included.
 */
export const unlockedChanges = (
  nodes: ReadonlyArray<TransactionNode>,
  payloadOf: PayloadOf,
): ReadonlyMap<string, bigint> => {
  const changes = new Map<string, bigint>();
  const add = (payload: Json | undefined, sign: bigint): void => {
    const owner = textAt(payload, "owner");
    if (owner !== undefined)
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * unitsOf(payload));
  };
  for (const node of nodes) {
    if (!isCoin(node)) continue;
    if (node.kind === "create") add(node.payload, 1n);
    else if (node.consuming) add(payloadOf(node.contractId), -1n);
  }
  return changes;
};
