/** Bounds what is in use at once, such as bytes or reads, by user and in all. */
export class Quota {
  readonly #most: number;
  readonly #mostOfUser: number;
  readonly #acceptsFirst: boolean;
  readonly #byUser = new Map<string, number>();
  #taken = 0;

  /**
   * @param most in all
   * @param mostOfUser of each user
   * @param acceptsFirst true: what a user takes first fits a user's part, and the first of all the
   * whole, however large it is
   */
  constructor(most: number, mostOfUser: number, acceptsFirst = false) {
    this.#most = most;
    this.#mostOfUser = mostOfUser;
    this.#acceptsFirst = acceptsFirst;
  }

  /** Reserves an amount for a user; false when there is no room. Whoever takes it gives it back. */
  take(amount: number, user: string): boolean {
    if (amount === 0) return true;
    const own = this.#byUser.get(user) ?? 0;
    if (!this.#fits(own, amount, this.#mostOfUser)) return false;
    if (!this.#fits(this.#taken, amount, this.#most)) return false;
    this.#taken += amount;
    this.#byUser.set(user, own + amount);
    return true;
  }

  #fits(taken: number, amount: number, most: number): boolean {
    return taken + amount <= most || (taken === 0 && this.#acceptsFirst);
  }

  /** Releases an amount that a user took. */
  give(amount: number, user: string): void {
    if (amount === 0) return;
    this.#taken -= amount;
    const own = (this.#byUser.get(user) ?? 0) - amount;
    if (own > 0) this.#byUser.set(user, own);
    else this.#byUser.delete(user);
  }

  /** The amount that is reserved, in all. */
  taken(): number {
    return this.#taken;
  }
}
