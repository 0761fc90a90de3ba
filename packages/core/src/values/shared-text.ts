import type { PartyId } from "./ids.js";
import { boundedMemo } from "../collections/bounded-memo.js";
import { isPartyIdString } from "./grammar.js";

// Contracts repeat few texts very often: their parties, template ids and package names. Sharing
// them halves the memory of a contract, and with it the work of the garbage collector.

/** Parties, and template ids and package names, that are shared. */
const sharedTexts = 4096;

interface PartyForms {
  readonly party: PartyId;
  readonly list: ReadonlyArray<string>;
  readonly set: ReadonlySet<string>;
  /**
   * False when the text is shared although it is not a party id, as in an event that is not checked
   * yet.
   */
  readonly isPartyId: boolean;
}

const partyForms = boundedMemo<PartyForms>(sharedTexts, (party) => ({
  party,
  list: Object.freeze([party]),
  set: new Set([party]),
  isPartyId: isPartyIdString(party),
}));

const texts = boundedMemo<string>(sharedTexts, (text) => text);

const none: ReadonlyArray<string> = Object.freeze<Array<string>>([]);

/** A text that many contracts share, such as a template id; the same object for equal texts. */
export const sharedText = (text: string): string => texts.of(text);

/** A party; the same object for equal texts. */
export const sharedParty = (party: PartyId): string => partyForms.of(party).party;

/** The party with this text if it is shared already and is a party id. */
export const knownParty = (text: string): string | undefined => {
  const forms = partyForms.known(text);
  return forms?.isPartyId === true ? forms.party : undefined;
};

/**
 * A list of parties, each the same object when equal; so are lists of none and of one as a whole.
 */
export const sharedParties = (parties: ReadonlyArray<PartyId>): ReadonlyArray<string> => {
  const [first] = parties;
  if (first === undefined) return none;
  return parties.length === 1 ? partyForms.of(first).list : parties.map(sharedParty);
};

/** Some parties as a set; of one party it is the same object when equal. */
export const setOfParties = (parties: ReadonlyArray<PartyId>): ReadonlySet<string> => {
  const [first] = parties;
  return parties.length === 1 && first !== undefined ? partyForms.of(first).set : new Set(parties);
};
