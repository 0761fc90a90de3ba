import type { Contract, Json, ContractId, PartyId } from "@tallystick/core";
import { type KeyRange, type Names, type SortedMaps, TableDamage } from "@tallystick/tables";
import {
  afterDigits,
  map,
  nameKey,
  numberDigits,
  numberKey,
  orderedTextKey,
  placeDigits,
  placeKey,
  textsWithin,
  within,
  wordsOf,
} from "./wallet-keys.js";

/** A contract in a party's list; its content is read on demand. */
export interface ContractRow {
  readonly contractId: ContractId;
  readonly createdAt: number;
  /** Microseconds since the Unix epoch; see `dueOf`. */
  readonly due: number | undefined;
  /** The content, or `elsewhere` and its group. */
  readonly content: string;
}

type Rows = Generator<ContractRow, void, undefined>;

/** The index keys of a contract in addition to its id. */
interface ContractIndex {
  /** Its name, `Splice.Amulet:Amulet`. */
  readonly template: string;
  readonly stakeholders: Iterable<PartyId>;
  readonly due?: { readonly at: number; readonly party?: PartyId } | undefined;
  /** See `namedOf`; the party is one of the stakeholders. */
  readonly named?: { readonly party: PartyId; readonly text: string } | undefined;
}

interface DueRange {
  readonly upTo: number;
  /** Exclusive lower bound; absent: none. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Marks a row whose content is in another stakeholder's row. */
const elsewhere = "@";

const rowOf = (value: string): ContractRow => {
  const [contractId = "", createdAt = "", due = "", content = ""] = wordsOf(value, 4);
  return {
    contractId,
    createdAt: Number(createdAt),
    due: due === "" ? undefined : Number(due),
    content,
  };
};

// moments before 1970 come first, in any order
const dueKey = (group: string, due: number, place: string): string =>
  group + numberKey(due) + place;

/**
 * The active contracts of the coin's packages. The content of a contract is in the row of the
 * stakeholder whose name is newest, which is the user rather than an operator, so that all coins of
 * a user are in a few leaves.
 */
export class WalletContracts {
  readonly #maps: SortedMaps;
  readonly #names: Names;

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
  }

  /** @returns the characters of its content */
  add(contract: Contract, index: ContractIndex): number {
    const { contractId, createdAt } = contract;
    const place = placeKey(contractId);
    const { template, stakeholders, due, named } = index;
    const groups = this.#groups(stakeholders, template);
    const home = greatest(groups);
    if (home === undefined) return 0;
    const dueGroup = due?.party === undefined ? undefined : this.#knownGroup(due.party, template);
    const content = this.#contentText(contract);
    this.#maps.set(map.contracts, place, home);
    for (const group of groups) {
      const isDue = due !== undefined && (due.party === undefined || group === dueGroup);
      const head = `${contractId} ${createdAt} ${isDue ? due.at : ""} `;
      const row = head + (group === home ? content : elsewhere + home);
      this.#maps.set(map.partyContracts, group + place, row);
      if (isDue) this.#maps.set(map.due, dueKey(group, due.at, place), "");
    }
    const name = named && this.#nameKeys(template, named);
    if (name !== undefined && groups.includes(name.group))
      this.#maps.set(map.named, name.group + name.text + place, "");
    return content.length;
  }

  /** @param index the same as when the contract was added; the due moment may be left out */
  remove(contractId: ContractId, { template, stakeholders, named }: ContractIndex): void {
    const place = placeKey(contractId);
    this.#maps.delete(map.contracts, place);
    const name = named && this.#nameKeys(template, named);
    if (name !== undefined) this.#maps.delete(map.named, name.group + name.text + place);
    for (const group of this.#groups(stakeholders, template)) {
      const row = this.#maps.delete(map.partyContracts, group + place);
      const due = row === undefined ? undefined : rowOf(row).due;
      if (due !== undefined) this.#maps.delete(map.due, dueKey(group, due, place));
    }
  }

  byId(contractId: ContractId): Contract | undefined {
    return this.read(contractId)?.contract;
  }

  /** The contract with the number of characters of its content. */
  read(
    contractId: ContractId,
  ): { readonly contract: Contract; readonly chars: number } | undefined {
    const row = this.#homeRow(contractId)?.row;
    return row && { contract: this.contractIn(row), chars: row.content.length };
  }

  /** The row of an active contract, if it is of a template. */
  rowOf(contractId: ContractId, template: string): ContractRow | undefined {
    const found = this.#homeRow(contractId);
    const kind = this.#names.idOf(template);
    return kind !== undefined && found?.home.endsWith(nameKey(kind)) === true
      ? found.row
      : undefined;
  }

  /** The rows of active contracts by their ids. */
  *rowsOf(contractIds: Iterable<ContractId>): Rows {
    for (const contractId of contractIds) {
      const found = this.#homeRow(contractId);
      if (found !== undefined) yield found.row;
    }
  }

  /**
   * Those of a party and a template, oldest first; like all lists an iterator, see `each` of maps.
   */
  *of(template: string, party: PartyId, limit: number): Rows {
    const group = this.#knownGroup(party, template);
    if (group === undefined) return;
    for (const [, value] of this.#maps.each(map.partyContracts, within(group, limit)))
      yield rowOf(value);
  }

  /** Whether a party has more than a number of a template; reads none of them. */
  hasMoreThan(count: number, template: string, party: PartyId): boolean {
    const group = this.#knownGroup(party, template);
    let more = count + 1;
    if (group !== undefined)
      for (const _entry of this.#maps.each(map.partyContracts, within(group, more))) more -= 1;
    return more <= 0;
  }

  /** Those due in a range of moments, the earliest first. */
  *due(template: string, party: PartyId, { upTo, after, limit }: DueRange): Rows {
    const group = this.#knownGroup(party, template);
    if (group === undefined || upTo < 0 || (after !== undefined && after >= upTo)) return;
    const from = after === undefined || after < 0 ? group : dueKey(group, after, afterDigits);
    const to = dueKey(group, upTo, afterDigits);
    for (const [key] of this.#maps.each(map.due, { from, to, limit }))
      yield this.#rowAt(group + key.slice(group.length + numberDigits));
  }

  /** Those whose name is a text, oldest first. */
  *named(template: string, party: PartyId, text: string, limit: number): Rows {
    const group = this.#knownGroup(party, template);
    if (group !== undefined)
      yield* this.#rowsNamed(group, within(group + orderedTextKey(text), limit));
  }

  /** Those whose name begins with a text, in the order of names. */
  *namedWithin(template: string, party: PartyId, prefix: string, limit: number): Rows {
    const group = this.#knownGroup(party, template);
    if (group !== undefined) yield* this.#rowsNamed(group, textsWithin(group, prefix, limit));
  }

  contractIn(row: ContractRow): Contract {
    const { contractId, createdAt } = row;
    const [ids = "", signed = "", observed = "", json = ""] = wordsOf(this.#contentOf(row), 4);
    const [templateId = "", packageName = ""] = this.#texts(ids);
    const [signatories, observers] = [this.#texts(signed), this.#texts(observed)];
    const [payload, key] = contentIn(json);
    const contract = {
      contractId,
      templateId,
      packageName,
      payload,
      signatories,
      observers,
      createdAt,
    };
    return key === undefined ? contract : { ...contract, key };
  }

  /** Characters of the content of a row's contract. */
  charsIn(row: ContractRow): number {
    return this.#contentOf(row).length;
  }

  payloadIn(row: ContractRow): Json {
    const content = this.#contentOf(row);
    return contentIn(content.slice(content.indexOf("[")))[0];
  }

  #homeRow(
    contractId: ContractId,
  ): { readonly home: string; readonly row: ContractRow } | undefined {
    const place = placeKey(contractId);
    const home = this.#maps.get(map.contracts, place);
    if (home === undefined) return undefined;
    const row = this.#rowAt(home + place);
    return row.contractId === contractId ? { home, row } : undefined;
  }

  *#rowsNamed(group: string, range: KeyRange): Rows {
    for (const [key] of this.#maps.each(map.named, range))
      yield this.#rowAt(group + key.slice(-placeDigits));
  }

  #nameKeys(template: string, { party, text }: NonNullable<ContractIndex["named"]>) {
    const group = this.#knownGroup(party, template);
    return group === undefined ? undefined : { group, text: orderedTextKey(text) };
  }

  #contentOf({ contractId, content }: ContractRow): string {
    if (!content.startsWith(elsewhere)) return content;
    const home = content.slice(elsewhere.length);
    return this.#rowAt(home + placeKey(contractId)).content;
  }

  #contentText({ templateId, packageName, payload, key, ...contract }: Contract): string {
    const ids = this.#numbers([templateId, packageName]);
    const signatories = this.#numbers(contract.signatories);
    const observers = this.#numbers(contract.observers);
    const json = JSON.stringify(key === undefined ? [payload] : [payload, key]);
    return `${ids} ${signatories} ${observers} ${json}`;
  }

  #rowAt(key: string): ContractRow {
    const value = this.#maps.get(map.partyContracts, key);
    if (value === undefined) throw new TableDamage(`the contract at ${key} is missing`);
    return rowOf(value);
  }

  #numbers(texts: ReadonlyArray<string>): string {
    return texts.map((text) => this.#idOf(text)).join();
  }

  #texts(numbers: string): ReadonlyArray<string> {
    return numbers === "" ? [] : numbers.split(",").map((id) => this.#names.textOf(Number(id)));
  }

  #idOf(text: string): number {
    return this.#names.idOf(text) ?? this.#names.add(text);
  }

  #groups(parties: Iterable<PartyId>, template: string): ReadonlyArray<string> {
    const kind = nameKey(this.#idOf(template));
    return Array.from(parties, (party) => nameKey(this.#idOf(party)) + kind);
  }

  #knownGroup(party: PartyId, template: string): string | undefined {
    const [owner, kind] = [this.#names.idOf(party), this.#names.idOf(template)];
    return owner === undefined || kind === undefined ? undefined : nameKey(owner) + nameKey(kind);
  }
}

// border: our own fold has written it
const contentIn = (json: string): readonly [payload: Json, key?: Contract["key"]] =>
  JSON.parse(json) as readonly [Json, Contract["key"]?];

const greatest = (keys: ReadonlyArray<string>): string | undefined =>
  keys.reduce<string | undefined>(
    (most, key) => (most === undefined || key > most ? key : most),
    undefined,
  );
