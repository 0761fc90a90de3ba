import { commandUnits, type LedgerCommand } from "@tallystick/core";

/** Smaller commands are not counted, so that they are accepted while large ones wait. */
const smallUnits = 65_536;

/** The part of the total that one user may use. */
const userShare = 4;

/** The counted size of a command; see `commandUnits`. */
export const countedUnits = (command: LedgerCommand): number => {
  const units = commandUnits(command);
  return units < smallUnits ? 0 : units;
};

/** The user of the command; "" for administration. */
export const userOf = (command: LedgerCommand): string =>
  command.kind === "Submit" ? command.command.userId : "";

/** Bounds the memory of unanswered commands, of each user and of all. */
export class WaitingUnits {
  readonly #most: number;
  #taken = 0;
  readonly #byUser = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * False when there is no room for this user's command. One command of each user is always
   * accepted.
   */
  take(user: string, units: number): boolean {
    if (units === 0) return true;
    const own = this.#byUser.get(user) ?? 0;
    if (own > 0 && own + units > this.#most / userShare) return false;
    if (this.#taken > 0 && this.#taken + units > this.#most) return false;
    this.#taken += units;
    this.#byUser.set(user, own + units);
    return true;
  }

  /** Releases a size. */
  give(user: string, units: number): void {
    if (units === 0) return;
    this.#taken -= units;
    const own = (this.#byUser.get(user) ?? 0) - units;
    if (own > 0) this.#byUser.set(user, own);
    else this.#byUser.delete(user);
  }
}
