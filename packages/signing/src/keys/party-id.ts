import { isFullPartyId, type PartyId } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";
import { isFingerprint } from "./fingerprint.js";
import { type SigningError, signingError } from "./signing-error.js";

/** The parts of a party id that a key backs. */
export interface ExternalPartyId {
  readonly hint: string;
  /** The fingerprint of the key that the party's namespace belongs to. */
  readonly namespace: string;
}

/**
 * The id of a party whose namespace is a key (interactive-submission 4.1).
 * @returns `<hint>::<fingerprint>`, or why the hint is none
 */
export const partyIdOf = (hint: string, fingerprint: string): Either<SigningError, string> => {
  const partyId = `${hint}::${fingerprint}`;
  if (hint === "") return signingError("Party hint is empty");
  return isFullPartyId(partyId) && isFingerprint(fingerprint)
    ? right(partyId)
    : signingError(
        `party_hint: found "${hint.slice(0, 255)}", expected 1 to 185 of letters, digits, ":", "-", "_" and space without "::"`,
      );
};

/** Takes a party id apart; the error says what is wrong with it. */
export const parsePartyId = (partyId: PartyId): Either<SigningError, ExternalPartyId> => {
  const at = partyId.indexOf("::");
  return isFullPartyId(partyId)
    ? right({ hint: partyId.slice(0, at), namespace: partyId.slice(at + 2) })
    : signingError(`found "${partyId.slice(0, 255)}", expected the form <hint>::<fingerprint>`);
};
