import { expect } from "chai";
import { list, optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, party, text, unit } from "../../src/daml-types/scalar-types.js";
import { packageModel } from "../../src/packages/package-model.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../../src/templates/definitions.js";
import type { ChoiceProgram } from "../../src/templates/template.js";
import { catalogOf } from "../ledger-fixture.js";

interface Owned {
  readonly owner: string;
}

function* nothing(): ChoiceProgram<Record<string, never>> {
  yield* [];
  return {};
}

const byOwner = { controllers: ({ owner }: Owned) => [owner] };

/** What of a package is to differ. */
interface Changes {
  readonly version?: string;
  readonly payload?: "wide" | "narrow";
  readonly keyed?: boolean;
  readonly argument?: "text" | "unit";
  readonly consuming?: boolean;
  readonly reversed?: boolean;
  readonly observers?: boolean;
  readonly implementing?: boolean;
  readonly choiceName?: string;
}

const narrow = record({ owner: party });
const wide = record({ owner: party, memo: optional(list(text)) });
const key = {
  type: narrow,
  of: ({ owner }: Owned) => ({ owner }),
  maintainers: ({ owner }: Owned) => [owner],
};

const templatesOf = ({ payload, keyed, observers }: Changes) => {
  const definition = {
    signatories: ({ owner }: Owned) => [owner],
    observers: observers === true ? ({ owner }: Owned) => [owner] : () => [],
  };
  const First = template<Owned, Owned>("A:First", {
    payload: payload === "wide" ? wide : narrow,
    ...definition,
    ...(keyed === true ? { key } : {}),
  });
  return { First, Second: template<Owned>("A:Second", { payload: narrow, ...definition }) };
};

const packageOf = (changes: Changes = {}) => {
  const { argument = "unit", consuming = true, choiceName = "Use" } = changes;
  const Asset = defineInterface<Owned>("A:Asset", narrow);
  const { First, Second } = templatesOf(changes);
  const empty = { argument: record({}), result: unit, ...byOwner, body: nothing };
  const use = choice(First, choiceName, {
    ...empty,
    argument: argument === "text" ? record({ note: text }) : record({}),
    consuming,
  });
  const look = choice(First, "Look", {
    ...empty,
    argument: record({ at: contractId }),
    consuming: false,
  });
  const show = interfaceChoice(Asset, "Show", empty);
  const inOrder = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
    changes.reversed === true ? items.toReversed() : items;
  return definePackage({
    name: "models",
    version: changes.version ?? "1.0.0",
    templates: inOrder([First, Second]),
    interfaces: [Asset],
    choices: inOrder([use, look, show]),
    instances:
      changes.implementing === true
        ? [instance(First, Asset, { view: ({ owner }) => ({ owner }), methods: () => ({}) })]
        : [],
  });
};

const idOf = (changes: Changes = {}): string =>
  catalogOf(packageOf(changes)).packages[0]?.packageId ?? "";

describe("The model of a package", () => {
  it("names types, choices and instances in one order", () => {
    const model = packageModel(packageOf({ keyed: true, implementing: true }), ({ name }) => name);
    const owner = { Record: [["owner", "Party"]] };
    expect(model).to.deep.equal({
      format: "tallystick-package-1",
      name: "models",
      version: "1.0.0",
      templates: [
        {
          name: "A:First",
          payload: owner,
          key: owner,
          choices: [
            {
              name: "Look",
              argument: { Record: [["at", "ContractId"]] },
              result: "Unit",
              consuming: false,
            },
            { name: "Use", argument: { Record: [] }, result: "Unit", consuming: true },
          ],
          implements: ["A:Asset"],
        },
        { name: "A:Second", payload: owner, key: null, choices: [], implements: [] },
      ],
      interfaces: [
        {
          name: "A:Asset",
          view: owner,
          choices: [{ name: "Show", argument: { Record: [] }, result: "Unit", consuming: true }],
        },
      ],
    });
  });

  it("is the same in whatever order things were defined", () => {
    expect(idOf({ reversed: true })).to.equal(idOf());
  });

  it("does not say what functions do: a package whose behaviour changes needs another version", () => {
    expect(idOf({ observers: true })).to.equal(idOf());
  });

  const different: ReadonlyArray<readonly [what: string, Changes]> = [
    ["another version", { version: "1.0.1" }],
    ["a further field", { payload: "wide" }],
    ["a key", { keyed: true }],
    ["another argument", { argument: "text" }],
    ["a choice that does not consume", { consuming: false }],
    ["a choice of another name", { choiceName: "Spend" }],
    ["an instance", { implementing: true }],
  ];
  for (const [what, changes] of different) {
    it(`gives another id with ${what}`, () => {
      expect(idOf(changes)).to.match(/^[0-9a-f]{64}$/);
      expect(idOf(changes)).to.not.equal(idOf());
    });
  }

  it("gives all of these different ids", () => {
    const ids = different.map(([, changes]) => idOf(changes));
    expect(new Set([idOf(), ...ids]).size).to.equal(different.length + 1);
  });
});
