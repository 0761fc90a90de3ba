import { expect } from "chai";
import type { Choice } from "../../src/templates/template.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import { list, optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, party, text, unit } from "../../src/daml-types/scalar-types.js";
import { fetchView } from "../../src/templates/ledger-effect.js";
import { alice, bob, catalogOf, createdIn, exercisedIn, TestLedger } from "../ledger-fixture.js";

const Named = defineInterface("Names:Named", record({ name: text }));
const Greet = interfaceChoice(Named, "Greet", {
  argument: record({}),
  result: text,
  consuming: false,
  controllers: () => [alice],
  *body({ payload }) {
    return `hello ${payload.name}`;
  },
});
const names = definePackage({
  name: "names",
  version: "1.0.0",
  interfaces: [Named],
  choices: [Greet],
});

interface Thing {
  readonly owner: string;
  readonly label?: string | undefined;
}

/** Versions of a package with one template: the first does not know the interface. */
const things = (version: string, named: boolean, owns = ({ owner }: Thing) => owner): Package => {
  const Thing = template<Thing>("Things:Thing", {
    payload: named ? record({ owner: party, label: optional(text) }) : record({ owner: party }),
    signatories: (thing) => [owns(thing)],
  });
  const LookAt: Choice<{ readonly of: string }, string> = choice(Thing, "LookAt", {
    argument: record({ of: contractId }),
    result: text,
    consuming: false,
    controllers: ({ owner }) => [owner],
    *body(_, { of }) {
      return (yield* fetchView(Named, of)).name;
    },
  });
  const End: Choice<{ readonly of: string; readonly as: string }, unknown> = choice(Thing, "End", {
    argument: record({ of: contractId, as: text }),
    result: unit,
    consuming: false,
    controllers: ({ owner }) => [owner],
    // what compiled Daml asks for
    *body(_, { of, as }) {
      yield {
        op: "exerciseOf",
        of: as,
        choice: archiveChoiceName,
        contractId: of,
        argument: { type: record({}), value: {} },
      };
      return {};
    },
  });
  const view = ({ label = version }: Thing) => ({ name: label });
  return definePackage({
    name: "things",
    version,
    templates: [Thing],
    choices: [LookAt, End],
    instances: named ? [instance(Thing, Named, { view, methods: () => ({}) })] : [],
  });
};

const packages = [names, things("1.0.0", false), things("1.1.0", true), things("1.2.0", true)];
const catalog = catalogOf(...packages);
const packageId = (version: string): string =>
  catalog.packages.find((info) => info.name === "things" && info.version === version)?.packageId ??
  "";
const thing = (version: string): string => `${packageId(version)}:Things:Thing`;

const ledgerWith = (
  version: string,
  of = catalog,
): { readonly ledger: TestLedger; readonly contract: string } => {
  const ledger = new TestLedger({ catalog: of });
  const created = ledger.commit(
    [alice],
    [
      {
        kind: "CreateCommand",
        templateId: thing(version),
        createArguments: { owner: alice },
      },
    ],
  );
  return { ledger, contract: createdIn(created)[0]?.contractId ?? "" };
};

const through = (name: string, contract: string) =>
  ({
    kind: "ExerciseCommand",
    templateId: "#names:Names:Named",
    contractId: contract,
    choice: name,
    choiceArgument: {},
  }) as const;

describe("a contract whose own version lacks an interface", () => {
  it("is exercised through the highest version that has it", () => {
    const { ledger, contract } = ledgerWith("1.0.0");
    const [node] = exercisedIn(ledger.commit([alice], [through("Greet", contract)]));
    expect(node?.result).to.equal("hello 1.2.0");
    expect(node?.templateId).to.equal(thing("1.2.0"));
  });

  it("is exercised through the version the submitter prefers", () => {
    const { ledger, contract } = ledgerWith("1.0.0");
    const [node] = exercisedIn(
      ledger.commit([alice], [through("Greet", contract)], {
        packageIdSelectionPreference: [packageId("1.1.0")],
      }),
    );
    expect(node?.result).to.equal("hello 1.1.0");
  });

  it("is archived through the interface by a choice", () => {
    const { ledger, contract } = ledgerWith("1.0.0");
    const named = catalog.packages.find(({ name }) => name === "names")?.packageId ?? "";
    const ending = {
      kind: "ExerciseCommand",
      templateId: "#things:Things:Thing",
      contractId: contract,
      choice: "End",
      choiceArgument: { of: contract, as: `${named}:Names:Named` },
    } as const;
    const [, archived] = exercisedIn(ledger.commit([alice], [ending]));
    expect(archived).to.include({ choice: archiveChoiceName, consuming: true });
    expect(ledger.refuse([alice], [ending]).code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("is fetched as the interface and archived through it", () => {
    const { ledger, contract } = ledgerWith("1.0.0");
    const [looked] = exercisedIn(
      ledger.commit(
        [alice],
        [
          {
            kind: "ExerciseCommand",
            templateId: "#things:Things:Thing",
            contractId: contract,
            choice: "LookAt",
            choiceArgument: { of: contract },
          },
        ],
      ),
    );
    expect(looked?.result).to.equal("1.2.0");
    const [archived] = exercisedIn(ledger.commit([alice], [through(archiveChoiceName, contract)]));
    expect(archived?.consuming).to.equal(true);
    expect(ledger.refuse([alice], [through("Greet", contract)]).code).to.equal(
      "CONTRACT_NOT_FOUND",
    );
  });

  it("runs by the highest version, also when its own has the interface", () => {
    const { ledger, contract } = ledgerWith("1.1.0");
    const [node] = exercisedIn(ledger.commit([alice], [through("Greet", contract)]));
    expect(node?.result).to.equal("hello 1.2.0");
  });

  it("is refused when it does not fit the version that has it", () => {
    const changed = catalogOf(
      names,
      things("1.0.0", false),
      things("1.1.0", true, () => bob),
    );
    const { ledger, contract } = ledgerWith("1.0.0", changed);
    expect(ledger.refuse([alice], [through("Greet", contract)]).code).to.equal(
      "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
    );
  });
});

describe("an interface whose instances say who observes its choices", () => {
  interface Listed {
    readonly owner: string;
    readonly watchers: ReadonlyArray<string>;
  }
  const Watched = defineInterface<
    { readonly owner: string },
    { watchers(): ReadonlyArray<string> }
  >("Watch:Watched", record({ owner: party }));
  const Look = interfaceChoice(Watched, "Look", {
    argument: record({}),
    result: text,
    consuming: false,
    controllers: ({ owner }) => [owner],
    observers: (_view, _argument, methods) => methods.watchers(),
    *body() {
      return "";
    },
  });
  const List = template<Listed>("Watch:List", {
    payload: record({ owner: party, watchers: list(party) }),
    signatories: ({ owner }) => [owner],
  });
  const watch = definePackage({
    name: "watch",
    version: "1.0.0",
    templates: [List],
    interfaces: [Watched],
    choices: [Look],
    instances: [
      instance(List, Watched, {
        view: ({ owner }) => ({ owner }),
        methods: ({ watchers }) => ({ watchers: () => watchers }),
      }),
    ],
  });

  it("informs those that the methods name", () => {
    const ledger = new TestLedger({ catalog: catalogOf(watch) });
    const created = ledger.commit(
      [alice],
      [
        {
          kind: "CreateCommand",
          templateId: "#watch:Watch:List",
          createArguments: { owner: alice, watchers: [bob] },
        },
      ],
    );
    const look = {
      kind: "ExerciseCommand",
      templateId: "#watch:Watch:Watched",
      contractId: createdIn(created)[0]?.contractId ?? "",
      choice: "Look",
      choiceArgument: {},
    } as const;
    const [node] = exercisedIn(ledger.commit([alice], [look]));
    expect(node?.choiceObservers).to.deep.equal([bob]);
  });
});
