import type { PartyId, UserId } from "@tallystick/core";
import type { Names, SortedMaps } from "@tallystick/tables";
import { WalletBalances } from "./wallet-balances.js";
import { WalletContracts } from "./wallet-contracts.js";
import { WalletHistory } from "./wallet-history.js";
import {
  afterDigits,
  map,
  nameKey,
  numberKey,
  shortTextKey,
  textKey,
  uniqueTextKey,
  wordsOf,
} from "./wallet-keys.js";

/** Longest tracking id kept in the order of its kind. */
const maxOrderedId = 100;

/** Characters after which an ordered read ends early. */
const maxRangeChars = 4 * 1024 * 1024;

const walletPartyKind = "wallet-party";
const supplyKind = "supply";

// ids of clients may be of any length; those read in order are short
const trackingKey = (kind: string, trackingId: string): string =>
  shortTextKey(kind) +
  (trackingId.length <= maxOrderedId
    ? `0${Buffer.from(trackingId).toString("hex")}`
    : `1${textKey(trackingId)}`);

export class WalletTables {
  readonly #maps: SortedMaps;
  readonly #names: Names;
  readonly contracts: WalletContracts;
  readonly history: WalletHistory;
  readonly balances: WalletBalances;
  /** Traffic used beyond the free rate, bytes; set by the fold. */
  extraTrafficUsed = 0;

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
    this.contracts = new WalletContracts(maps, names);
    this.history = new WalletHistory(maps, names);
    this.balances = new WalletBalances(maps, names);
  }

  /** Creates the empty maps. */
  begin(): void {
    for (const tree of Object.values(map)) this.#maps.begin(tree);
  }

  /** The names of parties and templates. */
  names(): ReadonlySet<string> {
    const count = this.#names.count();
    return new Set(Array.from({ length: count }, (_, at) => this.#names.textOf(at + 1)));
  }

  setTracking(party: PartyId, kind: string, trackingId: string, content: string): void {
    this.#maps.set(map.tracking, this.#numberOf(party) + trackingKey(kind, trackingId), content);
  }

  tracking(party: PartyId, kind: string, trackingId: string): string | undefined {
    const owner = this.#known(party);
    return owner && this.#maps.get(map.tracking, owner + trackingKey(kind, trackingId));
  }

  /** Stores the party of a user's wallet, by operator. */
  setWalletParty(operator: string, userId: UserId, party: PartyId): void {
    this.setTracking(operator, walletPartyKind, userId, party);
  }

  walletParty(operator: string, userId: UserId): string | undefined {
    return this.tracking(operator, walletPartyKind, userId);
  }

  /** Adds to the supply of a coin, units by issuer. */
  addSupply(dso: string, units: bigint): void {
    this.setTracking(dso, supplyKind, "", String(this.supply(dso) + units));
  }

  supply(dso: string): bigint {
    return BigInt(this.tracking(dso, supplyKind, "") ?? "0");
  }

  /**
   * The values of a range of tracking ids of a kind, in order; fewer than the limit when they are
   * large.
   */
  trackingRange(
    party: PartyId,
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
    const found: Array<string> = [];
    let chars = 0;
    for (const [, content] of this.#maps.each(map.tracking, range)) {
      found.push(content);
      chars += content.length;
      if (chars > maxRangeChars) break;
    }
    return found;
  }

  /** Stores where a command took effect; replaces an earlier one of the same id. */
  addOutcome(commandId: string, at: number, offset: number): void {
    const key = uniqueTextKey(commandId);
    const before = this.#maps.set(map.outcomes, key, String(offset));
    if (before !== undefined) this.#maps.delete(map.outcomesInOrder, numberKey(Number(before)));
    this.#maps.set(map.outcomesInOrder, numberKey(offset), `${at} ${key}`);
  }

  /** Removes those before a time; times increase with the offsets. */
  forgetOutcomes(before: number): void {
    for (;;) {
      const [oldest] = this.#maps.ascending(map.outcomesInOrder, {
        from: "",
        to: afterDigits,
        limit: 1,
      });
      if (oldest === undefined) return;
      const [place, value] = oldest;
      const [at = "", key = ""] = wordsOf(value, 2);
      if (Number(at) >= before) return;
      this.#maps.delete(map.outcomesInOrder, place);
      this.#maps.delete(map.outcomes, key);
    }
  }

  /** The offset at which a command took effect. */
  outcome(commandId: string): number | undefined {
    const value = this.#maps.get(map.outcomes, uniqueTextKey(commandId));
    return value === undefined ? undefined : Number(value);
  }

  #numberOf(text: string): string {
    return nameKey(this.#names.idOf(text) ?? this.#names.add(text));
  }

  #known(text: string): string | undefined {
    const id = this.#names.idOf(text);
    return id === undefined ? undefined : nameKey(id);
  }
}
