import { isLeft } from "fp-ts/lib/Either.js";
import type { Command, CompositeCommand } from "../commands/composite-command.js";
import { unitsOf } from "../values/json.js";
import type { LedgerCommand } from "./decide.js";

const unitsOfCommand = (command: Command): number => {
  switch (command.kind) {
    case "CreateCommand":
      return unitsOf(command.createArguments);
    case "ExerciseCommand":
      return unitsOf(command.choiceArgument);
    case "ExerciseByKeyCommand":
      return unitsOf(command.contractKey) + unitsOf(command.choiceArgument);
    case "CreateAndExerciseCommand":
      return unitsOf(command.createArguments) + unitsOf(command.choiceArgument);
  }
};

/** Counted for each command, party and key in addition to what they hold. */
const partUnits = 128;

const unitsOfComposite = (command: CompositeCommand): number => {
  const { commands, disclosedContracts, prefetchContractKeys, actAs, readAs } = command;
  let units = partUnits * (commands.length + actAs.length + readAs.length);
  for (const each of commands) units += unitsOfCommand(each);
  for (const { contractKey } of prefetchContractKeys) units += partUnits + unitsOf(contractKey);
  for (const { contract } of disclosedContracts)
    units += partUnits + (isLeft(contract) ? 0 : unitsOf(contract.right.payload));
  return units;
};

/**
 * Estimates the memory of a command, see `unitsOf`; 0 for administration, whose commands are short.
 */
export const commandUnits = (command: LedgerCommand): number => {
  if (command.kind !== "Submit") return 0;
  const units = unitsOfComposite(command.command);
  // the signed transaction is kept for comparison
  return command.prepared === undefined ? units : 2 * units;
};
