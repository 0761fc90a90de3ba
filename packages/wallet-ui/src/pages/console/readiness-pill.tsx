import { StatusPill } from "../../components/base/status-pill.js";
import type { Health } from "../../data/console-queries.js";
import { messages } from "./messages.js";

/** Whether a node takes commands. */
export const ReadinessPill = ({ health }: { readonly health: Health }) => {
  if (!health.isReady) return <StatusPill tone="negative">{messages.notReady}</StatusPill>;
  return health.notes.length === 0 ? (
    <StatusPill tone="positive">{messages.ready}</StatusPill>
  ) : (
    <StatusPill tone="warning">{messages.readyWithNotices}</StatusPill>
  );
};
