import type { IncomingHttpHeaders } from "node:http";
import { invalidArgument, type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";

/**
 * The header by which a client reads on one node what it wrote on another: the offset it was
 * answered there.
 */
const minOffsetHeader = "X-Tallystick-Min-Offset";

const headerKey = minOffsetHeader.toLowerCase();

/** More digits than a whole number has exactly. */
const maxDigits = 16;

const malformed = (found: string): LedgerError =>
  invalidArgument(
    `found "${found.slice(0, 60)}", expected an offset, a whole number of at least 0`,
    minOffsetHeader,
  );

const behind = (wanted: number, end: number, timeoutMs: number): LedgerError =>
  ledgerError(
    "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END",
    `${minOffsetHeader} is ${wanted}, but this node is at offset ${end} and did not reach it within ${timeoutMs} ms. Try again later, or on another node.`,
    { definiteAnswer: true },
  );

/**
 * Waits until the ledger has reached the offset that a request names in its headers, at most so
 * long. Most requests name none, and continue at once.
 *
 * @returns the error of one that is no offset or was not reached
 */
export const reachMinOffset = (
  headers: IncomingHttpHeaders,
  ledger: Pick<Ledger, "waitForOffset" | "ledgerEnd">,
  timeoutMs: number,
): Promise<LedgerError | undefined> | undefined => {
  const given = headers[headerKey];
  if (given === undefined) return undefined;
  const text = String(given);
  const offset = Number(text);
  if (!/^[0-9]+$/.test(text) || text.length > maxDigits || !Number.isSafeInteger(offset))
    return Promise.resolve(malformed(text));
  return ledger
    .waitForOffset(offset, timeoutMs)
    .then((reached) => (reached ? undefined : behind(offset, ledger.ledgerEnd(), timeoutMs)));
};
