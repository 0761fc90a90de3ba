import { amuletPackage } from "@tallystick/coin";
import { type Contract, type Int64, int64From, type Template } from "@tallystick/core";
import type { ContractsView, Keep } from "../src/contracts/contracts-view.js";
import { inMemoryContracts } from "../src/contracts/in-memory-contracts.js";
import type { Submission } from "../src/submissions/submission.js";
import { rightOf, start } from "./wallet-ledger.js";

export const int = (value: number | bigint): Int64 => rightOf(int64From(value));
export const round = (number: number): { readonly number: Int64 } => ({ number: int(number) });

const namesOfIds = new Map<string, string>();

const ids = /00(?:[0-9a-f]{2}){32,}/g;

/** The contract id that stands for a name. */
export const idOf = (name: string): string => {
  const contractId = `00${Buffer.from(name).toString("hex").padEnd(64, "0")}`;
  namesOfIds.set(contractId, name);
  return contractId;
};

/** A value with names again where ids of {@link idOf} are. */
export const withNames = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === "string" ? each.replaceAll(ids, (id) => namesOfIds.get(id) ?? id) : each,
  );

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

/** The same with an id that a command can have, which stands for a name. */
export const heldAs = <P>(template: Template<P>, name: string, payload: P): Contract =>
  held(template, idOf(name), payload);

/** As many as {@link many}, with ids that commands can have. */
export const manyAs = <P>(
  count: number,
  template: Template<P>,
  name: string,
  payload: P,
): ReadonlyArray<Contract> =>
  Array.from({ length: count }, (_, index) => heldAs(template, `${name}-${index}`, payload));

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
      if (command.kind !== "ExerciseCommand") throw new Error("not an exercise");
      const { choice, contractId, choiceArgument } = command;
      return withNames({ choice, contractId, argument: choiceArgument });
    }),
  );

export const choicesOf = (submissions: ReadonlyArray<Submission>): ReadonlyArray<string> =>
  exercised(submissions).map(({ choice }) => choice);

/** A view in which contracts are before all that another one shows; of one name too. */
export const inFrontOf = (view: ContractsView, contracts: Iterable<Contract>): ContractsView => {
  const front = inMemoryContracts(contracts);
  const all = Number.POSITIVE_INFINITY;
  const oneAfterTheOther = <A>(
    limit: number,
    read: (left: number, each: ContractsView) => ReadonlyArray<A>,
  ): ReadonlyArray<A> => {
    const first = read(limit, front);
    return first.length >= limit ? first : [...first, ...read(limit - first.length, view)];
  };
  return {
    of: (template, party, limit = all, keep) =>
      oneAfterTheOther(limit, (left, each) => each.of(template, party, left, keep)),
    hasMoreThan: (wanted, template, party) => {
      for (let more = 0; more <= wanted; more++) {
        if (front.hasMoreThan(more, template, party)) continue;
        return view.hasMoreThan(wanted - more, template, party);
      }
      return true;
    },
    due: (template, party, upTo, limit, options) =>
      oneAfterTheOther(limit, (left, each) => each.due(template, party, upTo, left, options)),
    named: (template, party, text, limit = all) =>
      [...front.named(template, party, text), ...view.named(template, party, text)].slice(0, limit),
    namedWithin: (template, party, prefix, limit, keep) =>
      oneAfterTheOther(limit, (left, each) =>
        each.namedWithin(template, party, prefix, left, keep),
      ),
    byId: (template, contractId) =>
      front.byId(template, contractId) ?? view.byId(template, contractId),
  };
};

/** A view that counts how many contracts were read from it, those that were passed over too. */
export const countingReads = (
  view: ContractsView,
): { readonly view: ContractsView; readonly count: () => number } => {
  let count = 0;
  const counted = <A>(read: ReadonlyArray<A>): ReadonlyArray<A> => {
    count += read.length;
    return read;
  };
  const countedKeep =
    <P>(keep: Keep<P>): Keep<P> =>
    (contract) => {
      count += 1;
      return keep(contract);
    };
  return {
    count: () => count,
    view: {
      of: (template, party, limit, keep) =>
        keep === undefined
          ? counted(view.of(template, party, limit))
          : view.of(template, party, limit, countedKeep(keep)),
      hasMoreThan: (wanted, template, party) => {
        count += 1;
        return view.hasMoreThan(wanted, template, party);
      },
      due: (template, party, upTo, limit, { after, keep } = {}) =>
        keep === undefined
          ? counted(view.due(template, party, upTo, limit, { after }))
          : view.due(template, party, upTo, limit, { after, keep: countedKeep(keep) }),
      named: (template, party, text, limit) => counted(view.named(template, party, text, limit)),
      namedWithin: (template, party, prefix, limit, keep) =>
        keep === undefined
          ? counted(view.namedWithin(template, party, prefix, limit))
          : view.namedWithin(template, party, prefix, limit, countedKeep(keep)),
      byId: (template, contractId) => {
        count += 1;
        return view.byId(template, contractId);
      },
    },
  };
};
