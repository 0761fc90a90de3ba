/** CC that someone has and cannot spend yet. */
interface NaiveLock {
  readonly owner: string;
  readonly units: bigint;
  readonly holders: ReadonlyArray<string>;
  /** Microseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/**
 * The coin as one would write it down on paper: what each party can spend, what is locked, what was
 * ever made and destroyed. It knows no contracts, inputs, rounds or rules; amounts are units of
 * 10^-10 CC.
 */
export class NaiveModel {
  private readonly spendable = new Map<string, bigint>();
  private readonly locked = new Map<string, NaiveLock>();
  private mintedUnits = 0n;
  private burnedUnits = 0n;

  /** All that was ever made. */
  get minted(): bigint {
    return this.mintedUnits;
  }

  /** All that was ever destroyed. */
  get burned(): bigint {
    return this.burnedUnits;
  }

  /** What everyone has together, locked or not. */
  get total(): bigint {
    let sum = 0n;
    for (const units of this.spendable.values()) sum += units;
    for (const { units } of this.locked.values()) sum += units;
    return sum;
  }

  /** What a party can spend. */
  balanceOf(party: string): bigint {
    return this.spendable.get(party) ?? 0n;
  }

  /** All locks, by what they are known under. */
  get locks(): ReadonlyMap<string, NaiveLock> {
    return this.locked;
  }

  /** Makes coins. */
  mint(party: string, units: bigint): void {
    this.mintedUnits += positive(units);
    this.give(party, units);
  }

  /** Destroys coins that a party can spend. */
  burn(party: string, units: bigint): void {
    this.take(party, positive(units));
    this.burnedUnits += units;
  }

  /** Destroys locked coins. */
  burnLocked(id: string): void {
    this.burnedUnits += this.withoutLock(id).units;
  }

  /** One party gives another. */
  move(from: string, to: string, units: bigint): void {
    this.take(from, positive(units));
    this.give(to, units);
  }

  /** A party can no longer spend a part of what it has. */
  lock(id: string, lock: NaiveLock): void {
    if (this.locked.has(id)) throw new Error(`${id} is locked twice`);
    this.take(lock.owner, positive(lock.units));
    this.locked.set(id, lock);
  }

  /** The owner can spend what was locked again. */
  unlock(id: string): void {
    const { owner, units } = this.withoutLock(id);
    this.give(owner, units);
  }

  private withoutLock(id: string): NaiveLock {
    const lock = this.locked.get(id);
    if (lock === undefined) throw new Error(`${id} is not locked`);
    this.locked.delete(id);
    return lock;
  }

  private give(party: string, units: bigint): void {
    this.spendable.set(party, this.balanceOf(party) + units);
  }

  private take(party: string, units: bigint): void {
    const left = this.balanceOf(party) - units;
    if (left < 0n) throw new Error(`${party} would have ${left} units`);
    this.spendable.set(party, left);
  }
}

const positive = (units: bigint): bigint => {
  if (units <= 0n) throw new Error(`${units} units are no amount`);
  return units;
};

/** A quotient to the nearest whole number, ties to the even one; both at least 0. */
export const nearest = (dividend: bigint, divisor: bigint): bigint => {
  const below = dividend / divisor;
  const twice = (dividend - below * divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && below % 2n === 1n);
  return isUp ? below + 1n : below;
};

/** Units of 10^-10 in one. */
export const one = 10_000_000_000n;

/** A decimal with ten places in units of 10^-10. */
export const unitsOf = (shown: string): bigint => BigInt(shown.replace(".", ""));
