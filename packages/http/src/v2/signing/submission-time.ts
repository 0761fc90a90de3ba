import type { Submission } from "@tallystick/core";
import type { MinLedgerTimeWire } from "@tallystick/wire";

/** The lower bound of ledger time in the form that commands have it. */
export const minLedgerTimeOf = (
  wire: MinLedgerTimeWire | undefined,
): Pick<Submission, "minLedgerTimeAbs" | "minLedgerTimeRel"> => {
  const time = wire?.time;
  if (time === undefined || "Empty" in time) return {};
  return "MinLedgerTimeAbs" in time
    ? { minLedgerTimeAbs: time.MinLedgerTimeAbs.value }
    : { minLedgerTimeRel: time.MinLedgerTimeRel.value };
};
