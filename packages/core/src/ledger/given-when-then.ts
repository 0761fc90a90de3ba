import { isLeft } from "fp-ts/lib/Either.js";
import { type DecisionContext, decide, type LedgerCommand } from "./decide.js";
import type { ErrorCode } from "../errors/error-catalogue.js";
import { canonicalJson, type Json } from "../values/json.js";
import type { LedgerEvent } from "../events/ledger-event.js";
import { emptyLedger, evolveAll, type LedgerState } from "./ledger-state.js";

/**
 * The last part of a specification: what is expected. Each throws when that is not the case, and
 * names both.
 */
export interface Then {
  /** Exactly these events, compared by their JSON. */
  then(events: ReadonlyArray<LedgerEvent>): void;
  /** Rejected with this code, without events. */
  thenError(code: ErrorCode): void;
  /** Reached the ledger and was rejected there with this code. */
  thenRejected(code: ErrorCode): void;
  /** The decision, for assertions of the caller's own. */
  readonly decision: ReturnType<typeof decide>;
  /** The state after the events of the decision. */
  readonly state: LedgerState;
}

/**
 * Specifies a rule of the ledger by example.
 *
 * @param context packages, time and ids of the decision; `when` may change some of them
 * @param initial the state before the given events; default that of a new ledger
 * @throws Error from `then` and its sisters, where something else was decided; it names both sides
 * @example
 * declare const context: DecisionContext;
 * declare const allocated: LedgerEvent, committed: LedgerEvent, command: CompositeCommand;
 * const { given } = specification(context);
 * given([allocated, committed]).when({ kind: "Submit", command
 * }).thenRejected("DUPLICATE_COMMAND");
 */
export const specification = (
  context: DecisionContext,
  initial: LedgerState = emptyLedger(),
): {
  given(events: ReadonlyArray<LedgerEvent>): {
    when(command: LedgerCommand, changes?: Partial<DecisionContext>): Then;
  };
} => ({
  given: (events) => {
    const state = evolveAll(initial, events);
    return { when: (command, changes) => outcome(state, command, { ...context, ...changes }) };
  },
});

const outcome = (state: LedgerState, command: LedgerCommand, context: DecisionContext): Then => {
  const decision = decide(state, command, context);
  return {
    decision,
    state: isLeft(decision) ? state : evolveAll(state, decision.right),
    then: (events) => {
      const found = isLeft(decision)
        ? `rejected with ${decision.left.code}`
        : shown(decision.right);
      expectSame(found, shown(events));
    },
    thenError: (code) =>
      expectSame(
        isLeft(decision) ? decision.left.code : `accepted with ${shown(decision.right)}`,
        code,
      ),
    thenRejected: (code) => {
      const event = isLeft(decision) ? undefined : decision.right[0];
      const found =
        event?.type === "CommandRejected" ? event.error.code : `not rejected: ${event?.type}`;
      expectSame(found, code);
    },
  };
};

const shown = (events: ReadonlyArray<LedgerEvent>): string => {
  // border: events are JSON once stringified
  const json: Json = JSON.parse(JSON.stringify(events)) as Json;
  return canonicalJson(json);
};

const expectSame = (found: string, wanted: string): void => {
  if (found !== wanted) throw new Error(`expected ${wanted}\nfound    ${found}`);
};
