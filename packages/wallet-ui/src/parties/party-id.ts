import { isFullPartyId, isPartyIdString } from "@tallystick/core/grammar";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messages } from "./messages.js";

interface PartyParts {
  /** Chosen by whoever made the party: never a proof of who it is. */
  readonly hint: string;
  readonly fingerprint: string;
}

/** Why a text is no party id. */
type PartyError =
  | { readonly kind: "empty" }
  | { readonly kind: "unexpected character"; readonly character: string }
  | { readonly kind: "no fingerprint" }
  | { readonly kind: "malformed" };

const separator = "::";
const key = /^1220[0-9a-f]{64}$/;

/** Reads a party id as it is typed or pasted; spaces around it are left out. */
export const readParty = (text: string): Either<PartyError, string> => {
  const party = text.trim();
  if (party === "") return left({ kind: "empty" });
  if (isFullPartyId(party)) return right(party);
  const character = Array.from(party).find((each) => !isPartyIdString(each));
  if (character !== undefined) return left({ kind: "unexpected character", character });
  return left({ kind: party.includes(separator) ? "malformed" : "no fingerprint" });
};

/** A sentence for the person who types. */
export const partyErrorText = (error: PartyError): string => {
  switch (error.kind) {
    case "empty":
      return messages.party.missing;
    case "unexpected character":
      return messages.party.wrongCharacter({ character: error.character });
    case "no fingerprint":
      return messages.party.noFingerprint;
    case "malformed":
      return messages.party.malformed;
  }
};

/** The parts of a party id; a text without a fingerprint is all hint. */
export const partyParts = (party: string): PartyParts => {
  const at = party.indexOf(separator);
  return at < 0
    ? { hint: party, fingerprint: "" }
    : { hint: party.slice(0, at), fingerprint: party.slice(at + separator.length) };
};

/** Whether the fingerprint is that of a key, so that no one else can make this id. */
export const hasKeyFingerprint = (party: string): boolean =>
  key.test(partyParts(party).fingerprint);

/** Characters of a hint that are shown; the fingerprint always shows. */
const shownHint = 24;

const shortened = (fingerprint: string): string => {
  const isKey = key.test(fingerprint);
  // 1220 is the same for all keys and tells nothing
  const head = isKey ? 8 : 4;
  return fingerprint.length <= head + 5
    ? fingerprint
    : `${fingerprint.slice(0, head)}…${fingerprint.slice(-4)}`;
};

/** A party id for a line, e.g. "alice::1220ab12…cdef". */
export const shortParty = (party: string): string => {
  const { hint, fingerprint } = partyParts(party);
  const shown = hint.length > shownHint ? `${hint.slice(0, shownHint - 1)}…` : hint;
  return fingerprint === "" ? shown : `${shown}${separator}${shortened(fingerprint)}`;
};
