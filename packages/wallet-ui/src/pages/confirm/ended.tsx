import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { messages } from "./messages.js";

/** A request that is not there any more. */
export const Ended = () => (
  <Card title={messages.nothingToConfirm}>
    <EmptyState
      icon="clock"
      title={messages.thisRequestHasEnded}
      action={<ButtonLink to="/wallet">{messages.goToTheWallet}</ButtonLink>}
    >
      {messages.itWasPaidRejected}
    </EmptyState>
  </Card>
);
