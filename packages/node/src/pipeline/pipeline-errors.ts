import { type LedgerError, ledgerError } from "@tallystick/core";

/** Too many commands wait. */
export const backpressure = (waiting: number): LedgerError =>
  ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${waiting} submissions are waiting. Try again later.`,
    { context: { reason: `${waiting} submissions are waiting` }, definiteAnswer: true },
  );

/** The submissions that wait take too much memory. */
export const tooMuchWaits = (): LedgerError => {
  const reason = "the large submissions that wait take all the room there is for them";
  return ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${reason}. Try again later.`,
    { context: { reason }, definiteAnswer: true },
  );
};

/** What the last submissions changed takes all the memory there is for it. */
export const stateFull = (): LedgerError => {
  const reason = "what earlier submissions changed is still being written to the snapshot";
  return ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${reason}. Try again later.`,
    { context: { reason }, definiteAnswer: true },
  );
};

/** The journal takes nothing; nothing was written. */
export const notRunning = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The ledger takes no commands: ${reason}.`, {
    context: { service_name: "journal" },
    definiteAnswer: true,
  });

/**
 * Another writer was first, but its event cannot be seen: the journal was cut while it was open, or
 * it is read from a copy that lags.
 */
export const unseenWinner = (offset: number): LedgerError =>
  notRunning(`the journal does not end at offset ${offset}, but nothing follows it`);

/** This node follows the ledger and changes nothing. */
export const passiveReplica = (): LedgerError =>
  ledgerError(
    "NODE_IS_PASSIVE_REPLICA",
    "This node follows the ledger and takes no changes; send them to a node that writes.",
    { definiteAnswer: true },
  );

/** Whether the append took effect is not known. */
export const outcomeUnknown = (reason: string): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `It is not known whether the command took effect: ${reason}. Submit it again with the same change id.`,
    { definiteAnswer: false },
  );

/** A transaction that the journal cannot take. */
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
