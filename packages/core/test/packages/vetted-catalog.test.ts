import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, party, text, unit } from "../../src/daml-types/scalar-types.js";
import type {
  ParticipantCommand,
  VettingChange,
} from "../../src/participant/participant-command.js";
import { create, exercise } from "../../src/templates/ledger-effect.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { vettedCatalog } from "../../src/packages/vetted-catalog.js";
import { emptyVetting } from "../../src/packages/vetting-state.js";
import { alice, catalogOf, createdIn, start, TestLedger } from "../ledger-fixture.js";

const Named = defineInterface("Views:Named", record({ name: text }));
const Rename = interfaceChoice(Named, "Rename", {
  argument: record({}),
  result: text,
  consuming: false,
  controllers: () => [alice],
  *body({ payload }) {
    return payload.name;
  },
});
const views = definePackage({
  name: "views",
  version: "1.0.0",
  interfaces: [Named],
  choices: [Rename],
});

interface Note {
  readonly owner: string;
  readonly memo?: string | undefined;
}

const notes = (version: string, hasMemo: boolean) => {
  const Note = template<Note>("Main:Note", {
    payload: hasMemo ? record({ owner: party, memo: optional(text) }) : record({ owner: party }),
    signatories: ({ owner }) => [owner],
  });
  const Read = choice(Note, "Read", {
    argument: record({}),
    result: text,
    consuming: false,
    controllers: ({ owner }) => [owner],
    *body() {
      return version;
    },
  });
  const all: Package = definePackage({
    name: "notes",
    version,
    templates: [Note],
    choices: [Read],
    instances: [instance(Note, Named, { view: () => ({ name: version }), methods: () => ({}) })],
  });
  return { Note, all };
};
const [old, young] = [notes("1.0.0", false), notes("1.2.0", true)];

const Desk = template<{ readonly owner: string }>("Main:Desk", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const Write = choice(Desk, "Write", {
  argument: record({}),
  result: contractId,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ payload }) {
    return yield* create(young.Note, { owner: payload.owner });
  },
});
const Ask = choice(Desk, "Ask", {
  argument: record({ of: contractId }),
  result: unit,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body(_, { of }) {
    yield* exercise(Rename, of, {});
    return {};
  },
});
const desks = definePackage({
  name: "desks",
  version: "1.0.0",
  templates: [Desk],
  choices: [Write, Ask],
});

const catalog = catalogOf(old.all, young.all, views, desks);
const idOf = (name: string, version: string): string =>
  catalog.packages.find((info) => info.name === name && info.version === version)?.packageId ?? "";
const [oldId, youngId, viewsId] = [
  idOf("notes", "1.0.0"),
  idOf("notes", "1.2.0"),
  idOf("views", "1.0.0"),
];

const refTo = (packageId: string) => ({ packageId, packageName: "", packageVersion: "" });
const unvet = (...ids: ReadonlyArray<string>): VettingChange => ({
  kind: "unvet",
  packages: ids.map(refTo),
});
const changing = (...changes: ReadonlyArray<VettingChange>): ParticipantCommand => ({
  kind: "UpdateVetting",
  changes,
  allowUnvettedDependencies: false,
});

/** A ledger that knows all packages, with the changes made. */
const ledgerWith = (...changes: ReadonlyArray<VettingChange>): TestLedger => {
  const ledger = new TestLedger({ catalog });
  for (const command of [
    { kind: "RegisterPackages", packages: catalog.packages, vet: true } as const,
    ...(changes.length === 0 ? [] : [changing(...changes)]),
  ])
    if (isLeft(ledger.decide(command))) throw new Error("not accepted");
  return ledger;
};
const note = { owner: alice };
const creating = (templateId: string) =>
  ({ kind: "CreateCommand", templateId, createArguments: note }) as const;
const exercising = (templateId: string, id: string, name: string, choiceArgument = {}) =>
  ({
    kind: "ExerciseCommand",
    templateId,
    contractId: id,
    choice: name,
    choiceArgument,
  }) as const;
const make = (ledger: TestLedger, templateId: string) => {
  const [node] = createdIn(ledger.commit([alice], [creating(templateId)]));
  if (node === undefined) throw new Error("nothing was created");
  return node;
};
const created = (ledger: TestLedger, templateId: string): string =>
  make(ledger, templateId).templateId;
const resultOf = (ledger: TestLedger, ...command: Parameters<typeof exercising>): unknown => {
  const [node] = ledger.commit([alice], [exercising(...command)]).nodes;
  return node?.kind === "exercise" ? node.result : undefined;
};

describe("a catalogue on which nothing was unvetted", () => {
  it("is the very catalogue", () => {
    expect(vettedCatalog(catalog, emptyVetting(1), start)).to.equal(catalog);
    expect(vettedCatalog(catalog, ledgerWith().state.participant.vetting, start)).to.equal(catalog);
  });

  it("is the very catalogue again when the last package is vetted again", () => {
    const ledger = ledgerWith(unvet(youngId));
    ledger.decide(changing({ kind: "vet", packages: [refTo(youngId)] }));
    expect(vettedCatalog(catalog, ledger.state.participant.vetting, start)).to.equal(catalog);
  });
});

describe("a package that is unvetted", () => {
  it("is passed over by its name", () => {
    expect(created(ledgerWith(), "#notes:Main:Note")).to.equal(`${youngId}:Main:Note`);
    expect(created(ledgerWith(unvet(youngId)), "#notes:Main:Note")).to.equal(`${oldId}:Main:Note`);
    expect(created(ledgerWith(unvet(oldId)), "#notes:Main:Note")).to.equal(`${youngId}:Main:Note`);
  });

  it("leaves none to choose when it was the last of its name", () => {
    const error = ledgerWith(unvet(oldId, youngId)).refuse([alice], [creating("#notes:Main:Note")]);
    expect(error.code).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
    expect(error.place).to.deep.equal({
      of: "command",
      index: 0,
      kind: "CreateCommand",
      part: "template",
      path: [],
    });
  });

  it("cannot be named by its id", () => {
    const ledger = ledgerWith(unvet(youngId));
    const error = ledger.refuse([alice], [creating(`${youngId}:Main:Note`)]);
    expect(error.code).to.equal("PACKAGE_SELECTION_FAILED");
    expect(error.cause).to.contain(youngId);
    expect(created(ledger, `${oldId}:Main:Note`)).to.equal(`${oldId}:Main:Note`);
  });

  it("cannot be preferred", () => {
    const ledger = ledgerWith(unvet(youngId));
    const preferring = (...packageIdSelectionPreference: ReadonlyArray<string>) =>
      ledger.submit([alice], [creating("#notes:Main:Note")], { packageIdSelectionPreference });
    const error = preferring(youngId);
    expect(isLeft(error) && error.left).to.deep.include({
      code: "JSON_API_PACKAGE_SELECTION_FAILED",
      place: { of: "packagePreference", index: 0 },
    });
    expect(isLeft(preferring(oldId))).to.equal(false);
    const unknown = preferring("f".repeat(64));
    expect(isLeft(unknown) && unknown.left.code).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
  });

  it("leaves its contracts to another version of their template", () => {
    const ledger = ledgerWith();
    const id = make(ledger, "#notes:Main:Note").contractId;
    const read = ["#notes:Main:Note", id, "Read"] as const;
    expect(resultOf(ledger, ...read)).to.equal("1.2.0");
    ledger.decide(changing(unvet(youngId)));
    expect(resultOf(ledger, ...read)).to.equal("1.0.0");
    expect(resultOf(ledger, "#views:Views:Named", id, "Rename")).to.equal("1.0.0");
    ledger.decide(changing(unvet(oldId)));
    const error = ledger.refuse([alice], [exercising("#views:Views:Named", id, "Rename")]);
    expect(error.code).to.equal("PACKAGE_SELECTION_FAILED");
    expect(error.cause).to.contain(id);
  });

  it("cannot be used by choice bodies either", () => {
    const ledger = ledgerWith();
    const desk = make(ledger, "#desks:Main:Desk").contractId;
    const writing = exercising("#desks:Main:Desk", desk, "Write");
    const [node] = createdIn(ledger.commit([alice], [writing]));
    const asking = exercising("#desks:Main:Desk", desk, "Ask", { of: node?.contractId });
    ledger.commit([alice], [asking]);
    ledger.decide(changing(unvet(youngId)));
    expect(ledger.refuse([alice], [writing]).code).to.equal("PACKAGE_SELECTION_FAILED");
    ledger.commit([alice], [asking]);
    ledger.decide(changing(unvet(viewsId)));
    expect(ledger.refuse([alice], [asking]).code).to.equal("PACKAGE_SELECTION_FAILED");
  });

  it("is usable from and until the times it is vetted for", () => {
    const [from, until] = [start + 10, start + 20];
    const ledger = ledgerWith({
      kind: "vet",
      packages: [refTo(youngId)],
      validFromInclusive: BigInt(from),
      validUntilExclusive: BigInt(until),
    });
    const at = (now: number): string => {
      ledger.context = { ...ledger.context, now };
      return created(ledger, "#notes:Main:Note");
    };
    const ids = [start, from - 1, from, until - 1, until].map(at);
    expect(ids.map((id) => id.startsWith(youngId))).to.deep.equal([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
