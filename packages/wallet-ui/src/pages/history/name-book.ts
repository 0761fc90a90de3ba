import type { NamedParty, NameSource } from "../../parties/party-names.js";
import type { WordsContext } from "./filter-words.js";

const ranks: Readonly<Record<NameSource, number>> = { contact: 0, user: 1, hint: 2 };

/**
 * Finds parties by their names: a contact comes before a user, and a user before a hint. A name
 * that two of them have finds none; an id finds itself.
 */
export const nameBook = (
  known: ReadonlyArray<NamedParty>,
): Pick<WordsContext, "partyOf" | "nameOf"> => {
  const byName = new Map<string, ReadonlyArray<NamedParty>>();
  for (const each of known) {
    const name = each.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  const names = new Map(known.map(({ party, name }) => [party, name]));
  const partyOf = (name: string): string | undefined => {
    if (name.includes("::")) return name;
    const found = byName.get(name.toLowerCase()) ?? [];
    const best = Math.min(...found.map(({ source }) => ranks[source]));
    const [first, ...more] = found.filter(({ source }) => ranks[source] === best);
    return more.length > 0 ? undefined : first?.party;
  };
  return {
    partyOf,
    nameOf: (party) => {
      const name = names.get(party);
      return name !== undefined && name !== "" && partyOf(name) === party ? name : undefined;
    },
  };
};
