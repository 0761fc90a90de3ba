import type { Micros, PartyId } from "@tallystick/core";
import type { Names, SortedMaps } from "@tallystick/tables";
import type { HeldIn } from "@tallystick/wallet";
import { afterDigits, map, nameKey, numberDigits, numberKey, wordsOf } from "./wallet-keys.js";

/** A balance in units of 10^-10. */
interface BalanceUnits {
  readonly unlocked: bigint;
  readonly locked: bigint;
}

/** A balance after a transaction that has changed it. */
export interface BalanceThen extends BalanceUnits {
  /** Its record time, microseconds since the Unix epoch. */
  readonly at: Micros;
  readonly offset: number;
}

/** Which changes of a balance to read, in their order. */
export interface BalanceRange {
  /** Inclusive. */
  readonly from: Micros;
  /** Exclusive. */
  readonly until: Micros;
  /** Only changes after this offset; absent: all. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** The balance before the first coin. */
const noBalance: BalanceUnits = { unlocked: 0n, locked: 0n };

const balanceIn = ([key, value]: readonly [string, string]): BalanceThen => {
  const [unlocked = "", locked = ""] = wordsOf(value, 2);
  return {
    at: Number.parseInt(key.slice(-2 * numberDigits, -numberDigits), 16),
    offset: Number.parseInt(key.slice(-numberDigits), 16),
    unlocked: BigInt(unlocked),
    locked: BigInt(locked),
  };
};

/** The balances of owners of coins, after every transaction that has changed them. */
export class WalletBalances {
  readonly #maps: SortedMaps;
  readonly #names: Names;
  /** The changes of the transaction that is being folded, by owner. */
  readonly #changes = new Map<PartyId, BalanceUnits>();

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
  }

  /** Counts a coin that the transaction creates, or archives. */
  count({ owner, isLocked, amount }: HeldIn, times: 1n | -1n): void {
    const { unlocked, locked } = this.#changes.get(owner) ?? noBalance;
    const units = times * amount;
    this.#changes.set(owner, {
      unlocked: isLocked ? unlocked : unlocked + units,
      locked: isLocked ? locked + units : locked,
    });
  }

  /** Adds the balances after the transaction whose coins were counted. */
  add(at: Micros, offset: number): void {
    for (const [owner, { unlocked, locked }] of this.#changes) {
      if (unlocked === 0n && locked === 0n) continue;
      const key = nameKey(this.#names.idOf(owner) ?? this.#names.add(owner));
      const last = this.#last(key, key + afterDigits) ?? noBalance;
      const place = key + numberKey(at) + numberKey(offset);
      const after = `${last.unlocked + unlocked} ${last.locked + locked}`;
      this.#maps.set(map.balances, place, after);
    }
    this.#changes.clear();
  }

  forget(): void {
    this.#changes.clear();
  }

  /** The balance before a time; undefined when there was no coin before. */
  before(party: PartyId, time: Micros): BalanceThen | undefined {
    const key = this.#known(party);
    return key === undefined ? undefined : this.#last(key, key + numberKey(time));
  }

  /** Balances after the transactions of a time, the oldest first. */
  between(party: PartyId, { from, until, after = 0, limit }: BalanceRange): BalanceThen[] {
    const key = this.#known(party);
    if (key === undefined) return [];
    const found: Array<BalanceThen> = [];
    const range = { from: key + numberKey(from), to: key + numberKey(until), limit: Infinity };
    for (const entry of this.#maps.each(map.balances, range)) {
      const balance = balanceIn(entry);
      if (balance.offset <= after) continue;
      found.push(balance);
      if (found.length >= limit) break;
    }
    return found;
  }

  #last(from: string, to: string): BalanceThen | undefined {
    const [last] = this.#maps.descending(map.balances, { from, to, limit: 1 });
    return last && balanceIn(last);
  }

  #known(party: PartyId): string | undefined {
    const id = this.#names.idOf(party);
    return id === undefined ? undefined : nameKey(id);
  }
}
