import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { messages } from "./messages.js";

/** A request that is not there any more. */
export const Ended = () => (
  <Card title={messages.gone.title}>
    <EmptyState
      icon="clock"
      title={messages.gone.card}
      action={<ButtonLink to="/wallet">{messages.return.toWallet}</ButtonLink>}
    >
      {messages.gone.hint}
    </EmptyState>
  </Card>
);
