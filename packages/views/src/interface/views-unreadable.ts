import { type LedgerError, ledgerError } from "@tallystick/core";
import type { ViewsError } from "./views.js";

/** Views cannot answer now; `error` is for the caller, and names no file. */
export class ViewsUnreadable extends Error {
  readonly error: LedgerError;

  constructor(error: LedgerError) {
    super(error.cause);
    this.error = error;
  }
}

/** SERVICE_NOT_RUNNING: the views are behind, failed or closed; a retry may help. */
export const viewsUnavailable = (error: ViewsError): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The views cannot answer: ${publicText(error)}.`, {
    context: { service_name: "views" },
  });

// the messages of errors are for the operator and name files
const publicText = (error: ViewsError): string => {
  switch (error.kind) {
    case "file":
      return "their file cannot be read or written at the moment";
    case "damaged":
      return "they were found damaged and are being rebuilt";
    case "in-use":
    case "worker":
    case "journal":
      return "they are not being updated at the moment";
    case "behind":
    case "gap":
    case "timeout":
    case "closed":
      return error.message;
  }
};

/** SERVICE_INTERNAL_ERROR: the views have unreadable data. */
export const viewsBroken = (reason: string): LedgerError =>
  ledgerError("SERVICE_INTERNAL_ERROR", `The views cannot be read: ${reason}`);
