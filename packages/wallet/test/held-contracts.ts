import { amuletPackage } from "@tallystick/coin";
import { type Contract, type Int64, int64From, type Template } from "@tallystick/core";
import type { Submission } from "../src/submissions/submission.js";
import { right, start } from "./wallet-ledger.js";

export const int = (value: number | bigint): Int64 => right(int64From(value));
export const round = (number: number): { readonly number: Int64 } => ({ number: int(number) });

/** A contract that a view can show, whatever the rules of its creation are. */
export const held = <P>(template: Template<P>, contractId: string, payload: P): Contract => ({
  contractId,
  templateId: `${"a".repeat(64)}:${template.name}`,
  packageName: amuletPackage.name,
  payload: template.payload.encode(payload),
  signatories: template.signatories(payload),
  observers: template.observers(payload),
  createdAt: start,
});

/** So many contracts of one payload, their ids `<name>-0`, `<name>-1`. */
export const many = <P>(
  count: number,
  template: Template<P>,
  name: string,
  payload: P,
): ReadonlyArray<Contract> =>
  Array.from({ length: count }, (_, index) => held(template, `${name}-${index}`, payload));

/** What submissions exercise: the choice, on which contract, with which argument. */
export const exercised = (submissions: ReadonlyArray<Submission>) =>
  submissions.flatMap(({ commands }) =>
    commands.map((command) => {
      if (!("ExerciseCommand" in command)) throw new Error("not an exercise");
      const { choice, contractId, choiceArgument } = command.ExerciseCommand;
      return { choice, contractId, argument: choiceArgument };
    }),
  );

export const choicesOf = (submissions: ReadonlyArray<Submission>): ReadonlyArray<string> =>
  exercised(submissions).map(({ choice }) => choice);
