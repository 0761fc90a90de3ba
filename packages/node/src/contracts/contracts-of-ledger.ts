import type { LedgerError, Submission } from "@tallystick/core";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Ids, Ledger } from "../ledger/ledger.js";
import { commandsOfSteps, type StepCommand } from "./commands-of-steps.js";
import { type ContractSource, readContracts } from "./read-contracts.js";
import { type AnswersOf, type Step, step } from "../ledger/step.js";
import type { SubmitAs, TemplateContracts, Transacted } from "../ledger/template-contracts.js";

/** The context of changing and reading contracts. */
interface ContractsOver extends ContractSource {
  readonly submitAndWait: Ledger["submitAndWait"];
  readonly ids: Ids;
}

/** Implements contracts by template over the submissions and queries of a ledger. */
export const contractsOfLedger = (over: ContractsOver): TemplateContracts => {
  const one = async <R>(only: Step<R>, as: SubmitAs) =>
    map(({ results, ...place }: Transacted<ReadonlyArray<unknown>>) => {
      const [answer] = results;
      // border: the answer of this step is of this type
      return { ...place, ...(answer as R) };
    })(await transact(over, [only], as));
  return {
    create: (template, payload, as) => one(step.create(template, payload), as),
    exercise: (choice, contractId, argument, as) =>
      one(step.exercise(choice, contractId, argument), as),
    exerciseByKey: (template, choice, key, argument, as) =>
      one(step.exerciseByKey(template, choice, key, argument), as),
    transact: async <const S extends ReadonlyArray<Step<unknown>>>(steps: S, as: SubmitAs) =>
      // border: each answer was read by the step it is of
      (await transact(over, steps, as)) as Either<LedgerError, Transacted<AnswersOf<S>>>,
    ...readContracts(over),
  };
};

const transact = async (
  { catalog, submitAndWait, ids }: ContractsOver,
  steps: ReadonlyArray<Step<unknown>>,
  as: SubmitAs,
): Promise<Either<LedgerError, Transacted<ReadonlyArray<unknown>>>> => {
  const commands = commandsOfSteps(catalog(), steps);
  if (isLeft(commands)) return commands;
  const submission = submissionOf(commands.right, as, ids);
  const done = await submitAndWait(submission);
  if (isLeft(done)) return done;
  const { updateId, completionOffset, results } = done.right;
  const answers = results.values();
  return right({
    updateId,
    offset: completionOffset,
    commandId: submission.commandId,
    results: commands.right.map(({ answer }) => answer(answers)),
  });
};

/** The submission of the commands of steps. */
export const submissionOf = (
  commands: ReadonlyArray<StepCommand>,
  { actAs, commandId, userId = "embedded", ...rest }: SubmitAs,
  ids: Ids,
): Submission => ({
  ...rest,
  commands: commands.map(({ command }) => command),
  commandId: commandId ?? ids.submissionId(),
  userId,
  actAs: typeof actAs === "string" ? [actAs] : actAs,
});
