import { type DryRun, hasIn, type LedgerState, type TraceStep } from "@tallystick/core";
import type { MissingAuthority, RunningChoice, StoppedAt } from "../ledger/dry-run.js";

/** The end of a cause that names a place in a Daml package. */
const damlPlace = /\(in ([^()]+?)(?:, line (\d+))?, package ([0-9a-f]+)\)$/;

/** Where a command failed; undefined when it did not. */
export const stoppedAt = (state: LedgerState, run: DryRun): StoppedAt | undefined => {
  const { error } = run;
  if (error === undefined) return undefined;
  const exercises = runningChoices(run);
  const found = damlPlace.exec(error.cause);
  const [, definition = "", line, packageId = ""] = found ?? [];
  const location = {
    definition,
    packageId,
    ...(line === undefined ? {} : { line: Number(line) }),
  };
  const { authorizers } = error;
  return {
    exercises,
    ...(found === null ? {} : { location }),
    ...(authorizers === undefined
      ? {}
      : { authority: { ...authorizers, missing: missingOf(state, run, authorizers) } }),
  };
};

const missingOf = (
  { participant }: LedgerState,
  { trace }: DryRun,
  {
    required,
    given,
  }: { readonly required: ReadonlyArray<string>; readonly given: ReadonlyArray<string> },
): ReadonlyArray<MissingAuthority> => {
  const inputs = [...trace.inputs.values()];
  return required
    .filter((party) => !given.includes(party))
    .map((party) => ({
      party,
      isHosted: hasIn(participant.parties, party),
      signed: inputs
        .filter(({ signatories }) => signatories.includes(party))
        .map(({ contractId }) => contractId),
    }));
};

/** The exercises that had not ended, the outermost first. */
const runningChoices = ({ steps }: DryRun): ReadonlyArray<RunningChoice> => {
  const running: Array<RunningChoice | undefined> = [];
  for (const step of steps) {
    if (step.kind === "exercise") running.push(runningChoice(step));
    else if (step.kind === "tryBegin") running.push(undefined);
    else if (step.kind === "end" || step.kind === "tryCommit") running.pop();
    // an exception ended the exercises within
    else if (step.kind === "tryRollback") running.length = running.lastIndexOf(undefined);
  }
  return running.flatMap((each) => each ?? []);
};

const runningChoice = ({
  node: { contractId, templateId, interfaceId, choice, argument, actingParties },
  contract,
  authority,
}: Extract<TraceStep, { readonly kind: "exercise" }>): RunningChoice => ({
  contractId,
  templateId,
  ...(interfaceId === undefined ? {} : { interfaceId }),
  choice,
  argument,
  payload: contract.payload,
  actingParties,
  authorizers: authority,
});
