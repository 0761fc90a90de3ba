import { amuletPackage } from "@tallystick/coin";
import { type Contract, type Int64, int64From, type Template } from "@tallystick/core";
import type { ContractsView } from "../src/contracts/contracts-view.js";
import { inMemoryContracts } from "../src/contracts/in-memory-contracts.js";
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

/** A view in which contracts are before all that another one shows; of one name too. */
export const inFrontOf = (view: ContractsView, contracts: Iterable<Contract>): ContractsView => {
  const front = inMemoryContracts(contracts);
  const all = Number.POSITIVE_INFINITY;
  return {
    of: (template, party, limit = all) =>
      [...front.of(template, party), ...view.of(template, party)].slice(0, limit),
    hasMoreThan: (wanted, template, party) => {
      for (let more = 0; more <= wanted; more++) {
        if (front.hasMoreThan(more, template, party)) continue;
        return view.hasMoreThan(wanted - more, template, party);
      }
      return true;
    },
    due: (template, party, upTo, limit, after) =>
      [
        ...front.due(template, party, upTo, all, after),
        ...view.due(template, party, upTo, all, after),
      ].slice(0, limit),
    named: (template, party, text, limit = all) =>
      [...front.named(template, party, text), ...view.named(template, party, text)].slice(0, limit),
    namedWithin: (template, party, prefix, limit) =>
      [
        ...front.namedWithin(template, party, prefix, all),
        ...view.namedWithin(template, party, prefix, all),
      ].slice(0, limit),
    byId: (template, contractId) =>
      front.byId(template, contractId) ?? view.byId(template, contractId),
  };
};

/** A view that counts how many contracts were read from it. */
export const countingReads = (
  view: ContractsView,
): { readonly view: ContractsView; readonly count: () => number } => {
  let count = 0;
  const counted = <A>(read: ReadonlyArray<A>): ReadonlyArray<A> => {
    count += read.length;
    return read;
  };
  return {
    count: () => count,
    view: {
      of: (template, party, limit) => counted(view.of(template, party, limit)),
      hasMoreThan: (wanted, template, party) => {
        count += 1;
        return view.hasMoreThan(wanted, template, party);
      },
      due: (template, party, upTo, limit, after) =>
        counted(view.due(template, party, upTo, limit, after)),
      named: (template, party, text, limit) => counted(view.named(template, party, text, limit)),
      namedWithin: (template, party, prefix, limit) =>
        counted(view.namedWithin(template, party, prefix, limit)),
      byId: (template, contractId) => {
        count += 1;
        return view.byId(template, contractId);
      },
    },
  };
};
