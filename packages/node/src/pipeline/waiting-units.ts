import { Quota } from "@tallystick/background";
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

/**
 * The memory of unanswered commands, of each user and of all. One command of each user is always
 * accepted.
 */
export const waitingUnits = (most: number): Quota => new Quota(most, most / userShare, true);
