import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { OpenTransaction, TraceStep } from "../contracts/transaction.js";
import { interpretationError } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { LedgerEffect } from "../templates/template.js";
import type { OpenTry, RunningExercise } from "./interpret-exercise.js";

/** An effect that begins or ends a `try`. */
export type TryEffect = Extract<
  LedgerEffect,
  { readonly op: "tryBegin" | "tryCommit" | "tryRollback" }
>;

/** True for an effect that begins or ends a `try`. */
export const isTryEffect = (effect: LedgerEffect): effect is TryEffect =>
  effect.op === "tryBegin" || effect.op === "tryCommit" || effect.op === "tryRollback";

/**
 * Begins a `try`, or ends the innermost one. Left DAML_EFFECTFUL_ROLLBACK_ERROR when creates or
 * archives would be rolled back.
 */
export const takeTry = (
  transaction: OpenTransaction,
  { tries }: RunningExercise,
  effect: TryEffect,
): Either<LedgerError, undefined> => {
  const { op } = effect;
  const { trace } = transaction.input;
  trace?.steps?.push(stepOf(effect));
  if (op === "tryBegin") {
    tries.push({
      nodes: transaction.nodes.length,
      reads: transaction.reads?.length ?? 0,
      tracedReads: trace?.reads.length ?? 0,
    });
    return right(undefined);
  }
  const ended = tries.pop();
  if (ended === undefined) return left(interpretationError("A `try` ends that did not begin."));
  return op === "tryCommit" ? right(undefined) : rollBack(transaction, ended);
};

const stepOf = (effect: TryEffect): TraceStep => {
  if (effect.op !== "tryRollback" || effect.thrown === undefined) return { kind: effect.op };
  const { of, value } = effect.thrown;
  const shown = value === undefined ? {} : { value: value.type.encode(value.value) };
  return { kind: effect.op, exception: { of, ...shown } };
};

const rollBack = (transaction: OpenTransaction, start: OpenTry): Either<LedgerError, undefined> => {
  const { nodes, input } = transaction;
  const undone = nodes.slice(start.nodes);
  const isEffect = (node: (typeof undone)[number]) => node.kind === "create" || node.consuming;
  if (input.protocolVersion !== 34 && undone.some(isEffect)) {
    return left(
      ledgerError(
        "DAML_EFFECTFUL_ROLLBACK_ERROR",
        "An exception was caught after a contract was created or archived, which cannot be rolled back.",
      ),
    );
  }
  for (const node of undone) {
    if (node.kind === "create") transaction.created?.delete(node.contractId);
    else if (node.consuming) transaction.consumed?.delete(node.contractId);
    if (node.kind === "exercise") input.trace?.exercises.delete(node.nodeId);
  }
  nodes.length = start.nodes;
  transaction.indexedNodes = Math.min(transaction.indexedNodes, start.nodes);
  // ids of contracts go by the number of the node
  if (undone.some(({ kind }) => kind === "create")) transaction.undoneNodes += undone.length;
  if (transaction.reads !== undefined) transaction.reads.length = start.reads;
  if (input.trace !== undefined) input.trace.reads.length = start.tracedReads;
  return right(undefined);
};
