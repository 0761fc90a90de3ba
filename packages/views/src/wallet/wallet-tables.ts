import { type Contract, contractIdParts } from "@tallystick/core";
import { ViewDamage } from "../blocks/view-damage.js";
import type { NameTable } from "../sqlite/name-table.js";
import type { SortedMaps } from "./sorted-maps.js";
import { WalletHistory } from "./wallet-history.js";
import {
  afterDigits,
  map,
  nameKey,
  numberDigits,
  numberKey,
  shortTextKey,
  textKey,
  within,
  wordsOf,
} from "./wallet-keys.js";

/** A contract without its content, which most readers know already. */
export interface ContractRow {
  readonly contractId: string;
  readonly createdAt: number;
}

const placeOf = (contractId: string): string | undefined => {
  const parts = contractIdParts(contractId);
  return parts && numberKey(parts.offset) + nameKey(parts.nodeId);
};

/** Longest tracking id that is in the order of its kind. */
const maxOrderedId = 100;

// ids of clients may be of any length; those that are read in order are short
const trackingKey = (kind: string, trackingId: string): string =>
  shortTextKey(kind) +
  (trackingId.length <= maxOrderedId
    ? `0${Buffer.from(trackingId).toString("hex")}`
    : `1${textKey(trackingId)}`);

const contractRowOf = (value: string): ContractRow & { readonly content: string } => {
  const [contractId = "", createdAt = "", content = ""] = wordsOf(value, 3);
  return { contractId, createdAt: Number(createdAt), content };
};

/** What a party's entry of a contract says, so that it need not be read to be listed. */
const partyRowText = ({ contractId, createdAt }: ContractRow, due: number | undefined): string =>
  `${contractId} ${createdAt} ${due ?? ""}`;

const partyRowOf = (value: string): ContractRow & { readonly due: number | undefined } => {
  const [contractId = "", createdAt = "", due = ""] = wordsOf(value, 3);
  return {
    contractId,
    createdAt: Number(createdAt),
    due: due === "" ? undefined : Number(due),
  };
};

/** What the wallet's maps hold, by the names of the wallet. */
export class WalletTables {
  readonly #maps: SortedMaps;
  readonly #names: NameTable;
  readonly history: WalletHistory;

  constructor(maps: SortedMaps, names: NameTable) {
    this.#maps = maps;
    this.#names = names;
    this.history = new WalletHistory(maps, names);
  }

  /** Makes the empty maps. */
  begin(): void {
    for (const tree of Object.values(map)) this.#maps.begin(tree);
  }

  addContract(contract: Contract, parties: Iterable<string>, template: string, due?: number): void {
    const { contractId, createdAt } = contract;
    const place = placeOf(contractId);
    if (place === undefined) throw new Error(`the contract id ${contractId} contains no place`);
    const content = JSON.stringify(contract);
    this.#maps.set(map.contracts, place, `${contractId} ${createdAt} ${content}`);
    const row = partyRowText({ contractId, createdAt }, due);
    for (const party of parties) {
      const group = this.#group(party, template);
      this.#maps.set(map.partyContracts, group + place, row);
      if (due !== undefined) this.#maps.set(map.due, dueKey(group, due, place), "");
    }
  }

  removeContract(contractId: string, parties: Iterable<string>, template: string): void {
    const place = placeOf(contractId);
    if (place === undefined) return;
    this.#maps.delete(map.contracts, place);
    for (const party of parties) {
      const group = this.#group(party, template);
      const row = this.#maps.get(map.partyContracts, group + place);
      this.#maps.delete(map.partyContracts, group + place);
      const due = row === undefined ? undefined : partyRowOf(row).due;
      if (due !== undefined) this.#maps.delete(map.due, dueKey(group, due, place));
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
    return found.map(([, value]) => partyRowOf(value));
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
    return found.map(([key]) => this.#rowAt(group + key.slice(group.length + numberDigits)));
  }

  setTracking(party: string, kind: string, trackingId: string, content: string): void {
    this.#maps.set(map.tracking, this.#numberOf(party) + trackingKey(kind, trackingId), content);
  }

  tracking(party: string, kind: string, trackingId: string): string | undefined {
    const owner = this.#known(party);
    return owner && this.#maps.get(map.tracking, owner + trackingKey(kind, trackingId));
  }

  /** What is kept under the tracking ids of a kind from one up to before another, in order. */
  trackingRange(
    party: string,
    kind: string,
    from: string,
    until: string,
    limit: number,
  ): ReadonlyArray<string> {
    const owner = this.#known(party);
    if (owner === undefined) return [];
    const range = {
      from: owner + trackingKey(kind, from),
      to: owner + trackingKey(kind, until),
      limit,
    };
    return this.#maps.ascending(map.tracking, range).map(([, content]) => content);
  }

  /** Keeps what a command has led to, instead of what one of the same id led to before. */
  addOutcome(commandId: string, at: number, content: string): void {
    const key = textKey(commandId);
    this.#dropOutcome(key);
    this.#maps.set(map.outcomes, key, `${at} ${content}`);
    this.#maps.set(map.outcomesByTime, numberKey(at) + key, "");
  }

  forgetOutcomes(before: number): void {
    const to = numberKey(before);
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
    this.#maps.delete(map.outcomesByTime, numberKey(Number(at)) + key);
  }

  #rowAt(key: string): ContractRow {
    const value = this.#maps.get(map.partyContracts, key);
    if (value === undefined) throw new ViewDamage(`the contract at ${key} is missing`);
    return partyRowOf(value);
  }

  #numberOf(text: string): string {
    return nameKey(this.#names.idOf(text) ?? this.#names.add(text));
  }

  #known(text: string): string | undefined {
    const id = this.#names.idOf(text);
    return id === undefined ? undefined : nameKey(id);
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
  group + numberKey(due) + place;
