import {
  invalidArgument,
  isPartyIdString,
  type LedgerError,
  type PartyId,
  textSentence,
} from "@tallystick/core";

/**
 * INVALID_ARGUMENT for the first malformed party id of a list (ledger-api 3.1); undefined when
 * there is none.
 */
export const partyIdError = (parties: ReadonlyArray<PartyId>): LedgerError | undefined => {
  const index = parties.findIndex((party) => !isPartyIdString(party));
  return index === -1
    ? undefined
    : invalidArgument("expected a party id of 1 to 255 characters", `parties[${index}]`, {
        sentence: textSentence("Party", parties[index] ?? ""),
      });
};
