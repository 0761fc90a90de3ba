import type { ContractId, Int64, Micros, Numeric, NumericError, PartyId } from "@tallystick/core";
import type { Names, SortedMaps } from "@tallystick/tables";
import {
  type Balance,
  balanceOf,
  type HeldAmount,
  type HeldIn,
  type RoundNumber,
} from "@tallystick/wallet";
import type { Either } from "fp-ts/lib/Either.js";
import {
  afterDigits,
  map,
  nameKey,
  numberDigits,
  numberKey,
  placeKey,
  within,
  wordsOf,
} from "./wallet-keys.js";

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

/** The states of coins in keys. */
const [unlockedKey, lockedKey] = ["0", "1"] as const;

const amountText = ({ amount: { initialAmount, createdAt, ratePerRound } }: HeldIn): string =>
  `${initialAmount} ${createdAt.number} ${ratePerRound.rate}`;

const amountIn = (value: string): HeldAmount => {
  const [amount = "", round = "", rate = ""] = wordsOf(value, 3);
  // border: our own fold has written it
  const [initialAmount, perRound] = [BigInt(amount) as Numeric, BigInt(rate) as Numeric];
  // border: as above
  const number = BigInt(round) as Int64;
  return { amount: { initialAmount, createdAt: { number }, ratePerRound: { rate: perRound } } };
};

/**
 * The balances of owners of coins, after every transaction that has changed them, and the coins
 * that they consist of.
 */
export class WalletBalances {
  readonly #maps: SortedMaps;
  readonly #names: Names;
  /** The changes of the transaction that is being folded, by owner. */
  #changes = new Map<PartyId, BalanceUnits>();

  constructor(maps: SortedMaps, names: Names) {
    this.#maps = maps;
    this.#names = names;
  }

  /** Counts a coin that the transaction creates, or archives. */
  count(contractId: ContractId, held: HeldIn, times: 1n | -1n): void {
    const { owner, isLocked, amount } = held;
    const { unlocked, locked } = this.#changes.get(owner) ?? noBalance;
    const units = times * amount.initialAmount;
    this.#changes.set(owner, {
      unlocked: isLocked ? unlocked : unlocked + units,
      locked: isLocked ? locked + units : locked,
    });
    const place = placeKey(contractId);
    const key = this.#keyOf(owner) + (isLocked ? lockedKey : unlockedKey) + place;
    if (times === 1n) this.#maps.set(map.coins, key, amountText(held));
    else this.#maps.delete(map.coins, key);
  }

  /** Adds the balances after the transaction whose coins were counted. */
  add(at: Micros, offset: number): void {
    for (const [owner, { unlocked, locked }] of this.#changes) {
      if (unlocked === 0n && locked === 0n) continue;
      const key = this.#keyOf(owner);
      const last = this.#last(key, key + afterDigits) ?? noBalance;
      const place = key + numberKey(at) + numberKey(offset);
      const after = `${last.unlocked + unlocked} ${last.locked + locked}`;
      this.#maps.set(map.balances, place, after);
    }
    this.#changes = new Map();
  }

  forget(): void {
    this.#changes = new Map();
  }

  /** The balance of a party's coins at a round. Left: a sum is too large for a Numeric. */
  now(party: PartyId, round: RoundNumber): Either<NumericError, Balance> {
    const key = this.#known(party);
    const [unlocked, locked] =
      key === undefined ? [[], []] : [this.#coins(key + unlockedKey), this.#coins(key + lockedKey)];
    return balanceOf(unlocked, locked, round);
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

  *#coins(prefix: string): Generator<HeldAmount, void, undefined> {
    for (const [, value] of this.#maps.each(map.coins, within(prefix, Infinity)))
      yield amountIn(value);
  }

  #keyOf(owner: PartyId): string {
    return nameKey(this.#names.idOf(owner) ?? this.#names.add(owner));
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
