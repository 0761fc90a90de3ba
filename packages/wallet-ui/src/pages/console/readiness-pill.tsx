import { StatusPill } from "../../components/base/status-pill.js";
import type { Health } from "../../data/console-queries.js";

/** Whether a node takes commands. */
export const ReadinessPill = ({ health }: { readonly health: Health }) => {
  if (!health.isReady) return <StatusPill tone="negative">Not ready</StatusPill>;
  return health.notes.length === 0 ? (
    <StatusPill tone="positive">Ready</StatusPill>
  ) : (
    <StatusPill tone="warning">Ready, with notices</StatusPill>
  );
};
