import { type LedgerError, ledgerError } from "@tallystick/core";

export const backpressure = (waiting: number): LedgerError =>
  ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${waiting} submissions are waiting. Try again later.`,
    { context: { reason: `${waiting} submissions are waiting` }, definiteAnswer: true },
  );

/** The waiting submissions take too much memory. */
export const tooMuchWaits = (): LedgerError => {
  const reason = "waiting large submissions use all memory reserved for them";
  return ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${reason}. Try again later.`,
    { context: { reason }, definiteAnswer: true },
  );
};

/** The changes of the last submissions use all memory for them. */
export const stateFull = (): LedgerError => {
  const reason = "the changes of earlier submissions are still being written to the snapshot";
  return ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${reason}. Try again later.`,
    { context: { reason }, definiteAnswer: true },
  );
};

/** The journal cannot be written; nothing was written. */
export const notRunning = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The ledger accepts no commands: ${reason}.`, {
    context: { service_name: "journal" },
    definiteAnswer: true,
  });

/**
 * Another writer was first, but its event cannot be read: the journal was cut while it was open, or
 * a lagging copy is read.
 */
export const unseenWinner = (offset: number): LedgerError =>
  notRunning(`the journal does not end at offset ${offset}, but nothing follows it`);

/** This node follows the ledger and changes nothing. */
export const passiveReplica = (): LedgerError =>
  ledgerError(
    "NODE_IS_PASSIVE_REPLICA",
    "This node is read-only (--follow); send changes to a node that writes.",
    { definiteAnswer: true },
  );

/** It is unknown whether the append took effect. */
export const outcomeUnknown = (reason: string): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `It is not known whether the command took effect: ${reason}. Submit it again with the same change id.`,
    { definiteAnswer: false },
  );

/** A transaction too large for the journal. */
export const tooLarge = ({
  actualBytes,
  maxBytes,
}: {
  actualBytes: number;
  maxBytes: number;
}): LedgerError =>
  ledgerError(
    "INVALID_ARGUMENT",
    `The transaction takes ${actualBytes} bytes in the journal; expected at most ${maxBytes}.`,
    { definiteAnswer: true },
  );
