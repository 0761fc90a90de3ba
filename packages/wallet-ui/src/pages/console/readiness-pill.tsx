import { StatusPill } from "../../components/base/status-pill.js";
import type { Health } from "../../data/console-queries.js";
import { messages } from "./messages.js";

/** Whether a node takes commands. */
export const ReadinessPill = ({ health }: { readonly health: Health }) => {
  if (!health.isReady) return <StatusPill tone="negative">{messages.readiness.no}</StatusPill>;
  return health.notes.length === 0 ? (
    <StatusPill tone="positive">{messages.readiness.yes}</StatusPill>
  ) : (
    <StatusPill tone="warning">{messages.readiness.withNotices}</StatusPill>
  );
};
