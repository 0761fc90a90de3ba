import type { NameTable } from "../sqlite/name-table.js";
import type { SortedMaps } from "./sorted-maps.js";
import { WalletContracts } from "./wallet-contracts.js";
import { WalletHistory } from "./wallet-history.js";
import {
  map,
  nameKey,
  numberDigits,
  numberKey,
  shortTextKey,
  textKey,
  wordsOf,
} from "./wallet-keys.js";

/** Longest tracking id that is in the order of its kind. */
const maxOrderedId = 100;

// ids of clients may be of any length; those that are read in order are short
const trackingKey = (kind: string, trackingId: string): string =>
  shortTextKey(kind) +
  (trackingId.length <= maxOrderedId
    ? `0${Buffer.from(trackingId).toString("hex")}`
    : `1${textKey(trackingId)}`);

/** What the wallet's maps hold, by the names of the wallet. */
export class WalletTables {
  readonly #maps: SortedMaps;
  readonly #names: NameTable;
  readonly contracts: WalletContracts;
  readonly history: WalletHistory;

  constructor(maps: SortedMaps, names: NameTable) {
    this.#maps = maps;
    this.#names = names;
    this.contracts = new WalletContracts(maps, names);
    this.history = new WalletHistory(maps, names);
  }

  /** Makes the empty maps. */
  begin(): void {
    for (const tree of Object.values(map)) this.#maps.begin(tree);
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

  #numberOf(text: string): string {
    return nameKey(this.#names.idOf(text) ?? this.#names.add(text));
  }

  #known(text: string): string | undefined {
    const id = this.#names.idOf(text);
    return id === undefined ? undefined : nameKey(id);
  }
}
