import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";

/** A request that is not there any more. */
export const Ended = () => (
  <Card title="Nothing to confirm">
    <EmptyState
      icon="clock"
      title="This request has ended"
      action={<ButtonLink to="/wallet">Go to the wallet</ButtonLink>}
    >
      It was paid, rejected or withdrawn, or it is meant for another party than yours.
    </EmptyState>
  </Card>
);
