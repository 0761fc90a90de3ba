import {
  type CreateNode,
  emptyLedger,
  evolve,
  type ExerciseNode,
  type Json,
  type LedgerState,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import { RuleBook, type RuleId } from "../../src/rules/rule.js";

/** A node that creates a contract. */
export const created = (contractId: string, more: Partial<CreateNode> = {}): CreateNode => ({
  kind: "create",
  nodeId: 0,
  contractId,
  templateId: "p:M:T",
  packageName: "p",
  payload: {},
  signatories: ["issuer"],
  observers: [],
  ...more,
});

/** A node that exercises a choice. */
export const exercised = (contractId: string, more: Partial<ExerciseNode> = {}): ExerciseNode => ({
  kind: "exercise",
  nodeId: 0,
  contractId,
  templateId: "p:M:T",
  packageName: "p",
  choice: "Do",
  argument: {},
  actingParties: ["issuer"],
  consuming: false,
  result: {},
  lastDescendantNodeId: 0,
  signatories: ["issuer"],
  observers: [],
  ...more,
});

/** A transaction of these nodes, numbered in their order. */
export const committed = (
  nodes: ReadonlyArray<TransactionNode>,
  more: Partial<TransactionCommitted> = {},
): TransactionCommitted => ({
  type: "TransactionCommitted",
  updateId: "u",
  userId: "user",
  commandId: "c",
  submissionId: "s",
  workflowId: "",
  actAs: ["issuer"],
  recordTime: 1,
  deduplicationPeriod: { kind: "empty" },
  effectiveAt: 1,
  seed: "5eed",
  ...more,
  nodes: nodes.map((node, nodeId) => ({ ...node, nodeId })),
});

/** The state in which these contracts are active. */
export const stateWith = (...contracts: ReadonlyArray<CreateNode>): LedgerState =>
  evolve(emptyLedger(), committed(contracts));

/** What a check says of a rule: how often it was checked, and its messages by node. */
export const said = (rule: RuleId, check: (book: RuleBook) => void) => {
  const book = new RuleBook("rules");
  check(book);
  return {
    checked: book.results().get(rule)?.checked,
    found: book.findings().map(({ offset, node, message }) => `${offset}.${node}: ${message}`),
  };
};

/** A locked coin: its payload. */
export const lockedCoin = (
  owner: string,
  holders: ReadonlyArray<string>,
  expiresAt: string,
): Json => ({ amulet: { owner, amount: "1.0" }, lock: { holders, expiresAt } });
