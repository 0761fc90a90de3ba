import { expect } from "chai";
import { optional } from "../../src/daml-types/collection-types.js";
import type { Static } from "../../src/daml-types/daml-type.js";
import { earlierTypes } from "../../src/daml-types/earlier-type.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, party, text } from "../../src/daml-types/scalar-types.js";
import type { Package } from "../../src/templates/template.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  template,
} from "../../src/templates/definitions.js";
import { archive, create, fetch, ownPackage } from "../../src/templates/ledger-effect.js";
import { alice, catalogOf, createdIn, exercisedIn, TestLedger } from "../ledger-fixture.js";

// two versions of a package from one code: the second has a field more

const Payload = record({ owner: party, label: optional(text) });
const Note = template("Notes:Note", {
  payload: Payload,
  signatories: ({ owner }: Static<typeof Payload>) => [owner],
});
const Named = defineInterface("Notes:Named", record({ owner: party }));

const Copy = choice(Note, "Copy", {
  argument: record({}),
  result: record({ version: text, copy: contractId }),
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ self }) {
    const { version } = yield* ownPackage();
    const { owner } = yield* fetch(Note, self);
    return { version, copy: yield* create(Note, { owner, label: `of ${version}` }) };
  },
});
const Drop = choice(Note, "Drop", {
  argument: record({}),
  result: record({}),
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ self }) {
    yield* archive(Note, self, Named);
    return {};
  },
});

const earlier = earlierTypes((type) =>
  type.model === Payload.model ? new Set(["label"]) : undefined,
);
const Note1 = { ...Note, payload: earlier(Payload) };
const Copy1 = { ...Copy, on: Note1 };
const version1: Package = definePackage({
  name: "notes",
  version: "1.0.0",
  links: { templates: new Map([[Note, Note1]]), choices: new Map([[Copy, Copy1]]) },
  templates: [Note1],
  choices: [Copy1],
});
const version2 = definePackage({
  name: "notes",
  version: "2.0.0",
  templates: [Note],
  interfaces: [Named],
  choices: [Copy, Drop],
  instances: [instance(Note, Named, { view: ({ owner }) => ({ owner }), methods: () => ({}) })],
});

/** A template of another package whose choice names that of the notes. */
const Copier = template("Copies:Copier", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const Make = choice(Copier, "Make", {
  argument: record({}),
  result: contractId,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ payload: { owner } }) {
    return yield* create(Note, { owner, label: "made" });
  },
});
const copies = definePackage({
  name: "copies",
  version: "1.0.0",
  templates: [Copier],
  choices: [Make],
});

const run = (packages: ReadonlyArray<Package>, templateId: string, name: string) => {
  const ledger = new TestLedger({ catalog: catalogOf(...packages) });
  const createArguments = { owner: alice };
  const event = ledger.commit(
    [alice],
    [
      {
        kind: "CreateAndExerciseCommand",
        templateId,
        createArguments,
        choice: name,
        choiceArgument: {},
      },
    ],
  );
  const { packageId = "" } =
    catalogOf(...packages).packages.find(({ name: of }) => of === "notes") ?? {};
  return { created: createdIn(event).at(-1), exercised: exercisedIn(event), packageId };
};

describe("versions of a package that share their code", () => {
  it("each create their own contracts, with the fields they have", () => {
    const first = run([version1], "#notes:Notes:Note", "Copy");
    expect(first.created?.payload).to.deep.equal({ owner: alice });
    expect(first.created?.templateId).to.equal(`${first.packageId}:Notes:Note`);
    const second = run([version2], "#notes:Notes:Note", "Copy");
    expect(second.created?.payload).to.deep.equal({ owner: alice, label: "of 2.0.0" });
  });

  it("know which version runs", () => {
    const [node] = run([version1], "#notes:Notes:Note", "Copy").exercised;
    expect(node?.result).to.have.property("version", "1.0.0");
    const [latest] = run([version1, version2], "#notes:Notes:Note", "Copy").exercised;
    expect(latest?.result).to.have.property("version", "2.0.0");
  });

  it("are what other packages mean, where the version that they name is not there", () => {
    const { created, packageId } = run([version1, copies], "#copies:Copies:Copier", "Make");
    expect(created?.payload).to.deep.equal({ owner: alice });
    expect(created?.templateId).to.equal(`${packageId}:Notes:Note`);
  });

  it("archive a contract through an interface", () => {
    const [, node] = run([version2], "#notes:Notes:Note", "Drop").exercised;
    expect(node).to.deep.include({ choice: "Archive", consuming: true });
    expect(node?.interfaceId).to.match(/:Notes:Named$/);
  });
});
