import { commandUnits, type LedgerCommand } from "@tallystick/core";

/** A command that takes less is not counted, so that it is accepted while large ones wait. */
const smallUnits = 65_536;

/** One user may have this part of what all may. */
const userShare = 4;

/** What is counted of a command's size; see `commandUnits`. */
export const countedUnits = (command: LedgerCommand): number => {
  const units = commandUnits(command);
  return units < smallUnits ? 0 : units;
};

/** Whose command it is; "" for those of administration. */
export const userOf = (command: LedgerCommand): string =>
  command.kind === "Submit" ? command.command.userId : "";

/** Bounds what the commands that are not answered yet take in memory, of each user and of all. */
export class WaitingUnits {
  readonly #most: number;
  #taken = 0;
  readonly #byUser = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** False when there is no room for so much of this user. One command of each always has. */
  take(user: string, units: number): boolean {
    if (units === 0) return true;
    const own = this.#byUser.get(user) ?? 0;
    if (own > 0 && own + units > this.#most / userShare) return false;
    if (this.#taken > 0 && this.#taken + units > this.#most) return false;
    this.#taken += units;
    this.#byUser.set(user, own + units);
    return true;
  }

  /** What was taken is not needed any more. */
  give(user: string, units: number): void {
    if (units === 0) return;
    this.#taken -= units;
    const own = (this.#byUser.get(user) ?? 0) - units;
    if (own > 0) this.#byUser.set(user, own);
    else this.#byUser.delete(user);
  }
}
