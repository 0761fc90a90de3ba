import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import type { OperationState } from "../../data/operation.js";
import { messages } from "./messages.js";
import styles from "./dapp-page.module.css";

type Kind = "approve" | "reject";

/** The two buttons under what a web page wants. */
export const DecisionButtons = ({
  approve,
  state,
  onDecide,
  reason,
}: {
  /** The verb: "Connect". */
  readonly approve: string;
  readonly state: OperationState<unknown>;
  readonly onDecide: (decision: Kind) => void;
  /** Why it cannot be approved. */
  readonly reason: string | undefined;
}) => {
  const isBusy = state.kind === "sending" || state.kind === "unknown";
  return (
    <div className={styles["actions"]}>
      <Button isBusy={isBusy} onClick={() => onDecide("reject")}>
        {messages.decision.reject}
      </Button>
      <Button variant="primary" isBusy={isBusy} reason={reason} onClick={() => onDecide("approve")}>
        {approve}
      </Button>
    </div>
  );
};

/** What was decided; the window may be closed. */
export const Decided = ({
  isGood,
  title,
  text,
}: {
  readonly isGood: boolean;
  readonly title: string;
  readonly text: string;
}) => (
  <Card title={isGood ? messages.decision.done : messages.decision.rejected}>
    <div role="status">
      <EmptyState
        icon={isGood ? "check" : "cross"}
        title={title}
        action={<Button onClick={() => window.close()}>{messages.decision.close}</Button>}
      >
        {text}
      </EmptyState>
    </div>
  </Card>
);

/** What a page wanted is over. */
export const Gone = () => (
  <Card title={messages.gone.title}>
    <EmptyState icon="clock" title={messages.gone.card}>
      {messages.gone.hint}
    </EmptyState>
  </Card>
);
