import { hash } from "node:crypto";
import { type Contract, contractIdParts, offsetOfUpdateId } from "@tallystick/core";
import { ViewDamage } from "../blocks/view-damage.js";
import type { NameTable } from "../sqlite/name-table.js";
import type { KeyRange, SortedMaps } from "./sorted-maps.js";

/** A contract without its content, which most readers know already. */
export interface ContractRow {
  readonly contractId: string;
  readonly createdAt: number;
}

/** A filter of a party's history. */
export interface HistoryScan {
  readonly party: string;
  /** Items before this one; absent: from the newest. */
  readonly beforeSeq: number | undefined;
  readonly limit: number;
}

/** An item of the history as it was stored. */
export interface HistoryRow {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly content: string;
}

/** Places of one transaction in the order of the history; more than a transaction has nodes. */
export const placesPerOffset = 32_768;

/**
 * The maps. A place is the offset and the number of the create node, which a contract id tells.
 *
 * - `contracts`, by place: the active contracts of the coin's packages, whole, as JSON.
 * - `partyContracts`, by party, template and place: the active contracts of each stakeholder, with
 *   the moment each is due, see `dueOf`.
 * - `due`, by party, template, moment and place.
 * - `history`, by party and `seq`, which orders by offset and place in the transaction.
 * - `signedHistory`, by party and hash of the event id: the `seq` of items whose update id does not
 *   tell the offset.
 * - `tracking`, by party and hash of kind and tracking id: the state of the tracking id.
 * - `outcomes`, by hash of the command id: what the wallet's own commands have led to; and
 *   `outcomesByTime`.
 */
const map = {
  contracts: 1,
  partyContracts: 2,
  due: 3,
  history: 4,
  signedHistory: 5,
  tracking: 6,
  outcomes: 7,
  outcomesByTime: 8,
} as const;

/** How many maps there are. */
export const mapCount = Object.keys(map).length;

const numberDigits = 14;
const nameDigits = 8;

/** Sorts after every digit of a key. */
const afterDigits = "g";

const digitsOf = (value: number, digits: number): string =>
  value.toString(16).padStart(digits, "0");

const textKey = (...texts: ReadonlyArray<string>): string =>
  hash("sha256", JSON.stringify(texts), "hex");

const placeOf = (contractId: string): string | undefined => {
  const parts = contractIdParts(contractId);
  return parts && digitsOf(parts.offset, numberDigits) + digitsOf(parts.nodeId, nameDigits);
};

/** Everything from a key that begins like this on. */
const within = (prefix: string, limit: number): KeyRange => ({
  from: prefix,
  to: prefix + afterDigits,
  limit,
});

const wordsOf = (value: string, words: number): ReadonlyArray<string> => {
  const found: Array<string> = [];
  let start = 0;
  for (let n = 1; n < words; n++) {
    const end = value.indexOf(" ", start);
    if (end < 0) throw new ViewDamage(`a value of the wallet's maps has ${n} words, not ${words}`);
    found.push(value.slice(start, end));
    start = end + 1;
  }
  return [...found, value.slice(start)];
};

const contractRowOf = (value: string): ContractRow & { readonly content: string } => {
  const [contractId = "", createdAt = "", content = ""] = wordsOf(value, 3);
  return { contractId, createdAt: Number(createdAt), content };
};

/** The offset of an event id, `#<update id>:<node id>`, when its update id tells it. */
const offsetOfEvent = (eventId: string): number | undefined =>
  offsetOfUpdateId(eventId.slice(1, eventId.indexOf(":")));

/** What the wallet's maps hold, by the names of the wallet. */
export class WalletTables {
  readonly #maps: SortedMaps;
  readonly #names: NameTable;

  constructor(maps: SortedMaps, names: NameTable) {
    this.#maps = maps;
    this.#names = names;
  }

  /** Makes the empty maps. */
  begin(): void {
    for (const tree of Object.values(map)) this.#maps.begin(tree);
  }

  addContract(contract: Contract, parties: Iterable<string>, template: string, due?: number): void {
    const { contractId, createdAt } = contract;
    const place = placeOf(contractId);
    if (place === undefined) throw new Error(`the contract id ${contractId} tells no place`);
    const content = JSON.stringify(contract);
    this.#maps.set(map.contracts, place, `${contractId} ${createdAt} ${content}`);
    for (const party of parties) {
      const group = this.#group(party, template);
      this.#maps.set(map.partyContracts, group + place, due === undefined ? "" : String(due));
      if (due !== undefined) this.#maps.set(map.due, dueKey(group, due, place), "");
    }
  }

  removeContract(contractId: string, parties: Iterable<string>, template: string): void {
    const place = placeOf(contractId);
    if (place === undefined) return;
    this.#maps.delete(map.contracts, place);
    for (const party of parties) {
      const group = this.#group(party, template);
      const due = this.#maps.get(map.partyContracts, group + place);
      this.#maps.delete(map.partyContracts, group + place);
      if (due !== undefined && due !== "")
        this.#maps.delete(map.due, dueKey(group, Number(due), place));
    }
  }

  contract(contractId: string): Contract | undefined {
    const place = placeOf(contractId);
    const value = place === undefined ? undefined : this.#maps.get(map.contracts, place);
    if (value === undefined) return undefined;
    const row = contractRowOf(value);
    // border: our own fold has written it
    return row.contractId === contractId ? (JSON.parse(row.content) as Contract) : undefined;
  }

  contractsOf(template: string, party: string, limit: number): ReadonlyArray<ContractRow> {
    const group = this.#knownGroup(party, template);
    if (group === undefined) return [];
    const found = this.#maps.ascending(map.partyContracts, within(group, limit));
    return found.map(([key]) => this.#rowAt(key.slice(group.length)));
  }

  dueContracts(
    template: string,
    party: string,
    upTo: number,
    limit: number,
  ): ReadonlyArray<ContractRow> {
    const group = this.#knownGroup(party, template);
    if (group === undefined || upTo < 0) return [];
    const to = dueKey(group, upTo, afterDigits);
    const found = this.#maps.ascending(map.due, { from: group, to, limit });
    return found.map(([key]) => this.#rowAt(key.slice(group.length + numberDigits)));
  }

  /** Adds an item, unless the party has one of this event. */
  addHistory(party: string, seq: number, eventId: string, at: number, content: string): void {
    if (this.historySeq(party, eventId) !== undefined) return;
    const owner = this.#numberOf(party);
    this.#maps.set(
      map.history,
      owner + digitsOf(seq, numberDigits),
      `${at} ${textKey(eventId)} ${content}`,
    );
    if (offsetOfEvent(eventId) === undefined)
      this.#maps.set(map.signedHistory, owner + textKey(eventId), String(seq));
  }

  historyBefore({ party, beforeSeq, limit }: HistoryScan): ReadonlyArray<HistoryRow> {
    const owner = this.#known(party);
    if (owner === undefined) return [];
    const to =
      beforeSeq === undefined ? afterDigits : digitsOf(Math.max(0, beforeSeq), numberDigits);
    return this.#maps
      .descending(map.history, { from: owner, to: owner + to, limit })
      .map(([key, value]) => {
        const [at = "", , content = ""] = wordsOf(value, 3);
        return { seq: Number.parseInt(key.slice(owner.length), 16), at: Number(at), content };
      });
  }

  historySeq(party: string, eventId: string): number | undefined {
    const owner = this.#known(party);
    if (owner === undefined) return undefined;
    const offset = offsetOfEvent(eventId);
    const wanted = textKey(eventId);
    if (offset === undefined) {
      const seq = this.#maps.get(map.signedHistory, owner + wanted);
      return seq === undefined ? undefined : Number(seq);
    }
    const from = owner + digitsOf(offset * placesPerOffset, numberDigits);
    const to = owner + digitsOf((offset + 1) * placesPerOffset, numberDigits);
    const found = this.#maps
      .ascending(map.history, { from, to, limit: placesPerOffset })
      .find(([, value]) => wordsOf(value, 3)[1] === wanted);
    return found && Number.parseInt(found[0].slice(owner.length), 16);
  }

  setTracking(party: string, kind: string, trackingId: string, content: string): void {
    this.#maps.set(map.tracking, this.#numberOf(party) + textKey(kind, trackingId), content);
  }

  tracking(party: string, kind: string, trackingId: string): string | undefined {
    const owner = this.#known(party);
    return owner && this.#maps.get(map.tracking, owner + textKey(kind, trackingId));
  }

  /** Keeps what a command has led to, instead of what one of the same id led to before. */
  addOutcome(commandId: string, at: number, content: string): void {
    const key = textKey(commandId);
    this.#dropOutcome(key);
    this.#maps.set(map.outcomes, key, `${at} ${content}`);
    this.#maps.set(map.outcomesByTime, digitsOf(at, numberDigits) + key, "");
  }

  forgetOutcomes(before: number): void {
    const to = digitsOf(Math.max(0, before), numberDigits);
    const old = this.#maps.ascending(map.outcomesByTime, { from: "", to, limit: Infinity });
    for (const [key] of old) this.#dropOutcome(key.slice(numberDigits));
  }

  outcome(commandId: string): string | undefined {
    const value = this.#maps.get(map.outcomes, textKey(commandId));
    return value && wordsOf(value, 2)[1];
  }

  #dropOutcome(key: string): void {
    const value = this.#maps.get(map.outcomes, key);
    if (value === undefined) return;
    const [at = ""] = wordsOf(value, 2);
    this.#maps.delete(map.outcomes, key);
    this.#maps.delete(map.outcomesByTime, digitsOf(Number(at), numberDigits) + key);
  }

  #rowAt(place: string): ContractRow {
    const value = this.#maps.get(map.contracts, place);
    if (value === undefined) throw new ViewDamage(`the contract at ${place} is missing`);
    const { contractId, createdAt } = contractRowOf(value);
    return { contractId, createdAt };
  }

  #numberOf(text: string): string {
    return digitsOf(this.#names.idOf(text) ?? this.#names.add(text), nameDigits);
  }

  #known(text: string): string | undefined {
    const id = this.#names.idOf(text);
    return id === undefined ? undefined : digitsOf(id, nameDigits);
  }

  #group(party: string, template: string): string {
    return this.#numberOf(party) + this.#numberOf(template);
  }

  #knownGroup(party: string, template: string): string | undefined {
    const [owner, kind] = [this.#known(party), this.#known(template)];
    return owner === undefined || kind === undefined ? undefined : owner + kind;
  }
}

// moments before 1970 come first, in whatever order
const dueKey = (group: string, due: number, place: string): string =>
  group + digitsOf(Math.max(0, due), numberDigits) + place;
