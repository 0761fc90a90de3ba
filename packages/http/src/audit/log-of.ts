import { type LedgerError, ledgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import type { Services } from "../endpoints/services.js";
import type { AuditLog } from "../endpoints/audit-log.js";

/** ENDPOINT_NOT_FOUND for a file that the log does not have. */
export const notPublished = (path: string): LedgerError =>
  ledgerError("ENDPOINT_NOT_FOUND", `The log has no ${path.slice(0, 200)}`, {
    definiteAnswer: true,
  });

/** SERVICE_NOT_RUNNING while the log cannot answer. */
export const logNotRunning = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", reason, {
    definiteAnswer: true,
    context: { service_name: "audit-log" },
  });

/** The log of the node. Throws where it keeps none. */
export const logOf = ({ audit }: Services): AuditLog => {
  if (audit !== undefined) return audit;
  throw new LedgerFailure(logNotRunning("This node keeps no log of its journal."));
};
