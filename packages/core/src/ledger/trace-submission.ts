import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { newTrace, type TraceStep } from "../contracts/transaction.js";
import { verifyDisclosed } from "../interpretation/disclosed-contracts.js";
import { interpret } from "../interpretation/interpretation.js";
import { withoutPause } from "../interpretation/pausing.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
import type { Micros } from "../values/time.js";
import type { DecisionContext } from "./decide.js";
import { readersOf, StateView } from "./interpret-in-time.js";
import type { LedgerState } from "./ledger-state.js";

/**
 * Everything that happens while a command is interpreted, in order; of one that is rejected, what
 * happened before. Changes and stores nothing.
 *
 * @param ledgerTime at which it is interpreted, microseconds since the Unix epoch
 */
export const traceSubmission = (
  state: LedgerState,
  command: CompositeCommand,
  { now, seed, catalog, sha256, onThrown }: DecisionContext,
  ledgerTime: Micros,
): ReadonlyArray<TraceStep> => {
  const disclosed = verifyDisclosed(command.disclosedContracts, sha256);
  if (isLeft(disclosed)) return [];
  const recordTime = Math.max(now, state.recordTime);
  const vetted = vettedCatalog(catalog, state.participant.vetting, recordTime);
  const steps: Array<TraceStep> = [];
  const input = {
    view: new StateView(state, vetted, sha256),
    readers: readersOf(command),
    disclosed: disclosed.right,
    preference: command.packageIdSelectionPreference,
    ledgerTime,
    seed,
    offset: state.offset + 1,
    trace: { ...newTrace(), steps },
    onThrown,
  };
  withoutPause(interpret(command.commands, command.actAs, input));
  return steps;
};
