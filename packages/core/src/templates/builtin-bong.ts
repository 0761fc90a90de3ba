import { list } from "../daml-types/collection-types.js";
import type { Static } from "../daml-types/daml-type.js";
import { record, variant } from "../daml-types/record-types.js";
import { contractId, int64, party, text, timestamp, unit } from "../daml-types/scalar-types.js";
import { damlExceptionId } from "../errors/choice-error.js";
import { create, exercise, failWith, fetch } from "./ledger-effect.js";
import { choice, template } from "./definitions.js";
import type { ChoiceProgram } from "./template.js";

// A bong is a contract that explodes into a tree of contracts and collapses again; choices and
// their order of effects are those of the package with this id.

const anyone = record({ anyone: party });
const winner = record({ winner: party });
const either = variant({ Left: contractId, Right: contractId });
const inLeft = <A>(value: A) => ({ tag: "Left", value }) as const;
const inRight = <A>(value: A) => ({ tag: "Right", value }) as const;
const bothOf = record({ _1: contractId, _2: contractId });

function* assert(condition: boolean): ChoiceProgram<void> {
  if (condition) return;
  const errorId = damlExceptionId("AssertionFailed");
  yield* failWith({ errorId, message: "Assertion failed" });
}

const areUnique = (parties: ReadonlyArray<string>): boolean =>
  new Set(parties).size === parties.length;

/** Asks candidates to become validators; when all have agreed it becomes {@link explode}. */
export const bongProposal = template("Canton.Internal.Bong:BongProposal", {
  payload: record({
    id: text,
    initiator: party,
    candidates: list(party),
    validators: list(party),
    responders: list(party),
    maxLevel: int64,
    timeout: timestamp,
  }),
  signatories: ({ initiator, validators }) => [initiator, ...validators],
  observers: ({ candidates, responders }) => [...candidates, ...responders],
  ensure: ({ candidates, validators }) =>
    areUnique(candidates) && areUnique(validators) && candidates.length > 0,
});

const common = {
  id: text,
  initiator: party,
  validators: list(party),
  responders: list(party),
  path: text,
};

interface Parties {
  readonly initiator: string;
  readonly validators: ReadonlyArray<string>;
}

const signersOf = ({ initiator, validators }: Parties) => [initiator, ...validators];

/** What is left when the tree has collapsed. */
export const bong = template("Canton.Internal.Bong:Bong", {
  payload: record({
    id: text,
    initiator: party,
    validators: list(party),
    responder: party,
    observers: list(party),
    timeout: timestamp,
  }),
  signatories: ({ initiator, responder }) => [initiator, responder],
  observers: ({ observers, validators }) => [...observers, ...validators],
});

/** A node of the tree that is to grow. */
export const explode = template("Canton.Internal.Bong:Explode", {
  payload: record({ ...common, maxLevel: int64, timeout: timestamp }),
  signatories: (node) => signersOf(node),
  observers: ({ responders }) => responders,
});

/** A node of the tree that waits for its two branches. */
export const merge = template("Canton.Internal.Bong:Merge", {
  payload: record({ ...common, timeout: timestamp }),
  signatories: (node) => signersOf(node),
  observers: ({ responders }) => responders,
});

/** A branch of the tree that is to be merged. */
export const collapse = template("Canton.Internal.Bong:Collapse", {
  payload: record({ ...common, timeout: timestamp }),
  signatories: (node) => signersOf(node),
  observers: ({ responders }) => responders,
});

const accept = choice(bongProposal, "Accept", {
  argument: record({ validator: party }),
  result: either,
  controllers: (_proposal, { validator }) => [validator],
  *body({ payload }, { validator }) {
    yield* assert(payload.candidates.includes(validator));
    const candidates = payload.candidates.filter((each) => each !== validator);
    const validators = [validator, ...payload.validators];
    if (candidates.length > 0)
      return inLeft(yield* create(bongProposal, { ...payload, candidates, validators }));
    const { id, initiator, responders, maxLevel, timeout } = payload;
    const exploding = { id, initiator, validators, responders, path: "", maxLevel, timeout };
    return inRight(yield* create(explode, exploding));
  },
});

const processExplode = choice(explode, "ProcessExplode", {
  argument: winner,
  result: record({ _1: contractId, _2: variant({ Left: bothOf, Right: bothOf }) }),
  controllers: (_node, argument) => [argument.winner],
  *body({ payload }) {
    const { maxLevel, ...node } = payload;
    const merging = yield* create(merge, node);
    if (BigInt(node.path.length + 1) >= maxLevel) {
      const both = { _1: yield* create(collapse, node), _2: yield* create(collapse, node) };
      return { _1: merging, _2: inRight(both) };
    }
    const left = yield* create(explode, { ...payload, path: `${node.path}L` });
    const right = yield* create(explode, { ...payload, path: `${node.path}R` });
    return { _1: merging, _2: inLeft({ _1: left, _2: right }) };
  },
});

const processCollapse = choice(collapse, "ProcessCollapse", {
  argument: winner,
  result: unit,
  controllers: (_branch, argument) => [argument.winner],
  *body() {
    return {};
  },
});

/** Stops the command unless the branch belongs to the node. */
function* requireBranchOf(
  { id, path }: Static<typeof merge.payload>,
  branchId: string,
): ChoiceProgram<void> {
  const branch = yield* fetch(collapse, branchId);
  yield* assert(branch.path === path && branch.id === id);
}

const processMerge = choice(merge, "ProcessMerge", {
  argument: record({ winner: party, leftId: contractId, rightId: contractId }),
  result: either,
  controllers: (_node, argument) => [argument.winner],
  *body({ payload }, argument) {
    yield* requireBranchOf(payload, argument.leftId);
    yield* requireBranchOf(payload, argument.rightId);
    yield* exercise(processCollapse, argument.leftId, { winner: argument.winner });
    yield* exercise(processCollapse, argument.rightId, { winner: argument.winner });
    const { id, initiator, validators, responders: observers, path, timeout } = payload;
    if (path !== "")
      return inRight(yield* create(collapse, { ...payload, path: path.slice(0, -1) }));
    const done = { id, initiator, validators, responder: argument.winner, observers, timeout };
    return inLeft(yield* create(bong, done));
  },
});

const ack = choice(bong, "Ack", {
  argument: record({}),
  result: unit,
  controllers: ({ initiator }) => [initiator],
  *body() {
    return {};
  },
});

const ending = {
  argument: anyone,
  result: unit,
  controllers: (_payload: unknown, argument: Static<typeof anyone>) => [argument.anyone],
  *body() {
    return {};
  },
};

export const bongTemplates = [bongProposal, bong, explode, merge, collapse];

export const bongChoices = [
  accept,
  processExplode,
  processMerge,
  processCollapse,
  ack,
  choice(bongProposal, "AbortBongProposal", ending),
  choice(bong, "AbortBong", ending),
  choice(explode, "AbortExplode", ending),
  choice(merge, "AbortMerge", ending),
  choice(collapse, "AbortCollapse", ending),
];
