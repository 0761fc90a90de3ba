import type { LedgerError } from "@tallystick/core";

/** A transaction refused, with what the ledger said. */
export class Refused extends Error {
  constructor(readonly error: LedgerError) {
    super(`${error.code} ${error.context.error_id ?? ""}: ${error.cause}`);
  }

  /**
   * The id of the error without its prefix, or else the code; of an exception of Daml the beginning
   * of what it says, with parties by their hints, or just PreconditionFailed.
   */
  get reason(): string {
    const id = this.error.context.error_id;
    if (id === undefined) return this.error.code;
    if (!id.startsWith("UNHANDLED_EXCEPTION/")) return id.replace(/^.*\//, "");
    if (id.endsWith(":PreconditionFailed")) return "PreconditionFailed";
    return this.error.cause
      .replace(/^The requirement '(.*)' was not met\.$/, "$1")
      .replace(/: .*$/s, "")
      .replaceAll(/::1220[0-9a-f]+/g, "");
  }
}

/** An error, whose reason has nothing left out of it, whatever was refused. */
export const saidClearly = (error: LedgerError): LedgerError => {
  const isClear = /^['A-Za-z].{12,}/s.test(error.cause) && !/undefined|NaN/.test(error.cause);
  if (error.code === "DAML_FAILURE" && !isClear)
    throw new Error(`no clear sentence: "${error.cause}"`);
  return error;
};
