import type { LedgerError } from "@tallystick/core";

/** A transaction refused, with what the ledger said. */
export class Refused extends Error {
  constructor(readonly error: LedgerError) {
    super(`${error.code} ${error.context.error_id ?? ""}: ${error.cause}`);
  }

  /** The id of the coin's failure without its prefix, or else the code. */
  get reason(): string {
    return this.error.context.error_id?.replace(/^.*\//, "") ?? this.error.code;
  }
}

/**
 * An error, whose reason is a whole sentence with nothing left out of it, whatever was refused.
 */
export const saidClearly = (error: LedgerError): LedgerError => {
  const isClear =
    /^[A-Za-z].{12,}[^ ]$/.test(error.cause) && !/ {2}| [.,]|undefined|NaN/.test(error.cause);
  if (error.code === "DAML_FAILURE" && !isClear)
    throw new Error(`no clear sentence: "${error.cause}"`);
  return error;
};
