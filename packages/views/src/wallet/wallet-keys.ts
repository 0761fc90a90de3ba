import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type ContractId, contractIdParts } from "@tallystick/core";
import { type KeyRange, TableDamage, partOf } from "@tallystick/tables";

/**
 * The maps. A place is the offset and the number of the create node, as in a contract id; a `seq`
 * orders the items of histories by offset and place in the transaction.
 *
 * - `contracts`, by place: of the active contracts of the coin's packages the party and template in
 * whose entry of `partyContracts` the content is.
 * - `partyContracts`, by party, template and place: the active contracts of each stakeholder, with
 * their id, the time they were made, the moment they are due, see `dueOf`, and the content.
 * - `due`, by party, template, moment and place.
 * - `named`, by party, template, name and place: the contracts of a name, see `namedOf`.
 * - `items`, by `seq`: the content of items.
 * - `history`, by party and `seq`: the times of its items, and the latest time up to there.
 * - `signedHistory`, by party and hash of the event id: the `seq` of items whose update id does not
 * contain the offset.
 * - `historyTerms`, by party, CRC of a term and `seq`: the search terms of items, see `termsOf`.
 * - `historyAmounts`, by party, change of the balance without its sign, and `seq`.
 * - `historyLate`, by party, time and `seq`: items that came later than their time.
 * - `tracking`, by party, CRC of the kind and tracking id: the state of the tracking id; transfer
 * commands and ended coupons of the development fund too, under ids that are in order.
 * - `outcomes`, by hash of the command id: the offsets at which the wallet's own commands took
 * effect; and `outcomesInOrder`, by offset: the time, and that hash.
 * - `balances`, by party, record time and offset: its unlocked and locked CC in units after a
 * transaction that has changed them.
 * - `coins`, by owner, whether it is locked, and place: of the active coins the amount, the round
 * they were created in, and the rate of their fee, in units.
 */
export const map = {
  contracts: 1,
  partyContracts: 2,
  due: 3,
  history: 4,
  signedHistory: 5,
  historyTerms: 6,
  historyAmounts: 7,
  historyLate: 8,
  tracking: 9,
  outcomes: 10,
  outcomesInOrder: 11,
  named: 12,
  items: 13,
  balances: 14,
  coins: 15,
} as const;

/** Characters of the leaves of maps that are often read in ranges, see `SortedMaps`. */
export const leafChars: ReadonlyMap<number, number> = new Map([
  [map.partyContracts, 4_000],
  [map.items, 4_000],
]);

export const mapCount = Object.keys(map).length;

/** Digits of offsets, moments and places in keys. */
export const numberDigits = 14;
/** V8 writes digits of numbers of 31 bits three times as fast. */
const halfDigits = numberDigits / 2;
const halfRange = 16 ** halfDigits;

const nameDigits = 8;
/** Hex digits of a hash, enough that no two texts collide. */
const uniqueDigits = 32;

/** Sorts after every digit of a key. */
export const afterDigits = "g";

const zeros = Array.from({ length: 16 }, (_, count) => "0".repeat(count));

const digitsOf = (value: number, digits: number): string => {
  const text = value.toString(16);
  return (zeros[digits - text.length] ?? "") + text;
};

/** A whole number in a key; below 0 it counts as 0. */
export const numberKey = (value: number): string => {
  const number = Math.max(0, value);
  const high = Math.floor(number / halfRange);
  return digitsOf(high, halfDigits) + digitsOf(number - high * halfRange, halfDigits);
};

/** The number of a name, or of a node, in a key. */
export const nameKey = (id: number): string => digitsOf(id, nameDigits);

/** Digits of an id beside its place: an imported contract may have a place of this journal. */
const idDigits = 8;

/** Digits of `placeKey`. */
export const placeDigits = numberDigits + nameDigits + idDigits;

/** The place that a contract id contains, if any, and what tells it from others with that place. */
export const placeKey = (contractId: ContractId): string => {
  const parts = contractIdParts(contractId);
  return parts === undefined
    ? numberKey(0) + contractId.slice(-(nameDigits + idDigits))
    : numberKey(parts.offset) + nameKey(parts.nodeId) + parts.hash.slice(0, idDigits);
};

/** A number of 0 or more that need not be whole, in the order of numbers. */
export const floatKey = (value: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(Math.max(0, value));
  return bytes.toString("hex");
};

/** Texts of any length and characters in a key. */
export const textKey = (...texts: ReadonlyArray<string>): string =>
  hash("sha256", JSON.stringify(texts), "hex");

/** A text in a key, where collisions are harmless, or one of our own few words. */
export const shortTextKey = (text: string): string => digitsOf(crc32(text), 8);

/** `textKey` with as few digits as avoid collisions. */
export const uniqueTextKey = (text: string): string => textKey(text).slice(0, uniqueDigits);

/** The most bytes of texts kept in order; longer ones are only found by equality. */
const maxOrderedBytes = 100;

/**
 * A text of any length in a key; texts of up to 100 bytes are in the order of their bytes, each
 * before those that it is a prefix of.
 */
export const orderedTextKey = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= maxOrderedBytes ? `0${bytes.toString("hex")}!` : `1${textKey(text)}!`;
};

/** Keys of all texts in order that begin like this. */
export const textsWithin = (prefix: string, text: string, limit: number): KeyRange => ({
  from: `${prefix}0${Buffer.from(text).toString("hex")}`,
  to: `${prefix}0${Buffer.from(text).toString("hex")}${afterDigits}`,
  limit,
});

export const within = (prefix: string, limit: number): KeyRange => ({
  from: prefix,
  to: prefix + afterDigits,
  limit,
});

/** The first words of a value, and the rest. */
export const wordsOf = (value: string, words: number): ReadonlyArray<string> => {
  const found: Array<string> = [];
  let start = 0;
  for (let n = 1; n < words; n++) {
    const end = value.indexOf(" ", start);
    if (end < 0) throw new TableDamage(`a value of the wallet's maps has ${n} words, not ${words}`);
    found.push(partOf(value, start, end));
    start = end + 1;
  }
  return [...found, partOf(value, start)];
};
