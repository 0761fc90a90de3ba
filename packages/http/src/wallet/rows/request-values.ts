import { isPartyIdString, type Micros, type Numeric, numericFromText } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "./wallet-row.js";

/** Most characters of descriptions and tracking ids is one less (wallet 2.1). */
const textLimit = 280;

/** The year in which microseconds are too many for a number. */
const lastYear = 2255;

/** An amount above 0, with at most 28 digits before the point and 10 after it. */
export const positiveAmount = (text: string, field: string): Either<WalletError, Numeric> => {
  const read = numericFromText(text);
  if (isLeft(read))
    return refused(400, `Invalid ${field}: found "${text.slice(0, 60)}", ${read.left.reason}`);
  return read.right > 0n ? read : refused(400, `Invalid ${field}: expected an amount above 0`);
};

/** A party id, `hint::fingerprint`. */
export const partyId = (text: string, field: string): Either<WalletError, string> =>
  isPartyIdString(text) && /^[^:]+::1220[0-9a-f]{64}$/.test(text)
    ? right(text)
    : refused(
        400,
        `Invalid ${field}: expected a party id such as alice::1220ab.., found "${text.slice(0, 100)}"`,
      );

/**
 * Left: nobody on the network is the party, so that nothing can be sent to it; 404, as the ledger
 * answers commands that inform it.
 */
export const knownParty = (
  ledger: Ledger,
  party: string,
  field: string,
): Either<WalletError, string> =>
  ledger.party(party) === undefined
    ? refused(
        404,
        `Invalid ${field}: the party ${party.slice(0, 255)} is not known on this network`,
      )
    : right(party);

/** A time in the future, microseconds since the Unix epoch. */
export const futureTime = (
  value: number | bigint,
  field: string,
  now: Micros,
): Either<WalletError, Micros> => {
  const micros = Number(value);
  if (!Number.isSafeInteger(micros)) {
    return refused(
      400,
      `Invalid ${field}: found ${String(value)}, expected microseconds since 1970, before the year ${lastYear}`,
    );
  }
  return micros > now
    ? right(micros)
    : refused(400, `Invalid ${field}: expected a time in the future, in microseconds since 1970`);
};

/** A text that the ledger accepts as a description or tracking id. */
export const shortText = (text: string, field: string): Either<WalletError, string> =>
  Array.from(text).length < textLimit
    ? right(text)
    : refused(400, `Invalid ${field}: expected fewer than ${textLimit} characters`);

/** A tracking id: a short text that is not empty. */
export const trackingIdText = (text: string, field = "tracking_id"): Either<WalletError, string> =>
  text === ""
    ? refused(400, `Invalid ${field}: expected a text that is not empty`)
    : shortText(text, field);

/** A contract id as ledgers make them; anything else can be of no contract. */
export const contractIdText = (text: string): Either<WalletError, string> =>
  /^00[0-9a-f]{64,254}$/.test(text)
    ? right(text)
    : refused(400, `Invalid contract id "${text.slice(0, 60)}"`);
