import type { LedgerError } from "@tallystick/core";

/** Views cannot answer now; `error` is for the caller, and names no file. */
export class ViewsUnreadable extends Error {
  readonly error: LedgerError;

  constructor(error: LedgerError) {
    super(error.cause);
    this.error = error;
  }
}
