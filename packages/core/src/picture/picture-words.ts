import type { DrawnHolding } from "./drawn-transaction.js";
import type { PictureAction, PictureAmount, PictureContract } from "./picture.js";

/** The words of a picture, in the language of its reader. */
export interface PictureWords {
  /** The names of the columns. */
  readonly before: string;
  readonly done: string;
  readonly after: string;
  /** What a command does without a choice. */
  readonly create: string;
  readonly archive: string;
  /** Of what the reader may not look into. */
  readonly unknown: string;
  readonly disclosed: string;
  readonly locked: string;
  /** How a party is called. */
  readonly party: (party: string) => string;
  readonly amount: (amount: PictureAmount) => string;
  readonly several: (count: number, what: string) => string;
  /** Of several of different kinds. */
  readonly contracts: (count: number) => string;
  readonly actions: (count: number) => string;
  readonly on: (entity: string) => string;
  readonly by: (parties: string) => string;
  readonly of: (owner: string) => string;
  readonly signedBy: (parties: string) => string;
  readonly seenBy: (parties: string) => string;
  readonly divulgedTo: (parties: string) => string;
}

/** A line of a box. */
export interface ShownLine {
  readonly text: string;
  readonly tone: "strong" | "plain" | "muted";
}

/** Characters of a line in a box at most. */
const lineLength = 30;
const titleLength = 30;

/**
 * A text that is at most so long: what is in its middle is left out, so that two with different
 * ends do not look alike.
 */
export const fitted = (text: string, most: number): string => {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 3);
  const head = most - 1 - tail;
  return `${characters.slice(0, head).join("")}…${characters.slice(-tail).join("")}`;
};

/** The entity of a template or an interface: `Amulet`. */
const entityIn = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

const namesOf = (parties: ReadonlyArray<string>, { party }: PictureWords): string =>
  parties.map(party).join(", ");

/** The names that fit into a line, and how many there are besides. */
const fewNamesOf = (
  parties: ReadonlyArray<string>,
  words: PictureWords,
  line: (names: string) => string,
): string => {
  for (let count = parties.length; count > 0; count--) {
    const more = count < parties.length ? ` +${parties.length - count}` : "";
    const text = line(namesOf(parties.slice(0, count), words) + more);
    if (count === 1 || Array.from(text).length <= lineLength) return text;
  }
  return "";
};

/** Amounts of several instruments, one after the other; "" for none. */
export const amountsText = (
  amounts: ReadonlyArray<PictureAmount>,
  { amount }: PictureWords,
): string => amounts.map(amount).join(" + ");

const counted = (count: number, what: string, words: PictureWords): string =>
  count === 1 ? what : words.several(count, what);

/** What a contract is called in a picture. */
export const contractName = (
  { count, templateId }: PictureContract,
  words: PictureWords,
): string =>
  templateId === "" ? words.contracts(count) : counted(count, entityIn(templateId), words);

/** What an action is called in a picture. */
export const actionName = (
  { kind, count, choice, templateId }: PictureAction,
  words: PictureWords,
): string => {
  if (kind === "exercise")
    return choice === "" ? words.actions(count) : counted(count, choice, words);
  const verb = kind === "create" ? words.create : words.archive;
  return templateId === "" ? words.actions(count) : counted(count, verb, words);
};

const ownerLine = (holding: DrawnHolding | undefined, words: PictureWords): string =>
  [
    holding?.owner === undefined ? "" : words.of(words.party(holding.owner)),
    holding?.isLocked === true ? words.locked : "",
  ]
    .filter((each) => each !== "")
    .join(" · ");

interface Shown {
  readonly lines: ReadonlyArray<ShownLine>;
  readonly title: string;
}

/** Lines that say something, the first one plain. */
const toned = (lines: ReadonlyArray<string>): ReadonlyArray<ShownLine> =>
  lines.flatMap(
    (line): ReadonlyArray<ShownLine> =>
      line === "" ? [] : [{ text: fitted(line, lineLength), tone: "muted" }],
  );

const titled = (parts: ReadonlyArray<string>): string =>
  parts.filter((part) => part !== "").join("\n");

/** What the box of a contract says. */
export const contractLines = (contract: PictureContract, words: PictureWords): Shown => {
  const { signatories, seenBy, divulgedTo, isKnown, isDisclosed, holding, contractIds } = contract;
  const name = contractName(contract, words);
  const owner = isKnown ? ownerLine(holding, words) : words.unknown;
  const few = (parties: ReadonlyArray<string>, line: (names: string) => string): string =>
    fewNamesOf(parties, words, line);
  const all = (parties: ReadonlyArray<string>, line: (names: string) => string): string =>
    parties.length === 0 ? "" : line(namesOf(parties, words));
  return {
    lines: [
      { text: fitted(name, titleLength - 5), tone: "strong" },
      ...(owner === "" ? [] : [{ text: fitted(owner, lineLength), tone: "plain" as const }]),
      ...toned([
        few(signatories, words.signedBy),
        isDisclosed ? words.disclosed : few(seenBy, words.seenBy),
      ]),
    ],
    title: titled([
      name,
      holding === undefined ? "" : words.amount(holding),
      owner,
      isDisclosed ? words.disclosed : "",
      all(signatories, words.signedBy),
      all(seenBy, words.seenBy),
      all(divulgedTo, words.divulgedTo),
      ...contractIds,
    ]),
  };
};

/** What the box of an action says. */
export const actionLines = (action: PictureAction, words: PictureWords): Shown => {
  const { templateId, by, seenBy } = action;
  const name = actionName(action, words);
  const on = templateId === "" ? "" : words.on(entityIn(templateId));
  return {
    lines: [
      { text: fitted(name, titleLength), tone: "strong" },
      ...(on === "" ? [] : [{ text: fitted(on, lineLength), tone: "plain" as const }]),
      ...toned([fewNamesOf(by, words, words.by), fewNamesOf(seenBy, words, words.seenBy)]),
    ],
    title: titled([name, on, words.by(namesOf(by, words)), words.seenBy(namesOf(seenBy, words))]),
  };
};
