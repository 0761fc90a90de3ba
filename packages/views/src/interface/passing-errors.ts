import type { ViewsError } from "./views.js";

export const closed: ViewsError = { kind: "closed", message: "the views are closed" };

/** The views cannot answer until the journal was folded again. */
export const rebuilding: ViewsError = {
  kind: "behind",
  message: "the views are being rebuilt",
};

/** The ledger was made what it was before: what a reader has seen is gone. */
export const reverted: ViewsError = {
  kind: "closed",
  message: "the ledger was reverted to a snapshot; read again from its beginning",
};

/** The journal, which has the events, cannot be read now. */
export const journalUnreadable: ViewsError = {
  kind: "file",
  message: "the journal cannot be read",
};
