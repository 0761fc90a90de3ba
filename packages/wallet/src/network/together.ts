import type { Command, ContractId } from "@tallystick/core";
import { commandIdOf, type Submission } from "../submissions/submission.js";

/** An action of the DSO on one contract. */
interface Act {
  readonly contractId: ContractId;
  readonly command: Command;
}

/** The command id of the action on one contract alone. */
export const aloneId = (name: string, contractId: ContractId): string =>
  commandIdOf(name, contractId);

/**
 * One submission for many contracts, as all belong to the DSO. If that failed recently each is
 * tried alone, so that one error does not stop the others.
 */
export const together = (
  name: string,
  dso: string,
  acts: ReadonlyArray<Act>,
  isWaiting: (commandId: string) => boolean,
): ReadonlyArray<Submission> => {
  const [first, last] = [acts[0], acts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const submission = (commandId: string, commands: ReadonlyArray<Command>): Submission => ({
    commandId,
    actAs: [dso],
    readAs: [],
    commands,
  });
  const all = commandIdOf(name, first.contractId, last.contractId);
  return acts.length > 1 && !isWaiting(all)
    ? [
        submission(
          all,
          acts.map(({ command }) => command),
        ),
      ]
    : acts.map(({ contractId, command }) => submission(aloneId(name, contractId), [command]));
};
