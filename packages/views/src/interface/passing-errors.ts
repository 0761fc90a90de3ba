import type { ViewsError } from "./views.js";

/** Nothing is answered any more. */
export const closed: ViewsError = { kind: "closed", message: "the views are closed" };

/** Nothing is answered until the journal was folded again. */
export const rebuilding: ViewsError = {
  kind: "damaged",
  message: "the views are being rebuilt",
};

/** The journal, which has the events, cannot be read for a while. */
export const journalUnreadable: ViewsError = {
  kind: "file",
  message: "the journal cannot be read",
};
