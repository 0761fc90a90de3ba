import type { OperationState } from "../../data/operation.js";
import { ErrorNote, type MoneyEffect } from "../feedback/error-note.js";
import { messages } from "./messages.js";
import styles from "./flow.module.css";

/** Whether an operation is on its way: its button is busy. */
export const isBusyIn = ({ kind }: OperationState<unknown>): boolean =>
  kind === "sending" || kind === "unknown";

/** Says that an answer was lost, until it is known what became of the request. */
export const Checking = ({ state }: { readonly state: OperationState<unknown> }) =>
  state.kind === "unknown" ? (
    <p className={styles["outcome"]} role="status">
      {messages.outcome.checking}
    </p>
  ) : null;

/** What became of an operation, below its button: only while that is not good. */
export const Outcome = ({
  state,
  failed,
  effect = "none-moved",
}: {
  readonly state: OperationState<unknown>;
  /** What is said when it is refused. */
  readonly failed: string;
  readonly effect?: MoneyEffect | undefined;
}) =>
  state.kind === "failed" ? (
    <div className={styles["outcome"]}>
      <ErrorNote title={failed} error={state.error} effect={effect} />
    </div>
  ) : (
    <Checking state={state} />
  );
