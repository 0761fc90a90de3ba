import type { IncomingHttpHeaders } from "node:http";
import { isRight } from "fp-ts/lib/Either.js";
import { invalidArgument, type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";

/** The header with which a client reads its own writes on another node: the offset it got there. */
const minOffsetHeader = "X-Tallystick-Min-Offset";

const headerKey = minOffsetHeader.toLowerCase();

/** Too many digits for an exact whole number. */
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
 * Waits until the ledger has reached the offset that a request names in its headers, up to a
 * timeout. Most requests name none, and continue immediately.
 *
 * @param views of the wallet, where the request reads them: they must have reached it too
 * @returns the error of a malformed offset, or one not reached
 */
export const reachMinOffset = (
  headers: IncomingHttpHeaders,
  ledger: Pick<Ledger, "waitForOffset" | "ledgerEnd">,
  timeoutMs: number,
  views?: Pick<Wallet["views"], "waitFor">,
): Promise<LedgerError | undefined> | undefined => {
  const given = headers[headerKey];
  if (given === undefined) return undefined;
  const text = String(given);
  const offset = Number(text);
  if (!/^[0-9]+$/.test(text) || text.length > maxDigits || !Number.isSafeInteger(offset))
    return Promise.resolve(malformed(text));
  const reaching = Promise.all([
    ledger.waitForOffset(offset, timeoutMs),
    views?.waitFor(offset, timeoutMs).then(isRight) ?? true,
  ]);
  return reaching.then((reached) =>
    reached.every(Boolean) ? undefined : behind(offset, ledger.ledgerEnd(), timeoutMs),
  );
};
