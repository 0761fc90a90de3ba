import { expect } from "chai";
import { list } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { party, text, unit } from "../../src/daml-types/scalar-types.js";
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
} from "../../src/templates/ledger-effect.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../../src/templates/definitions.js";
import type { ChoiceProgram } from "../../src/templates/template.js";

interface Owned {
  readonly owner: string;
}

const Thing = template<Owned, Owned>("M:Thing", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
  key: {
    type: record({ owner: party }),
    of: (payload) => payload,
    maintainers: ({ owner }) => [owner],
  },
});
const View = defineInterface<Owned>("M:View", record({ owner: party }));
const use = choice(Thing, "Use", {
  argument: record({ notes: list(text) }),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    yield* [];
    return {};
  },
});

describe("A template as a value", () => {
  it("has no observers and no condition unless it says so", () => {
    expect(Thing).to.include({ kind: "template", name: "M:Thing" });
    expect(Thing.observers({ owner: "a" })).to.deep.equal([]);
    expect(Thing.ensure({ owner: "a" })).to.equal(true);
    const strict = template<Owned>("M:Strict", {
      payload: record({ owner: party }),
      signatories: ({ owner }) => [owner],
      observers: () => ["b"],
      ensure: () => false,
    });
    expect(strict.observers({ owner: "a" })).to.deep.equal(["b"]);
    expect(strict.ensure({ owner: "a" })).to.equal(false);
    expect(strict.key).to.equal(undefined);
  });
});

describe("A choice as a value", () => {
  it("consumes and names no observers unless it says so", () => {
    expect(use).to.include({ kind: "choice", name: "Use", consuming: true, on: Thing });
    expect(use.observers({ owner: "a" }, { notes: [] })).to.deep.equal([]);
    expect(use.controllers({ owner: "a" }, { notes: [] })).to.deep.equal(["a"]);
  });

  it("may be on an interface", () => {
    const show = interfaceChoice(View, "Show", {
      argument: record({}),
      result: unit,
      consuming: false,
      controllers: ({ owner }) => [owner],
      *body() {
        yield* [];
        return {};
      },
    });
    expect(show).to.include({ name: "Show", consuming: false, on: View });
  });
});

describe("A package as a value", () => {
  it("has nothing of what it does not name", () => {
    expect(definePackage({ name: "p", version: "1" })).to.deep.include({
      name: "p",
      version: "1",
      templates: [],
      interfaces: [],
      choices: [],
      instances: [],
    });
  });

  it("has instances that view and act on payloads", () => {
    const as = instance(Thing, View, { view: ({ owner }) => ({ owner }), methods: () => ({}) });
    expect(as).to.include({ kind: "instance", template: Thing, interface: View });
    expect(as.view({ owner: "a" })).to.deep.equal({ owner: "a" });
  });
});

/** The effects that a program yields when each is answered with this. */
const effectsOf = (program: ChoiceProgram<unknown>, answer: unknown) => {
  const effects: Array<unknown> = [];
  let next = program.next();
  while (next.done !== true) {
    effects.push(next.value);
    next = program.next(answer);
  }
  return { effects, returned: next.value };
};

describe("An effect of a body", () => {
  const contractId = "00aa";
  const payload = { owner: "a" };
  const table: ReadonlyArray<readonly [string, () => ChoiceProgram<unknown>, object]> = [
    ["create", () => create(Thing, payload), { op: "create", template: Thing, payload }],
    ["fetch", () => fetch(Thing, contractId), { op: "fetch", of: Thing, contractId }],
    ["fetchView", () => fetchView(View, contractId), { op: "fetch", of: View, contractId }],
    [
      "fetchFromInterface",
      () => fetchFromInterface(View, Thing, contractId),
      { op: "fetchFromInterface", through: View, template: Thing, contractId },
    ],
    [
      "fetchByKey",
      () => fetchByKey(Thing, payload),
      { op: "fetchByKey", template: Thing, key: payload },
    ],
    [
      "lookupByKey",
      () => lookupByKey(Thing, payload),
      { op: "lookupByKey", template: Thing, key: payload },
    ],
    [
      "exercise",
      () => exercise(use, contractId, { notes: [] }),
      { op: "exercise", choice: use, contractId, argument: { notes: [] } },
    ],
    [
      "exerciseByKey",
      () => exerciseByKey(use, payload, { notes: [] }),
      { op: "exerciseByKey", choice: use, key: payload, argument: { notes: [] } },
    ],
    ["archive", () => archive(Thing, contractId), { op: "archive", template: Thing, contractId }],
    ["ledgerTime", () => ledgerTime(), { op: "ledgerTime" }],
  ];
  for (const [name, program, effect] of table) {
    it(`is yielded once, and its answer returned: ${name}`, () => {
      const { effects, returned } = effectsOf(program(), "the answer");
      expect(effects).to.deep.equal([effect]);
      if (name !== "archive") expect(returned).to.equal("the answer");
    });
  }

  it("stops a body for good: what comes after it is never reached", () => {
    for (const [program, effect] of [
      [abort("why"), { op: "abort", reason: "why" }],
      [
        failWith({ errorId: "e", message: "m" }),
        { op: "failWith", error: { errorId: "e", message: "m" } },
      ],
    ] as const) {
      expect(program.next().value).to.deep.equal(effect);
      expect(() => program.next(undefined)).to.throw();
    }
  });
});
