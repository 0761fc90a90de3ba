import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { Static } from "../src/daml-types/daml-type.js";
import { list, optional } from "../src/daml-types/collection-types.js";
import { record } from "../src/daml-types/record-types.js";
import {
  bool,
  contractId,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "../src/daml-types/scalar-types.js";
import { type Numeric, numericFromText, numericSubtract } from "../src/values/numeric.js";
import {
  abort,
  archive,
  create,
  exercise,
  exerciseByKey,
  failWith,
  fetch,
  fetchByKey,
  fetchView,
  ledgerTime,
  lookupByKey,
  fetchFromInterface,
} from "../src/templates/ledger-effect.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../src/templates/definitions.js";
import type { Choice, ChoiceProgram } from "../src/templates/template.js";

/** A Numeric from its text; the fixtures write only valid ones. */
export const amountOf = (shown: string): Numeric => {
  const read = numericFromText(shown);
  if (isRight(read)) return read.right;
  throw new Error(read.left.reason);
};

const zero = amountOf("0");
const IouPayload = record({
  issuer: party,
  owner: party,
  reference: text,
  amount: numeric,
  observers: list(party),
});
const IouKey = record({ issuer: party, reference: text });

/** A debt of an issuer: the issuer signs, the owner moves it; one per issuer and reference. */
export const Iou = template<Static<typeof IouPayload>, Static<typeof IouKey>>("Sample.Iou:Iou", {
  payload: IouPayload,
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner, observers }) => [owner, ...observers],
  ensure: ({ amount }) => amount > zero,
  key: {
    type: IouKey,
    of: ({ issuer, reference }) => ({ issuer, reference }),
    maintainers: ({ issuer }) => [issuer],
  },
});

/** Archives the debt and creates it again for another owner, under the same key. */
export const Transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});

/** Two debts from one, the second under another reference. */
export const Split = choice(Iou, "Split", {
  argument: record({ amount: numeric, reference: text }),
  result: list(contractId),
  controllers: ({ owner }) => [owner],
  *body({ payload }, { amount, reference }) {
    const rest = numericSubtract(payload.amount, amount);
    if (isLeft(rest)) return yield* abort(rest.left);
    const kept = yield* create(Iou, { ...payload, amount: rest.right });
    return [kept, yield* create(Iou, { ...payload, amount, reference })];
  },
});

/** Looks without changing anything. */
export const Touch = choice(Iou, "Touch", {
  argument: record({}),
  result: numeric,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ self }) {
    return (yield* fetch(Iou, self)).amount;
  },
});

/** Tells parties of the debt. */
export const Announce = choice(Iou, "Announce", {
  argument: record({ to: list(party) }),
  result: unit,
  consuming: false,
  controllers: ({ issuer }) => [issuer],
  observers: (_payload, { to }) => to,
  *body() {
    return {};
  },
});

/** Fetches itself although exercising the choice has consumed it. */
export const SelfFetch = choice(Iou, "SelfFetch", {
  argument: record({}),
  result: numeric,
  controllers: ({ owner }) => [owner],
  *body({ self }) {
    return (yield* fetch(Iou, self)).amount;
  },
});

/** Something with an owner that can be moved. */
export const Asset = defineInterface<
  { readonly owner: string; readonly amount: Numeric },
  { move(newOwner: string): ChoiceProgram<string> }
>("Sample.Asset:Asset", record({ owner: party, amount: numeric }));

/** Moves an asset as its template knows how to. */
export const Move = interfaceChoice(Asset, "Move", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ methods }, { newOwner }) {
    return yield* methods.move(newOwner);
  },
});

/** The amount of an asset, read through its view. */
export const Weigh = interfaceChoice(Asset, "Weigh", {
  argument: record({}),
  result: numeric,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ self }) {
    return (yield* fetchView(Asset, self)).amount;
  },
});

/** A contract of two: both sign. */
export const Pact = template("Sample.Pact:Pact", {
  payload: record({ first: party, second: party }),
  signatories: ({ first, second }) => [second, first],
});

/** The first one's offer of a pact. */
export const Offer = template("Sample.Pact:Offer", {
  payload: record({ first: party, second: party }),
  signatories: ({ first }) => [first],
  observers: ({ second }) => [second],
});

/** The second one agrees: the body has the authority of both. */
export const Accept = choice(Offer, "Accept", {
  argument: record({}),
  result: contractId,
  controllers: ({ second }) => [second],
  *body({ payload }) {
    return yield* create(Pact, payload);
  },
});

/** Lets a delegate move what belongs to the principal. */
export const Delegation = template("Sample.Pact:Delegation", {
  payload: record({ principal: party, delegate: party }),
  signatories: ({ principal }) => [principal],
  observers: ({ delegate }) => [delegate],
});

/** Exercises a choice that only the principal controls. */
export const MoveFor = choice(Delegation, "MoveFor", {
  argument: record({ iou: contractId, newOwner: party }),
  result: contractId,
  consuming: false,
  controllers: ({ delegate }) => [delegate],
  *body(_subject, { iou, newOwner }) {
    return yield* exercise(Transfer, iou, { newOwner });
  },
});

/** Looks up a key with the principal's authority. */
export const LookupFor = choice(Delegation, "LookupFor", {
  argument: record({ issuer: party, reference: text }),
  result: optional(contractId),
  consuming: false,
  controllers: ({ delegate }) => [delegate],
  *body(_subject, key) {
    return yield* lookupByKey(Iou, key);
  },
});

/** Where choices try what a body may and may not do. */
export const Lab = template("Sample.Lab:Lab", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

type LabPayload = { readonly owner: string };
const byOwner = { consuming: false, controllers: ({ owner }: LabPayload) => [owner] };

/** Throws. */
export const Throw = choice(Lab, "Throw", {
  ...byOwner,
  argument: record({}),
  result: unit,
  *body({ payload }) {
    yield* create(Lab, payload);
    throw new RangeError("out of the lab");
  },
});

/** Stops the command with a reason. */
export const Abort = choice(Lab, "Abort", {
  ...byOwner,
  argument: record({ reason: text }),
  result: unit,
  *body({ payload }, { reason }) {
    yield* create(Lab, payload);
    return yield* abort(reason);
  },
});

/** Stops the command with a failure of its own. */
export const FailWith = choice(Lab, "FailWith", {
  ...byOwner,
  argument: record({ blame: text }),
  result: unit,
  *body({ payload }, { blame }) {
    yield* create(Lab, payload);
    const errorId = "sample.example/lab-closed";
    const error = { errorId, message: "The lab is closed.", meta: { until: "noon" } };
    return yield* failWith(blame === "argument" || blame === "state" ? { ...error, blame } : error);
  },
});

/** The owner of an asset as its view says, and as its payload does if it is a debt or a lab. */
export const OwnerIf = choice(Lab, "OwnerIf", {
  ...byOwner,
  argument: record({ asset: contractId, isIou: bool }),
  result: record({ asAsset: party, asTemplate: optional(party) }),
  *body(_subject, { asset, isIou }) {
    const found = isIou
      ? yield* fetchFromInterface(Asset, Iou, asset)
      : yield* fetchFromInterface(Asset, Lab, asset);
    return { asAsset: found.view.owner, asTemplate: found.payload?.owner };
  },
});

/** Takes a number of steps. */
export const Loop = choice(Lab, "Loop", {
  ...byOwner,
  argument: record({ steps: int64 }),
  result: unit,
  *body(_subject, { steps }) {
    for (let at = 0n; at < steps; at++) yield* ledgerTime();
    return {};
  },
});

/** Creates a number of contracts. */
export const Many = choice(Lab, "Many", {
  ...byOwner,
  argument: record({ contracts: int64 }),
  result: unit,
  *body({ payload }, { contracts }) {
    for (let at = 0n; at < contracts; at++) yield* create(Lab, payload);
    return {};
  },
});

const NestArgument = record({ depth: numeric });
const one = amountOf("1");

/** Exercises itself so often that the exercises are nested this deep. */
export const Nest: Choice<Static<typeof NestArgument>, Static<typeof unit>> = choice(Lab, "Nest", {
  ...byOwner,
  argument: NestArgument,
  result: unit,
  *body({ self }, { depth }) {
    const rest = numericSubtract(depth, one);
    if (isRight(rest) && rest.right > zero) yield* exercise(Nest, self, { depth: rest.right });
    return {};
  },
});

/** Creates a contract whose payload is not of its type. */
export const CreateIllTyped = choice(Lab, "CreateIllTyped", {
  ...byOwner,
  argument: record({ owner: text }),
  result: contractId,
  *body(_subject, { owner }) {
    return yield* create(Lab, { owner });
  },
});

/** Returns what is no contract id. */
export const ReturnIllTyped = choice(Lab, "ReturnIllTyped", {
  ...byOwner,
  argument: record({ result: text }),
  result: contractId,
  *body(_subject, { result }) {
    return result;
  },
});

/** The ledger time, twice. */
export const Time = choice(Lab, "Time", {
  ...byOwner,
  argument: record({}),
  result: list(timestamp),
  *body() {
    return [yield* ledgerTime(), yield* ledgerTime()];
  },
});

/** The payload of a debt, as a list of its owner. */
export const FetchIou = choice(Lab, "FetchIou", {
  ...byOwner,
  argument: record({ iou: contractId }),
  result: party,
  *body(_subject, { iou }) {
    return (yield* fetch(Iou, iou)).owner;
  },
});

/** The amount of an asset. */
export const FetchAsset = choice(Lab, "FetchAsset", {
  ...byOwner,
  argument: record({ asset: contractId }),
  result: numeric,
  *body(_subject, { asset }) {
    return (yield* fetchView(Asset, asset)).amount;
  },
});

/** The debt that holds a key. */
export const FetchByKey = choice(Lab, "FetchByKey", {
  ...byOwner,
  argument: IouKey,
  result: contractId,
  *body(_subject, key) {
    return (yield* fetchByKey(Iou, key)).contractId;
  },
});

/** The debt that holds a key, if any. */
export const LookupByKey = choice(Lab, "LookupByKey", {
  ...byOwner,
  argument: IouKey,
  result: optional(contractId),
  *body(_subject, key) {
    return yield* lookupByKey(Iou, key);
  },
});

/** Touches the debt that holds a key. */
export const TouchByKey = choice(Lab, "TouchByKey", {
  ...byOwner,
  argument: IouKey,
  result: numeric,
  *body(_subject, key) {
    return yield* exerciseByKey(Touch, key, {});
  },
});

/** Archives a debt a number of times. */
export const ArchiveIou = choice(Lab, "ArchiveIou", {
  ...byOwner,
  argument: record({ iou: contractId, times: int64 }),
  result: unit,
  *body(_subject, { iou, times }) {
    for (let at = 0n; at < times; at++) yield* archive(Iou, iou);
    return {};
  },
});

/** Archives a debt, looks its key up, creates another under the key and looks again. */
export const Reissue = choice(Lab, "Reissue", {
  ...byOwner,
  argument: record({ iou: contractId, first: text }),
  result: list(optional(contractId)),
  *body(_subject, { iou, first }) {
    const payload = yield* fetch(Iou, iou);
    const key = { issuer: payload.issuer, reference: payload.reference };
    if (first === "create") yield* create(Iou, payload);
    yield* archive(Iou, iou);
    const between = yield* lookupByKey(Iou, key);
    yield* create(Iou, payload);
    return [between, yield* lookupByKey(Iou, key)];
  },
});

/** Keys without maintainers. */
export const Orphan = template<
  { readonly owner: string; readonly keepers: ReadonlyArray<string> },
  ReadonlyArray<string>
>("Sample.Lab:Orphan", {
  payload: record({ owner: party, keepers: list(party) }),
  signatories: ({ owner }) => [owner],
  key: { type: list(party), of: ({ keepers }) => keepers, maintainers: (keepers) => keepers },
});

/** Asks for a key of the orphan template. */
export const FindOrphan = choice(Lab, "FindOrphan", {
  ...byOwner,
  argument: record({ keepers: list(party) }),
  result: optional(contractId),
  *body(_subject, { keepers }) {
    return yield* lookupByKey(Orphan, keepers);
  },
});

/** A template no one signs. */
export const Nobody = template("Sample.Lab:Nobody", {
  payload: record({}),
  signatories: () => [],
});

/** A template of no package. */
const Stray = template("Sample.Lab:Stray", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

/** Creates a contract of a template that belongs to no package. */
export const CreateStray = choice(Lab, "CreateStray", {
  ...byOwner,
  argument: record({}),
  result: contractId,
  *body({ payload }) {
    return yield* create(Stray, payload);
  },
});

/** Everything above as one package. */
export const samplePackage = definePackage({
  name: "sample",
  version: "1.0.0",
  templates: [Iou, Pact, Offer, Delegation, Lab, Orphan, Nobody],
  interfaces: [Asset],
  choices: [
    Transfer,
    Split,
    Touch,
    Announce,
    SelfFetch,
    Move,
    Weigh,
    Accept,
    MoveFor,
    LookupFor,
    Throw,
    Abort,
    FailWith,
    OwnerIf,
    Loop,
    Many,
    Nest,
    CreateIllTyped,
    ReturnIllTyped,
    Time,
    FetchIou,
    FetchAsset,
    FetchByKey,
    LookupByKey,
    TouchByKey,
    ArchiveIou,
    Reissue,
    FindOrphan,
    CreateStray,
  ],
  instances: [
    instance(Iou, Asset, {
      view: ({ owner, amount }) => ({ owner, amount }),
      methods: (payload) => ({ move: (newOwner) => create(Iou, { ...payload, owner: newOwner }) }),
    }),
  ],
});
