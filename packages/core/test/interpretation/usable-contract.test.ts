import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { list, optional } from "../../src/daml-types/collection-types.js";
import { enumeration, record } from "../../src/daml-types/record-types.js";
import { contractId, party, text } from "../../src/daml-types/scalar-types.js";
import { isVersionOf } from "../../src/interpretation/usable-contract.js";
import type { CompiledCatalog, CompiledTemplate } from "../../src/packages/catalog.js";
import { archive, fetch } from "../../src/templates/ledger-effect.js";
import { choice, definePackage, template } from "../../src/templates/definitions.js";
import type { ChoiceProgram, Package, TemplateKey } from "../../src/templates/template.js";
import type { Json } from "../../src/values/json.js";
import {
  alice,
  bank,
  bob,
  carol,
  catalogOf,
  createdIn,
  exercisedIn,
  TestLedger,
} from "../ledger-fixture.js";

interface Deed {
  readonly owner: string;
  readonly note?: string | undefined;
  readonly reader?: string | undefined;
}

const key: TemplateKey<Deed, { readonly owner: string }> = {
  type: record({ owner: party }),
  of: ({ owner }) => ({ owner }),
  maintainers: ({ owner }) => [owner],
};

/** What a later version of the template does in another way. */
interface Differences {
  readonly fields?: "same" | "more" | "required" | "fewer" | "enumeration";
  readonly signatories?: (deed: Deed) => ReadonlyArray<string>;
  readonly observers?: (deed: Deed) => ReadonlyArray<string>;
  readonly keyOf?: "none" | "same" | "other";
}

const payloads = {
  same: record({ owner: party, reader: optional(party) }),
  more: record({ owner: party, reader: optional(party), note: optional(text) }),
  required: record({ owner: party, reader: optional(party), note: text }),
  fewer: record({ owner: party }),
  enumeration: record({ owner: enumeration("Nobody"), reader: optional(party) }),
};

const deeds = (version: string, differences: Differences = {}): Package => {
  const { fields = "same", keyOf = "same" } = differences;
  const Deed = template<Deed, { readonly owner: string }>("Deeds:Deed", {
    payload: payloads[fields],
    signatories: differences.signatories ?? (({ owner }) => [owner]),
    observers: differences.observers ?? (({ reader }) => (reader === undefined ? [] : [reader])),
    ...(keyOf === "none"
      ? {}
      : { key: keyOf === "same" ? key : { ...key, of: () => ({ owner: bank }) } }),
  });
  const read = choice(Deed, "Read", {
    argument: record({}),
    result: list(party),
    consuming: false,
    controllers: ({ owner }) => [owner],
    *body({ payload }) {
      yield* [];
      return [payload.owner];
    },
  });
  return definePackage({ name: "deeds", version, templates: [Deed], choices: [read] });
};

const packageIdIn = (catalog: CompiledCatalog, version: string): string =>
  catalog.packages.find((info) => info.name === "deeds" && info.version === version)?.packageId ??
  "";

/** A contract of the first version, and what comes of reading it with the second. */
const scene = (differences: Differences, payload: Json = { owner: alice, reader: bob }) => {
  const catalog = catalogOf(deeds("1.0.0"), deeds("2.0.0", differences));
  const ledger = new TestLedger({ catalog });
  const [one, two] = ["1.0.0", "2.0.0"].map((version) => packageIdIn(catalog, version));
  const created = ledger.commit(
    [alice],
    [{ kind: "CreateCommand", templateId: `${one}:Deeds:Deed`, createArguments: payload }],
  );
  const id = createdIn(created)[0]?.contractId ?? "";
  const reading = (preference: ReadonlyArray<string>) =>
    ledger.submit(
      [alice],
      [
        {
          kind: "ExerciseCommand",
          templateId: "#deeds:Deeds:Deed",
          contractId: id,
          choice: "Read",
          choiceArgument: {},
        },
      ],
      { packageIdSelectionPreference: preference },
    );
  return { ledger, id, one: one ?? "", two: two ?? "", reading };
};

describe("A contract that is used with another version of its template", () => {
  const table: ReadonlyArray<readonly [string, Differences, string]> = [
    ["that is the same", {}, "used"],
    ["with a further optional field", { fields: "more" }, "used"],
    [
      "with a further field that is not optional",
      { fields: "required" },
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
    ],
    [
      "without a field that the contract has",
      { fields: "fewer", observers: () => [bob] },
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
    ],
    [
      "with another type of a field",
      { fields: "enumeration", signatories: () => [alice], keyOf: "none" },
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
    ],
    [
      "with another signatory",
      { signatories: () => [bank] },
      "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
    ],
    [
      "with a further signatory",
      { signatories: ({ owner }) => [owner, bob] },
      "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
    ],
    [
      "with another observer",
      { observers: () => [carol] },
      "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
    ],
    [
      "without its observer",
      { observers: () => [] },
      "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
    ],
    [
      "with observers in another order, or twice, or signatories among them",
      { observers: ({ owner }) => [bob, owner, bob] },
      "used",
    ],
    ["without a key", { keyOf: "none" }, "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED"],
    ["with another key", { keyOf: "other" }, "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED"],
  ];
  for (const [what, differences, outcome] of table) {
    it(`${outcome === "used" ? "may be one" : "cannot be one"} ${what}`, () => {
      const { reading, two, one } = scene(differences);
      const decision = reading([two]);
      expect(isLeft(decision) ? decision.left.code : "used").to.equal(outcome);
      // with its own version it can always be used
      expect(isLeft(reading([one]))).to.equal(false);
    });
  }

  it("names contract, its template and the other version when it cannot be used", () => {
    for (const differences of [
      { fields: "required" },
      { signatories: () => [bank] },
    ] satisfies ReadonlyArray<Differences>) {
      const { reading, id, one, two } = scene(differences);
      const decision = reading([two]);
      expect(isLeft(decision) && decision.left.resources).to.deep.equal([
        ["CONTRACT_ID", id],
        ["TEMPLATE_ID", `${one}:Deeds:Deed`],
        ["TEMPLATE_ID", `${two}:Deeds:Deed`],
      ]);
    }
  });

  it("says what would change", () => {
    for (const [differences, changed] of [
      [{ signatories: () => [bank] }, "signatories"],
      [{ observers: () => [] }, "observers"],
      [{ keyOf: "other" }, "key"],
    ] satisfies ReadonlyArray<readonly [Differences, string]>) {
      const { reading, two } = scene(differences);
      const decision = reading([two]);
      expect(isLeft(decision) && decision.left.cause).to.match(
        new RegExp(`^The ${changed} of contract .* would change with`),
      );
    }
  });

  it("keeps the package name it was created under, in a node of the version that ran", () => {
    const { reading, two } = scene({ fields: "more" });
    const decision = reading([two]);
    const [event] = isLeft(decision) ? [] : decision.right;
    if (event?.type !== "TransactionCommitted") throw new Error("not committed");
    expect(exercisedIn(event)[0]).to.deep.include({
      templateId: `${two}:Deeds:Deed`,
      packageName: "deeds",
      signatories: [alice],
      observers: [bob],
    });
  });
});

describe("A contract is of a version of a template", () => {
  it("when package name and template name are the same", () => {
    const other = definePackage({
      name: "others",
      version: "1.0.0",
      templates: [
        template<Deed>("Deeds:Deed", { payload: payloads.more, signatories: () => [alice] }),
      ],
    });
    const catalog = catalogOf(deeds("1.0.0"), deeds("2.0.0"), other);
    const at = (name: string, version: string) => {
      const info = catalog.packages.find((each) => each.name === name && each.version === version);
      const found = catalog.template(`${info?.packageId}:Deeds:Deed`);
      if (found === undefined) throw new Error("no template");
      return found;
    };
    const [one, two, foreign] = [at("deeds", "1.0.0"), at("deeds", "2.0.0"), at("others", "1.0.0")];
    const contractOf = ({ templateId, package: { name: packageName } }: CompiledTemplate) => ({
      contractId: "00",
      templateId,
      packageName,
      payload: {},
      signatories: [alice],
      observers: [],
      createdAt: 0,
    });
    expect(isVersionOf(contractOf(one), one)).to.equal(true);
    expect(isVersionOf(contractOf(one), two)).to.equal(true);
    expect(isVersionOf(contractOf(one), foreign)).to.equal(false);
  });
});

describe("A contract in a body", () => {
  const Box = template("Boxes:Box", {
    payload: record({ owner: party }),
    signatories: ({ owner }: Deed) => [owner],
  });
  const steps = (name: string, body: (of: string) => ChoiceProgram<void>) =>
    choice(Box, name, {
      argument: record({ of: contractId }),
      result: text,
      consuming: false,
      controllers: ({ owner }) => [owner],
      *body(_subject, { of }) {
        yield* body(of);
        return "done";
      },
    });
  const twice = steps("FetchTwice", function* (of): ChoiceProgram<void> {
    yield* fetch(Box, of);
    yield* fetch(Box, of);
  });
  const gone = steps("FetchGone", function* (of): ChoiceProgram<void> {
    yield* archive(Box, of);
    yield* fetch(Box, of);
  });
  const archived = steps("ArchiveTwice", function* (of): ChoiceProgram<void> {
    yield* archive(Box, of);
    yield* archive(Box, of);
  });
  const boxes = definePackage({
    name: "boxes",
    version: "1.0.0",
    templates: [Box],
    choices: [twice, gone, archived],
  });

  const outcomeOf = (name: string, owner = alice, actAs = [alice]): string => {
    const ledger = new TestLedger({ catalog: catalogOf(boxes) });
    const create = (by: string) =>
      createdIn(
        ledger.commit(
          [by],
          [
            {
              kind: "CreateCommand",
              templateId: "#boxes:Boxes:Box",
              createArguments: { owner: by },
            },
          ],
        ),
      )[0]?.contractId ?? "";
    const [own, other] = [create(alice), create(owner)];
    const decision = ledger.submit(actAs, [
      {
        kind: "ExerciseCommand",
        templateId: "#boxes:Boxes:Box",
        contractId: own,
        choice: name,
        choiceArgument: { of: other },
      },
    ]);
    return isLeft(decision) ? decision.left.code : "done";
  };

  const table: ReadonlyArray<readonly [string, string, string, string, ReadonlyArray<string>]> = [
    ["may be fetched as often as wanted", "FetchTwice", "done", alice, [alice]],
    ["is not active after it was archived", "FetchGone", "CONTRACT_NOT_ACTIVE", alice, [alice]],
    ["is archived once", "ArchiveTwice", "CONTRACT_NOT_ACTIVE", alice, [alice]],
    ["is not there for who cannot see it", "FetchTwice", "CONTRACT_NOT_FOUND", bob, [alice]],
    [
      "may be seen and yet not fetched: no stakeholder authorizes it",
      "FetchTwice",
      "DAML_AUTHORIZATION_ERROR",
      bob,
      [alice, bob],
    ],
  ];
  for (const [what, name, outcome, owner, actAs] of table) {
    it(what, () => {
      expect(outcomeOf(name, owner, [...actAs])).to.equal(outcome);
    });
  }
});
